"""The other side of `outside.PythonFile`: one process that runs one student's file. Standard library only, and little
of that, so that it starts in about 20 ms; nothing of Lek and nothing of its caller is in here to look at.

A question is a length [4 bytes] and a marshalled tuple; an answer is one line: an integer, `!kind<TAB>line<TAB>text`
when something went wrong (line 0: unknown), or `?` when the student looks at `view.legal` and the caller has to send
it. Standard input is empty, standard output is standard error: the channel is neither of them.
"""

from __future__ import annotations

import builtins
import marshal
import operator
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any, ClassVar

LIMITS = {"RLIMIT_AS": 1 << 30, "RLIMIT_FSIZE": 1 << 24, "RLIMIT_CORE": 0}  # bytes
ORPHAN = 10.0  # seconds of computing beyond the budget after which the system ends a process nobody waits for
MODULE = "__student__"
LONGEST = 300  # characters of a student's value or message that are passed on


class Bad(Exception):
    """An answer that is not an action."""


class View:
    """What the student may see, as plain attributes; `legal` is fetched when it is first looked at, in its own move."""

    _move = 0  # the move being made now
    _ask: ClassVar[Callable[[], list[int]] | None] = None

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        View._move += 1
        self.__dict__["_move"] = View._move

    def __getattr__(self, name: str) -> Any:
        if name != "legal":
            raise AttributeError(f"the view has no {name!r}; it has: {', '.join(self._names())}")
        if View._ask is None:
            raise AttributeError("the view has no 'legal': this game has too many actions to list")
        if self._move != View._move:
            raise AttributeError("view.legal was not looked at in its own move, and is gone")
        self.__dict__["legal"] = actions = View._ask()
        return actions

    def __repr__(self) -> str:
        return f"View({', '.join(f'{name}={self.__dict__[name]!r}' for name in self._names())})"

    def _names(self) -> list[str]:
        return [name for name in self.__dict__ if not name.startswith("_")]


class Channel:
    """Questions in, answers out."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor, self.owner = descriptor, os.getpid()
        os.set_inheritable(descriptor, False)

    def receive(self) -> Any:
        data = b""
        while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "little"):
            more = os.read(self.descriptor, 1 << 16)
            if not more:  # the caller has gone
                os._exit(0)
            data += more
        return marshal.loads(data[4:])

    def send(self, line: str) -> None:
        if os.getpid() != self.owner:
            os._exit(0)  # the student forked: only one of them speaks
        data = (line + "\n").encode(errors="backslashreplace")
        while data:
            data = data[os.write(self.descriptor, data):]


class Student:
    """One file: executed afresh for every game, asked for every move, both against the clock."""

    def __init__(self, channel: Channel, path: str) -> None:
        self.channel, self.path = channel, path
        self.folder = os.path.dirname(path)
        self.tree: Any = None
        self.code: CodeType | None = None
        self.act: Callable[..., Any] | None = None
        self.remembers = False  # it is act(view, memory)
        self.memories: dict[int, dict[Any, Any]] = {}
        self.fields: tuple[str, ...] = ()
        self.line = 0  # of `def act`
        self.limit = 0.0
        self.running = False
        self.ours = set(sys.modules)

    def timed(self, limit: float, work: Callable[..., str], *values: Any) -> str:
        """What `work` says, or what went wrong with it; the process ends when it takes too long."""
        self.limit, self.running = limit, True
        signal.setitimer(signal.ITIMER_PROF, limit + ORPHAN)  # left to the system: ends even what holds the interpreter
        try:
            signal.setitimer(signal.ITIMER_REAL, limit)
            return work(*values)
        except BaseException as error:  # whatever a student raises is told, not raised
            return self.failure(error)
        finally:
            self.running = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def late(self, number: int, frame: FrameType | None) -> None:
        """Report from within the alarm, so that no `except` of the student's can swallow it."""
        if self.running:
            while frame is not None and frame.f_code.co_filename != self.path:
                frame = frame.f_back
            what = "act" if self.act else "the file at import"
            line = frame.f_lineno if frame else self.line
            self.channel.send(fault("time", line, f"{what} took longer than {self.limit:g} s"))
            os._exit(0)

    def failure(self, error: BaseException) -> str:
        if isinstance(error, Bad):
            return fault("bad answer", self.line, str(error))
        line, message = line_of(error.__traceback__, self.path) or self.line, short(error, str)
        if isinstance(error, SyntaxError) and error.filename == self.path:
            line, message = error.lineno or 0, error.msg
        if isinstance(error, SystemExit):
            code = "" if error.code is None else short(error.code, repr)
            return fault("crash", line, f"the file called sys.exit({code})")
        text = f"{type(error).__name__}: {message}" if message else type(error).__name__
        return fault("exception" if self.act else "import", line, text)

    def begin(self, source: bytes, fields: tuple[str, ...], listed: bool, seed: int) -> str:
        """Execute the file with nothing left of the last game; the line of `def act`."""
        self.act, self.fields, self.line = None, fields, 0
        View._ask = self.legal if listed else None
        signal.signal(signal.SIGALRM, self.late)
        if self.code is None:
            self.tree = compile(source, self.path, "exec", 0x400, dont_inherit=True)  # ast.PyCF_ONLY_AST
            self.code = compile(self.tree, self.path, "exec", dont_inherit=True)
            if "numpy" in imported(self.code):
                try_import("numpy")  # so that it is seeded in the first game as in all others
        self.forget()
        seeded = seed_all(seed)
        module = ModuleType(MODULE)
        module.__file__ = self.path
        sys.modules[MODULE] = module
        exec(self.code, module.__dict__)
        if "numpy" in sys.modules and not seeded:
            seed_all(seed)
        act = getattr(module, "act", None)
        if not callable(act):
            return fault("import", 0, "the file defines no function act(view)")
        self.line = next((node.lineno for node in reversed(self.tree.body) if getattr(node, "name", "") == "act"), 0)
        self.line = self.line or getattr(getattr(act, "__code__", None), "co_firstlineno", 0)
        self.act, self.remembers, self.memories = act, takes_two(act), {}
        return str(self.line)

    def forget(self) -> None:
        """Drop the modules that came from the student's own folder, with all they remember."""
        for name in set(sys.modules) - self.ours:
            top = sys.modules.get(name.partition(".")[0])
            file = (getattr(top, "__file__", None) or "").removesuffix(os.sep + "__init__.py")
            if os.path.dirname(file) == self.folder:
                sys.modules.pop(name, None)
                self.ours.discard(name)

    def answer(self, values: list[Any], legal: list[int] | None, body: int) -> str:
        assert self.act is not None
        fields = dict(zip(self.fields, values, strict=True))
        if legal is not None:
            fields["legal"] = legal
        view = View(fields)
        action = self.act(view, self.memories.setdefault(body, {})) if self.remembers else self.act(view)
        return str(action if type(action) is int and -(1 << 63) <= action < 1 << 63 else whole(action))

    def legal(self) -> list[int]:
        self.channel.send("?")
        actions: list[int] = self.channel.receive()
        return actions

    def lint(self) -> str:
        """Sentences about a file that has begun, or has failed to; divided by tabs."""
        import ast
        import inspect

        said = []
        for line, name in sorted(set(needed(ast.walk(self.tree)))) if self.tree else []:
            if not try_import(name):
                said.append(f"line {line}: there is no module called {name} here")
        if self.act is not None:
            try:
                inspect.signature(self.act).bind(*[None] * (1 + self.remembers))
            except TypeError:
                said.append(f"line {self.line}: act must take one argument or two, act(view) or act(view, memory); "
                            f"given: act{inspect.signature(self.act)}")
            except ValueError:
                pass  # a built-in function that does not tell
        return "!lint\t0\t" + "\t".join(said)


def takes_two(act: Any) -> bool:
    """Whether it is act(view, memory); a method's own object is no argument of it."""
    code = getattr(act, "__code__", None)
    if code is None and not hasattr(type(act).__call__, "__code__"):
        return False  # a built-in function
    act = act if code is not None else act.__call__
    return bool(act.__code__.co_argcount - hasattr(act, "__self__") - len(act.__defaults__ or ()) == 2)


def fault(kind: str, line: int, text: str) -> str:
    return f"!{kind}\t{line}\t{' '.join(text.split())}"


def short(value: Any, how: Callable[[Any], str]) -> str:
    try:
        text = how(value)
    except Exception:  # a student's __str__ or __repr__
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."


def whole(answer: Any) -> int:
    """The integer that NumPy's and other integers stand for."""
    number: int | None
    try:
        number = operator.index(answer)
    except TypeError:
        number = None
    if number is None or isinstance(answer, bool):
        kind = "" if answer is None else f" ({type(answer).__name__})"
        raise Bad(f"act returned {short(answer, repr)}{kind}, which is not an integer")
    if not -(1 << 63) <= number < 1 << 63:
        raise Bad("act returned an integer of more than 64 bits, which is no action")
    return number


def line_of(traceback: TracebackType | None, path: str) -> int:
    """The line of the innermost frame in the student's file."""
    line = 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == path:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def imported(code: CodeType) -> set[str]:
    """First words of all names that code and the functions in it use."""
    names = {name.partition(".")[0] for name in code.co_names}
    return names.union(*(imported(inner) for inner in code.co_consts if isinstance(inner, CodeType)))


def seed_all(seed: int) -> bool:
    """Whether NumPy was there to be seeded beside `random`."""
    random.seed(seed)
    if "numpy" not in sys.modules:
        return False
    sys.modules["numpy"].random.seed(seed % (1 << 32))
    return True


def try_import(name: str) -> bool:
    try:
        __import__(name)
    except Exception as error:  # what else it does wrong is told when the file is executed
        return not isinstance(error, ImportError)
    return True


def needed(nodes: Iterator[Any]) -> Iterator[tuple[int, str]]:
    """Lines and names of imports, but for those that a `try` guards."""
    found: dict[int, tuple[int, list[str]]] = {}
    guarded: set[int] = set()
    for node in nodes:
        kind = type(node).__name__
        if kind == "Try" and node.handlers:
            guarded.update(id(inner) for inner in node.body)
        elif kind == "Import":
            found[id(node)] = node.lineno, [alias.name for alias in node.names]
        elif kind == "ImportFrom" and not node.level:
            found[id(node)] = node.lineno, [node.module]
    for key, (line, names) in found.items():
        if key not in guarded:
            yield from ((line, name) for name in names)


def limit_resources() -> None:
    try:
        import resource
    except ImportError:
        return
    for name, most in LIMITS.items():
        try:
            limit = getattr(resource, name)
            before = resource.getrlimit(limit)[1]
            most = most if before == resource.RLIM_INFINITY else min(before, most)  # root could raise what a launcher set
            resource.setrlimit(limit, (most, most))
        except (AttributeError, ValueError, OSError):
            pass  # not on this system


def main() -> None:
    descriptor, path, *packages = sys.argv[1:]
    sys.argv = [path]
    sys.path += packages  # not the file's own folder: there may lie the opponents
    vars(builtins).update(exit=sys.exit, quit=sys.exit)  # usually made by `site`, which is left out for speed
    limit_resources()
    channel = Channel(int(descriptor))
    student = Student(channel, path)
    works: dict[str, Callable[..., str]] = {"begin": student.begin, "answer": student.answer, "lint": student.lint}
    while True:
        work, limit, *values = channel.receive()
        channel.send(student.timed(limit, works[work], *values))


if __name__ == "__main__":
    main()
