"""How numba compiles for Lek, and where it keeps the code: all that reaches into numba's insides.

numba compiles a function for every signature, and before it every function that it calls, each to the end: optimised, made
machine code, wrapped for Python, with a copy of all that it calls in turn. What is called from compiled code alone needs
none of that. Here a function is compiled in a copy of the process, where all that it calls is only linked, and the whole is
optimised once: half the time (measured: 13.4 and 6.9 s for all players of Moose), and what compiling leaves in memory is
gone with the copy (186 MB in place of 881 after all players of Simplexity). Whatever goes wrong in the copy, the function is
compiled here, in numba's own way, and what is wrong is told.

Nearly all the time of compiling goes into finding types and writing LLVM's code down, function by function, in Python
(measured: 95 % for a search of Simplexity). So a copy keeps what it has written of every function that is called, with all
that this one calls, in a file of its own, and another kernel with the same rules begins with that.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import hashlib
import itertools
import os
import pickle
import secrets
import signal
import sys
import warnings
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba import config
from numba.core import cgutils, compiler, sigutils, types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.extending import intrinsic

from lek import cache

END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of <sys/prctl.h>
REFUSED, NOT_LINKED, UNWRITTEN, INTERRUPTED = 1, 2, 3, 130  # how a copy ends that has not kept what it was to compile
failed: list[str] = []  # what copies were to compile and did not
# whether this is a copy that compiles; whether copies are of no use; what the code that a copy has read refers to
_state = SimpleNamespace(copy=False, here=False, environments=[])


def _name_symbols() -> None:
    """Compiled functions get symbols that no other process gives.

    numba counts functions and records as it meets them. Two processes would give two functions one symbol and both their
    code to one cache; whoever loads both then runs one for the other. Measured: wrong results, and crashes.
    """
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(64) << 32)


_name_symbols()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_name_symbols)


# Where code is kept


def keep(compiled: Any, folder: Path | None) -> None:
    """Keep a function's compiled code, for the CPU or for CUDA, in this folder.

    numba's caches know what a key is and how code is taken apart and put together; only where it lies is ours.
    """
    if folder is None or not hasattr(compiled, "enable_caching"):  # uncompiled, or the CUDA simulator's
        return
    home = vars(sys.modules[type(compiled).enable_caching.__module__])
    kind = home["CUDACache" if "CUDACache" in home else "FunctionCache"]
    function, dumps = compiled.py_func, vars(sys.modules[kind.__mro__[1].__module__])["dumps"]
    files, kept, parts = _CodeFiles(folder, compiled, dumps), object.__new__(kind), object.__new__(kind._impl_class)
    vars(parts).update(
        _locator=files, _lineno=function.__code__.co_firstlineno,
        check_cachable=lambda made: _can_be_kept(made) if _is_part(made) else kind._impl_class.check_cachable(parts, made),
        reduce=lambda made: _written(made) if _is_part(made) else kind._impl_class.reduce(parts, made),
        rebuild=lambda context, code: (_read_again(context, code) if isinstance(code, Called)
                                       else kind._impl_class.rebuild(parts, context, code)))
    vars(kept).update(_name=repr(function), _py_func=function, _impl=parts, _cache_path=str(folder), _cache_file=files)
    if "CUDACache" in home:  # a kernel may depend on how it is launched, and is marked then
        vars(kept).update(_launch_config_key=None, _launch_config_sensitive_flag=None,
                          _launch_config_marker_path=str(folder / f"{files.name('any launch')}.marked"))
    kept.enable()
    compiled._cache = kept


class _CodeFiles:
    """Where numba keeps the compiled code of one function: a file for each signature, in a folder of ours."""

    def __init__(self, folder: Path, compiled: Any, dumps: Callable[[Any], bytes]) -> None:
        self.folder, self.compiled, self.function, self.dumps = folder, compiled, compiled.py_func, dumps
        self._py_file = self.function.__code__.co_filename  # for numba's warning of code that cannot be kept

    def load(self, key: Any) -> Any:
        code = self._read(key)
        if code is None and _state.copy:
            code = self._read(key, "called")
        elif code is None and _compiles_apart(self.compiled):
            _in_a_copy(self.compiled, key[0])
            code = self._read(key)
        return code

    def _read(self, key: Any, kind: str = "code") -> Any:
        found = cache.get(self.folder, self.name(key, kind))
        try:
            known, code = (None, b"") if found is None else pickle.loads(found)
            return pickle.loads(code) if known and pickle.loads(known) == key else None
        except Exception:  # whatever unpickling stumbles over: it is compiled anew
            return None

    def save(self, key: Any, code: Any) -> None:
        kind = "called" if isinstance(code, Called) else "code"
        content = pickle.dumps((self.dumps(key), self.dumps(code)))
        kept = cache.put(self.folder, self.name(key, kind), content, quiet=_state.copy)
        if not kept and _state.copy and kind == "code":
            os._exit(UNWRITTEN)

    def flush(self) -> None:
        """What is compiled again replaces its file by itself."""

    def ensure_cache_path(self) -> None:
        """So does the folder."""

    def name(self, key: Any, kind: str = "code") -> str:
        function = self.function
        named = f"{function.__module__} {function.__qualname__} {function.__code__.co_firstlineno} {key}"
        return f"{function.__name__}-{hashlib.sha256(named.encode()).hexdigest()[:32]}.{kind}"


# Whole records. numba reads and writes them byte by byte: 168 loads and stores for the state of a game of Moose


def put(to: Any, record: Any) -> None:
    """Overwrite one record with another of its type."""
    for name in record.dtype.names:
        to[name] = record[name]


def own(record: Any) -> Any:
    """A copy of a record that only this function has: what is written there and not read is not written at all."""
    return record.copy()


def _put(typing: Any, to: Any, record: Any) -> Any:
    def written(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        cgutils.raw_memcpy(builder, given[0], given[1], context.get_constant(types.intp, record.size), 1)
        return context.get_dummy_value()

    return types.none(to, record), written


def _own(typing: Any, record: Any) -> Any:
    def written(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = cgutils.alloca_once(builder, cgutils.ir.ArrayType(cgutils.int8_t, record.size))
        place.align = 16
        cgutils.raw_memcpy(builder, place, given[0], context.get_constant(types.intp, record.size), 1)
        return builder.bitcast(place, given[0].type)

    return record(record), written


if not config.DISABLE_JIT:
    put, own = intrinsic(_put), intrinsic(_own)


# In a copy of the process


def _compiles_apart(compiled: Any) -> bool:
    """Whether a function is compiled in a copy: on Linux, for the CPU; what it calls is compiled in the same one."""
    return (sys.platform == "linux" and not _state.copy and not _state.here
            and not hasattr(compiled._cache, "_launch_config_key"))


def _in_a_copy(compiled: Any, signature: Any) -> None:
    """Compile and keep a function in a copy of this process, which ends with it; the wait for it can be interrupted."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # other threads: the copy has none and needs none of them
            copy = os.fork()
    except OSError:  # no more processes are allowed, or too little memory is left
        return
    if copy == 0:
        code = REFUSED
        try:
            _state.copy = True
            gc.freeze()  # what this process has, a GPU's memory perhaps, is not its copy's to free
            ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
            _compile_whole(compiled, signature)
            code = 0
        except _NotLinked:
            code = NOT_LINKED
        except KeyboardInterrupt:  # Ctrl-C reaches all processes at once
            code = INTERRUPTED
        finally:
            os._exit(code)
    try:
        _, status = os.waitpid(copy, 0)
    except ChildProcessError:  # it has ended, and whoever started us had said that nobody wants to know how
        return
    except BaseException:
        with contextlib.suppress(OSError):
            os.kill(copy, signal.SIGKILL)
            os.waitpid(copy, 0)
        raise
    code = os.waitstatus_to_exitcode(status)
    _state.here = code == UNWRITTEN
    if code < 0 or code == NOT_LINKED:
        failed.append(compiled.py_func.__qualname__)
        cache.say(f"the copy of this process that compiled {failed[-1]} ended with {code}; it is compiled again here")
    if code == INTERRUPTED:
        raise KeyboardInterrupt


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that only compiled code calls: as it was written down, for whoever links it."""

    _shared_module: Any
    _linking_libraries: list[Any]

    def _optimize_functions(self, ll_module: Any) -> None:
        """Later, with whoever calls: loops that are unrolled too early hide that a function is called in one place.

        Only what is never used is left out, such as the addresses of the functions that are called.
        """
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = llvm.create_new_function_pass_manager(), self._codegen._pass_builder()
        passes.add_sroa_pass()
        passes.add_aggressive_dce_pass()
        for function in ll_module.functions:
            passes.run(function, builder)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        if self._shared_module is None:  # otherwise it was read from a file
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
            self._shared_module = self._final_module
        return self._shared_module

    def take_in(self) -> None:
        """Link all that it calls into it."""
        for library in _callers_first(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._linking_libraries = []


def _callers_first(libraries: Sequence[Any]) -> list[Any]:
    """These and all that they call, each once. LLVM leaves out what is not called so far, so whoever calls comes first."""
    known: dict[Any, None] = {}  # callees before their callers
    waiting = [(library, False) for library in libraries]
    while waiting:
        library, seen = waiting.pop()
        if seen:
            known.setdefault(library)
        elif library not in known:
            library._ensure_finalized()
            waiting.append((library, True))
            waiting += [(each, False) for each in library._linking_libraries if isinstance(library, _Part)]
    return list(reversed(known))


class Called(NamedTuple):
    """What is kept of a function that compiled code calls: its code with all that it calls, in LLVM's own form."""

    name: str
    code: bytes
    describes: Any  # numba's words for the function
    environment: Any
    signature: Any
    environments: tuple[Any, ...]


def _can_be_kept(made: Any) -> bool:
    """Whether what is written of a part means the same in another process; what is kept of it is taken in here."""
    if made.lifted or made.reload_init or made.library._reload_init:
        return False
    made.library.take_in()
    return not any(each.name.startswith("numba.dynamic.globals") for each in made.library._final_module.global_variables)


def _written(made: Any) -> Called:
    made.fndesc.typemap = made.fndesc.calltypes = None  # as numba does: large, and of no use any more
    code = zlib.compress(made.library._final_module.as_bitcode(), 1)
    return Called(made.library.name, code, made.fndesc, made.environment, made.signature,
                  tuple(made._find_referenced_environments()))


def _read_again(context: Any, called: Called) -> Any:
    """The part as if it had been compiled here."""
    library = _Part(context.codegen(), called.name)
    library._final_module, library._finalized = llvm.parse_bitcode(zlib.decompress(called.code)), True
    _state.environments.append(called.environments)
    return compiler.CompileResult(
        target_context=context, typing_context=context.typing_context, library=library, environment=called.environment,
        entry_point=[].append, fndesc=called.describes, type_annotation="", signature=called.signature, objectmode=False,
        lifted=(), typing_error=None, call_helper=None, metadata=None, reload_init=(), referenced_envs=())


class _NotLinked(Exception):
    pass


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function with all that it calls, and what these call, each once."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        self._linking_libraries = _callers_first(self._linking_libraries)
        super().finalize()
        for function in self._final_module.functions:
            if function.is_declaration and function.name.startswith("_ZN"):  # it would be called at address 0
                raise _NotLinked(function.name)

    def _optimize_final_module(self) -> None:
        """Nobody else calls what is linked in: LLVM may put a function that is called in one place into that place."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
        super()._optimize_final_module()


def _is_part(made: Any) -> bool:
    return isinstance(getattr(made, "library", None), _Part)


def _compile_whole(compiled: Any, signature: Any) -> None:
    """Compile a function for a signature, and keep it; afterwards numba compiles nothing but parts in this process."""
    context = compiled.targetctx
    codegen, executable = context.codegen(), context.get_executable
    whole = _Whole(codegen, compiled.py_func.__qualname__)
    whole.enable_object_caching()
    # of a part nothing can be called from Python; numba wants something that tells it from others
    codegen.create_library = lambda name, **more: _Part(codegen, name)
    context.get_executable = lambda library, *more: [].append if isinstance(library, _Part) else executable(library, *more)
    _FunctionCompiler._compile_core = _compile_core
    arguments, answer = sigutils.normalize_signature(signature)
    made = _compile_core(compiled._compiler, arguments, answer, whole)
    compiled._cache.save_overload(signature, made)


def _compile_core(self: Any, args: Any, return_type: Any, library: Any = None) -> Any:
    """As numba's, with the library given, and no wrappers that nobody calls."""
    flags = compiler.Flags()
    self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
    flags = self._customize_flags(flags)
    flags.no_cfunc_wrapper, flags.no_cpython_wrapper = True, library is None
    found = compiler.compile_extra(
        self.targetdescr.typing_context, self.targetdescr.target_context, self._get_implementation(args, {}), args=args,
        return_type=return_type, flags=flags, locals=self.locals, library=library, pipeline_class=self.pipeline_class)
    if found.typing_error is not None and not flags.enable_pyobject:
        raise found.typing_error
    return found
