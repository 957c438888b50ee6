import copy
import pathlib

import numpy as np
import pytest

import scree


def complaint(case):
    with pytest.raises(scree.CaseError) as caught:
        case.check()
    return str(caught.value)


def test_a_dictionary_is_the_case_of_its_toml(keys, tmp_path):
    case = scree.Case(keys)
    case.check()
    file = tmp_path / "case.toml"
    file.write_text(case.text)
    built, read = scree.Run(case), scree.Run(file)
    built.run(), read.run()
    assert built.hash == read.hash


def test_bad_input_is_refused_with_the_words_of_the_command(keys):
    case = scree.Case(keys)
    case["run.durattion"] = 1
    assert complaint(case).startswith("case: run.durattion: unknown key; did you mean 'duration'?")
    case = scree.Case(keys)
    case["material.glass.young"] = "soft"
    assert complaint(case).startswith("case: material.glass.young: ")
    assert "is needed" in complaint(scree.Case())
    assert issubclass(scree.CaseError, ValueError)


def test_values_of_every_kind_become_those_of_a_case(keys, tmp_path):
    case = scree.Case(keys)
    case["domain.hi"] = np.array([0.1, 0.1, 0.3])
    case["run.time_step"] = np.float64(1e-5)
    case["run.seed"] = np.int64(7)
    case["run.audit"] = np.bool_(True)
    case["bodies.0.list.0.x"] = (0, 0, 0.006)
    case.check()
    for wrong in (None, 1j, {1: 2}, 1 << 80, object()):
        with pytest.raises(scree.CaseError):
            case["title"] = wrong
    endless = []
    endless.append(endless)
    with pytest.raises(scree.CaseError):
        case["bodies"] = endless


def test_names_of_files_may_be_paths(keys, root):
    case = scree.Case(keys)
    case.add(
        "wall",
        {"name": "paddle", "material": "glass", "shape": "mesh", "file": root / "test/scenes/paddle.obj", "scale": 0.001,
         "offset": [0, 0, 0.1]},
    )
    case.check()


def test_a_case_file_is_read_with_overrides(root):
    case = scree.Case.read(root / "test/scenes/periodic.toml", sets="run.duration=0.001")
    assert scree.Run(case).end == 0.001
    case = scree.Case.read(root / "test/scenes/periodic.toml", sets=["run.duration=0.001", "run.seed=3"])
    case["run.duration"] = 0.002
    assert scree.Run(case).end == 0.002
    with pytest.raises(scree.CaseError, match="nowhere.toml"):
        scree.Case.read("nowhere.toml")


def test_copies_are_cases_of_their_own(keys):
    case = scree.Case(keys)
    other = copy.copy(case)
    other["run.duration"] = 0.5
    assert scree.Run(case).end == 0.02
    assert scree.Run(other).end == 0.5


def test_the_outlook_counts(keys):
    outlook = scree.Case(keys).outlook()
    assert outlook.grains == 2
    assert outlook.steps == pytest.approx(0.02 / outlook.time_step, rel=0.01)


def test_the_package_says_what_types_it_has(root):
    assert (pathlib.Path(scree.__file__).parent / "py.typed").exists()
    stubs = (pathlib.Path(scree.__file__).parent / "__init__.pyi").read_text()
    for owner in (scree, scree.Case, scree.Run, scree.Body, scree.Wall, scree.Outlook, scree.Summary):
        for name in vars(owner) if owner is not scree else scree.__all__:
            if not name.startswith("_"):
                assert f" {name}" in stubs, f"{owner.__name__}.{name} has no type"
