"""Scree: granular matter, from Python.

    import scree

    case = scree.Case.read("cases/start/collapse")
    run = scree.Run(case, out="out/collapse")
    print(run.run())

The keys of a case are those of its file (docs/manual/case-keys.md), the units SI. Errors are
exceptions with the words of the command: CaseError (bad input), DiskError, NumericalTrouble (a run
stopped itself), Broken (a fault of Scree).
"""

import os as _os

# Threads that wait for each other spin a little, then sleep: on cores that other programs use, those
# that spin take the time of those they wait for. OpenMP reads this once, when it is loaded.
_waits = not any(name in _os.environ for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT"))
if _waits:
    _os.environ["GOMP_SPINCOUNT"] = "3000"
try:
    from . import _scree
finally:
    if _waits:
        del _os.environ["GOMP_SPINCOUNT"]

from dataclasses import dataclass as _dataclass
from collections.abc import Mapping as _Mapping

from ._scree import Body, Broken, Case, CaseError, DiskError, NumericalTrouble, Outlook, Run, Summary, Wall, __version__

__all__ = [
    "Body", "Bodies", "Broken", "Case", "CaseError", "Contacts", "DiskError", "NumericalTrouble", "Outlook", "Run",
    "Series", "Summary", "Wall", "read_series", "__version__",
]


@_dataclass(frozen=True, eq=False)
class Bodies:
    """All spheres of a run, row by row: arrays that look at the run's own memory and cannot be
    written to. Rows change when the run sorts them: `id` says whose they are. An array stays what
    it was when it was asked for; ask anew after advance()."""

    id: object
    position: object
    radius: object
    velocity: object
    spin: object
    inverse_mass: object
    material: object
    label: object

    def __len__(self):
        return len(self.id)


@_dataclass(frozen=True, eq=False)
class Contacts:
    """Who touches whom, row by row: `i` and `j` are ids, -1 for a wall or a part of a machine, which
    `wall` and `part` name. Normals point from i to j, forces are those on i."""

    i: object
    j: object
    part: list
    wall: list
    point: object
    normal: object
    gap: object
    force: object
    moment: object
    sliding: object

    def __len__(self):
        return len(self.i)


class Series(_Mapping):
    """Columns over time, by name, with or without the unit: series["kinetic_translation"]."""

    def __init__(self, names, columns):
        self.names = list(names)
        self._columns = dict(zip(self.names, columns))
        self._plain = {name.split(" [")[0]: name for name in self.names}

    def __getitem__(self, name):
        try:
            return self._columns[self._plain.get(name, name)]
        except KeyError:
            raise KeyError(f"there is no column '{name}'; there are: {', '.join(self._plain)}") from None

    def __iter__(self):
        return iter(self._plain)

    def __len__(self):
        return len(self.names)


def read_series(path):
    """series.csv of a run, or another table of its observers."""
    return Series(*_scree._read_series(_os.fspath(path)))


def _case_of(case):
    if isinstance(case, Case):
        return case
    return Case(case) if isinstance(case, dict) else Case.read(case)


def _read(path, sets=()):
    return Case._read(_os.fspath(path), [sets] if isinstance(sets, str) else list(sets))


def _set_item(case, key, value):
    case.set(key, value)


Case.read = staticmethod(_read)
Case.__setitem__ = _set_item
Case.__str__ = lambda case: case.text

_init = Run.__init__


def _run_init(run, case, out=None, replace=False, threads=0):
    _init(run, _case_of(case), None if out is None else _os.fspath(out), replace, threads)


Run.__init__ = _run_init
Run.load = staticmethod(lambda file, threads=0: Run._load(_os.fspath(file), threads))
Run.resume = staticmethod(lambda folder, threads=0: Run._resume(_os.fspath(folder), threads))
Run.save = lambda run, file: run._save(_os.fspath(file))
Run.bodies = property(lambda run: Bodies(**run._columns()))
Run.contacts = lambda run, body=None: Contacts(**run._contacts(body))
Run.series = lambda run: Series(*run._series())
