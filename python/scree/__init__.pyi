from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

__version__: str

class CaseError(ValueError): ...
class DiskError(OSError): ...
class NumericalTrouble(RuntimeError): ...
class Broken(RuntimeError): ...

class Outlook:
    grains: int
    grains_at_most: int
    time_step: float
    steps: float
    end: float
    contacts: float
    memory: float
    disk: float
    seconds: float

class Case:
    def __init__(self, keys: Mapping[str, Any] = ...) -> None: ...
    @staticmethod
    def read(path: str | PathLike[str], sets: str | Sequence[str] = ...) -> Case: ...
    @staticmethod
    def parse(text: str, name: str = "case") -> Case: ...
    def set(self, key: str, value: Any) -> None: ...
    def __setitem__(self, key: str, value: Any) -> None: ...
    def add(self, list: str, entry: Mapping[str, Any]) -> None: ...
    def check(self) -> None: ...
    def outlook(self) -> Outlook: ...
    @property
    def text(self) -> str: ...

class Body:
    id: int
    position: NDArray[np.float64]
    unwrapped: NDArray[np.float64]
    velocity: NDArray[np.float64]
    spin: NDArray[np.float64]
    radius: float
    mass: float
    force: NDArray[np.float64]
    torque: NDArray[np.float64]
    material: str
    label: str
    clump: int
    prescribed: bool

class Wall:
    name: str
    present: bool
    position: NDArray[np.float64]
    rotation: NDArray[np.float64]
    velocity: NDArray[np.float64]
    spin: NDArray[np.float64]
    force: NDArray[np.float64]
    torque: NDArray[np.float64]
    work: float

class Summary:
    steps: int
    time: float
    seconds: float
    overlap_largest: float
    closing_error: float
    warnings: list[str]

class Bodies:
    id: NDArray[np.int32]
    position: NDArray[np.float64]
    radius: NDArray[np.float64]
    velocity: NDArray[np.float64]
    spin: NDArray[np.float64]
    inverse_mass: NDArray[np.float64]
    material: NDArray[np.uint16]
    label: NDArray[np.uint16]
    def __len__(self) -> int: ...

class Contacts:
    i: NDArray[np.int32]
    j: NDArray[np.int32]
    part: list[str]
    wall: list[str]
    point: NDArray[np.float64]
    normal: NDArray[np.float64]
    gap: NDArray[np.float64]
    force: NDArray[np.float64]
    moment: NDArray[np.float64]
    sliding: NDArray[np.bool_]
    def __len__(self) -> int: ...

class Series(Mapping[str, NDArray[np.float64]]):
    names: list[str]
    def __init__(self, names: Sequence[str], columns: Sequence[NDArray[np.float64]]) -> None: ...
    def __getitem__(self, name: str) -> NDArray[np.float64]: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

def read_series(path: str | PathLike[str]) -> Series: ...

class Run:
    def __init__(
        self,
        case: Case | dict[str, Any] | str | PathLike[str],
        out: str | PathLike[str] | None = None,
        replace: bool = False,
        threads: int = 0,
    ) -> None: ...
    @staticmethod
    def load(file: str | PathLike[str], threads: int = 0) -> Run: ...
    @staticmethod
    def resume(folder: str | PathLike[str], threads: int = 0) -> Run: ...
    def advance(self, steps: int = 1) -> int: ...
    def run(self) -> Summary: ...
    @property
    def finished(self) -> bool: ...
    @property
    def trouble(self) -> str: ...
    @property
    def time(self) -> float: ...
    @property
    def time_step(self) -> float: ...
    @property
    def end(self) -> float: ...
    @property
    def step(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def hash(self) -> int: ...
    @property
    def ids(self) -> NDArray[np.int32]: ...
    @property
    def bodies(self) -> Bodies: ...
    def body(self, id: int) -> Body: ...
    def contacts(self, body: int | None = None) -> Contacts: ...
    @property
    def walls(self) -> dict[str, Wall]: ...
    @property
    def materials(self) -> list[str]: ...
    @property
    def labels(self) -> list[str]: ...
    def value(self, name: str) -> float: ...
    @property
    def value_names(self) -> list[str]: ...
    def series(self) -> Series: ...
    def push(self, body: int, force: Sequence[float], torque: Sequence[float] = ...) -> None: ...
    def save(self, file: str | PathLike[str]) -> None: ...
