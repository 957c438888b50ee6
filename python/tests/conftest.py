"""What the tests share: the sources, and a small case as a dictionary."""

import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def keys():
    """Two balls that fall onto a floor, one on the other."""
    return {
        "run": {"duration": 0.02},
        "domain": {"lo": [-0.1, -0.1, 0], "hi": [0.1, 0.1, 0.2]},
        "gravity": {"vector": [0, 0, -9.81]},
        "material": {"glass": {"density": 2500, "young": 1e7, "poisson": 0.25}},
        "pair": [{"materials": ["glass", "glass"], "restitution": 0.6, "friction": 0.3}],
        "wall": [{"name": "floor", "material": "glass", "shape": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}],
        "bodies": [
            {
                "material": "glass",
                "label": "balls",
                "list": [{"x": [0, 0, 0.0049], "radius": 0.005}, {"x": [0.001, 0, 0.0148], "radius": 0.005}],
            }
        ],
        "output": {"series_interval": 0.001},
    }
