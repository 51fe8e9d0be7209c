"""`rule`, the one decorator, and `build`, which compiles generated source.

A rule is a small function over records and numbers, written in the dialect of `docs/dialect.md`. The same function is
called from Python, from the compiled loop on CPU threads and from a CUDA kernel.

Compiled code is kept on disk (`lek.cache`), a file for each function and signature. numba's own disk cache looks only at
the file a function stands in, so a change in a helper two files away leaves it stale. Here every folder is named by a hash
of the sources that could matter: those of Lek and, for rules that live outside it, of every loaded file that is not part of
the Python installation. What files do not tell (closures, constants read from elsewhere, rules typed in) is in a
`fingerprint` of the rules themselves.
"""

from __future__ import annotations

import hashlib
import importlib.util
import linecache
import os
import site
import sys
import sysconfig
import threading
import warnings
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache as once
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from lek import cache
from lek.compiling import keep

# Records that begin alike share a compiled rule; numba calls that experimental, and it is what we want.
warnings.filterwarnings("ignore", message=".*has been considered a subtype", category=Warning)

Rule = Callable[..., Any]
HOUSE = Path(__file__).parent.resolve()
_SURFACES = {"cli", "web"}  # call the library and hold no rules: editing them recompiles nothing
_built: dict[Any, dict[str, Any]] = {}
_lock = threading.RLock()
_LOADED = "lek_outside_"  # begins the names of modules that are files of somebody's own
_uncached: list[Any] = []  # rules from outside files, waiting until all their sources are known


def rule(function: Callable[..., Any]) -> Any:
    """Compile on first use, releasing the interpreter lock; kept on disk, never stale."""
    compiled = njit(function)
    if belongs_to_house(function.__code__.co_filename):
        keep(compiled, cache_folder())
    else:
        _uncached.append(compiled)
    return compiled


def njit(function: Callable[..., Any]) -> Any:
    """numba's, as all of Lek uses it."""
    return numba.njit(nogil=True, error_model="numpy")(function)


def njit_uncounted(function: Callable[..., Any]) -> Any:
    """For loops that make no arrays: who uses their arrays is not counted, atomically, at every call."""
    return numba.njit(nogil=True, error_model="numpy", _nrt=False)(function)


def build(name: str, source: str, names: dict[str, Any]) -> dict[str, Any]:
    """Run generated `source` as a module with `names` in it, and `njit`; its code is kept under a hash of all that it uses.

    Functions made by closures never hit numba's cache; functions of a module do.
    """
    known = (name, source, tuple(map(id, names.values())))
    with _lock:
        if known not in _built:
            _built[known] = _build(name, source, names)
        return _built[known]


def _build(name: str, source: str, names: dict[str, Any]) -> dict[str, Any]:
    outside = fingerprint([value for value in names.values() if _is_rule(value)])
    rest = {key: value for key, value in names.items() if not _is_rule(value)}
    rules = {key: f"{value.__module__}.{value.__qualname__}" for key, value in names.items() if _is_rule(value)}
    named = f"{source} {sorted(rules.items())} {_described(rest)} {outside}"
    folder = cache_folder(_outside_files() if outside else ())
    title = f"lek_kernel_{name}_{hashlib.sha256(f'{named} {folder}'.encode()).hexdigest()[:16]}"
    path = f"<{title}>" if outside else str(HOUSE / f"<{title}>")  # on no disk; a traceback reads it here
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    module = ModuleType(title)
    sys.modules[title] = module  # where numba looks for it when it reads the function back from disk
    vars(module).update({"njit": njit, **names})
    exec(compile(source, path, "exec"), vars(module))
    for value in vars(module).values():
        if getattr(value, "__module__", None) == title:
            keep(value, folder)
    return vars(module)


def fingerprint(rules: Iterable[Any]) -> str:
    """A hash of what rules from outside the house are made of: code, constants, defaults, globals, and what they call.

    Files alone do not tell: a rule may be a closure, hold a constant read from elsewhere, or come from no file at all.
    Empty where all belong to the house: its sources name the cache folder already.
    """
    seen: set[int] = set()
    digest = hashlib.sha256()

    def add(value: Any, names: set[str]) -> None:
        function = getattr(value, "py_func", value)
        if isinstance(function, FunctionType):
            if id(function) in seen or belongs_to_house(function.__code__.co_filename):
                return
            seen.add(id(function))
            used = add_code(function.__code__)
            add(function.__defaults__, used)
            cells = [cell.cell_contents for cell in function.__closure__ or ()]
            for item in (*cells, *(function.__globals__[name] for name in sorted(used & function.__globals__.keys()))):
                add(item, used)
        elif isinstance(function, ModuleType):
            if id(function) not in seen:
                seen.add(id(function))
                for name in sorted(names):  # what the code may take from the module
                    add(getattr(function, name, None), names)
        elif isinstance(function, np.ndarray):
            digest.update(repr(function.dtype).encode() + function.tobytes())
        elif isinstance(function, tuple | list):
            for item in function:
                add(item, names)
        elif isinstance(function, type):
            digest.update(function.__qualname__.encode() + repr(sorted(map(repr, vars(function).values()))).encode()
                          if issubclass(function, Enum) else function.__qualname__.encode())
        else:
            digest.update((getattr(function, "__qualname__", None) and function.__qualname__.encode())
                          or repr(function).encode())

    def add_code(code: CodeType) -> set[str]:
        digest.update(code.co_code)
        names = set(code.co_names)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                names |= add_code(constant)
            else:
                digest.update(repr(constant).encode())
        digest.update(repr(sorted(names)).encode())
        return names

    for rule_ in rules:
        add(rule_, set())
    return digest.hexdigest() if seen else ""


def load(path: str | Path) -> ModuleType:
    """Import a Python file that lives outside the package; its rules are cached under a hash of all its sources.

    A file that has changed since is another module.
    """
    path = Path(path).resolve()
    name = f"{_LOADED}{path.stem}_{hashlib.sha256(str(path).encode() + path.read_bytes()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    _uncached.clear()
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # Python's own cache misses edits within a second
    try:
        specification.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.dont_write_bytecode = writes
        sys.path.remove(str(path.parent))
    folder = cache_folder(_outside_files(), fingerprint(_uncached))
    for compiled in _uncached:
        keep(compiled, folder)
    _uncached.clear()
    return module


def explain(error: BaseException) -> str:
    """An error in one sentence; of a rule that does not compile, why and where."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if type(error).__module__.startswith("numba") and len(lines) > 1:
        places = [line.rstrip(":") for line in lines if line.startswith('File "') and "lek_kernel_" not in line]
        why = next((line for line in lines if not line.startswith("Failed in nopython mode")), lines[0])
        return f"a rule does not compile: {why} {places[-1] if places else ''}".strip()
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"


def failed_at(error: BaseException) -> str:
    """The innermost line to blame in a file that was loaded, in brackets; nothing where no such file is to blame."""
    loaded = {getattr(module, "__file__", None) for name, module in list(sys.modules.items()) if name.startswith(_LOADED)}
    found, traceback = "", error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename in loaded:
            found = f" ({Path(traceback.tb_frame.f_code.co_filename).name}, line {traceback.tb_lineno})"
        traceback = traceback.tb_next
    return found


def place(rule_: Any) -> str:
    """Where a rule from outside the house stands, in brackets; nothing for one of ours."""
    code = getattr(rule_, "py_func", rule_).__code__
    return "" if belongs_to_house(code.co_filename) else f" ({Path(code.co_filename).name}, line {code.co_firstlineno})"


@once
def cache_folder(outside: tuple[Path, ...] = (), more: str = "") -> Path | None:
    """The folder for code of these very sources: Lek's own, those outside, and `more` that could matter."""
    options = sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {options} {more}".encode())
    own = (path for kind in ("*.py", "*.npz") for path in HOUSE.rglob(kind)
           if path.relative_to(HOUSE).parts[0] not in _SURFACES)
    for path in (*sorted(own), *outside):
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return cache.folder("outside" if outside else "own", digest.hexdigest()[:16])


def _outside_files() -> tuple[Path, ...]:
    """Source files of every loaded module that belongs neither to Lek nor to the Python installation."""
    installed = [Path(path).resolve() for path in _installation()]
    files = set()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and file.endswith(".py") and not name.startswith("lek_kernel_"):
            path = Path(file).resolve()
            if path.is_file() and not any(path.is_relative_to(place) for place in (HOUSE, *installed)):
                files.add(path)
    return tuple(sorted(files))


def _installation() -> Iterable[str]:
    return {sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib"),
            *site.getsitepackages(), site.getusersitepackages()}


def _described(names: dict[str, Any]) -> list[str]:
    """Constants and modules by name, as text."""
    return [f"{name}={value.__name__ if isinstance(value, ModuleType) else repr(value)}"
            for name, value in sorted(names.items())]


def belongs_to_house(file: str) -> bool:
    """Whether a file is one of Lek's own."""
    return Path(file).resolve().is_relative_to(HOUSE)


def _is_rule(value: Any) -> bool:
    return hasattr(value, "__qualname__") or hasattr(value, "py_func")
