import re


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S)


def test_the_code_of_the_tutorial_runs(root, tmp_path, monkeypatch):
    """All blocks of the page, in their order, as a notebook would run them."""
    page = root / "docs/tutorial-python.md"
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "tutorial"}
    code = blocks(page)
    assert len(code) > 8
    for number, block in enumerate(code):
        exec(compile(block, f"{page.name}, block {number + 1}", "exec"), names)
