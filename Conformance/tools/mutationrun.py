# SPDX-License-Identifier: Apache-2.0
"""Running the vectors against the reference in this process: with a trace of the lines that each one executes, and
with one mutant at a time, each in a process of its own until the first wrong answer.

Modules are compiled once; a mutant's process loads all of the reference anew, with the mutated module in its place.
What is slow and no part of the reference (ML-DSA) is remembered by its arguments.
"""

import ast
import functools
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import resource
import signal
import sys
import time

import mutants
import suitefiles

REFERENCE = suitefiles.ROOT / "reference" / "python"
NOT_MUTATED = ("faults", "faults_decisions", "faults_places", "foreign")  # lists of faults, no rules
SECONDS = 3  # of processor time that one answer may take, beside twenty times what the reference takes
MEMORY = 3 << 30
TRACED_CALLS = 30  # of one function, for one vector


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the modules of the reference from code objects."""

    def __init__(self, codes):
        self.codes = codes

    def find_spec(self, name, path=None, target=None):
        if name in self.codes:
            return importlib.machinery.ModuleSpec(name, self)
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.codes[module.__name__], module.__dict__)


class Reference:
    """The modules of the reference: their trees, their code, and how to load them."""

    def __init__(self, folder=REFERENCE):
        paths = {path.stem: path for path in sorted(pathlib.Path(folder).glob("*.py"))}
        self.names = [name for name in paths if name not in NOT_MUTATED]
        self.trees = {name: ast.parse(paths[name].read_text(encoding="utf-8")) for name in self.names}
        self.codes = {name: self.compiled(name) for name in self.names}
        self.loader = None

    def compiled(self, name):
        """The code of a module as its tree stands now."""
        return compile(ast.fix_missing_locations(self.trees[name]), "reference/" + name, "exec")

    def mutants(self, names):
        """The mutants of some modules."""
        fields = mutants.neighbours(self.trees.values())
        return [each for name in names for each in mutants.of_module(name, self.trees[name], fields)]

    def loading(self):
        """The lines inside functions that are executed while the modules are loaded: tables are made by functions."""
        reached = set()

        def local(frame, event, argument):
            if event == "line" and frame.f_code.co_name != "<module>":
                reached.add((frame.f_code.co_filename[10:], frame.f_lineno))
            return local

        sys.settrace(
            lambda frame, event, argument: local if frame.f_code.co_filename.startswith("reference/") else None
        )
        try:
            self.testee()
        finally:
            sys.settrace(None)
        return reached

    def testee(self):
        """The testee of the reference, loaded anew."""
        if self.loader in sys.meta_path:
            sys.meta_path.remove(self.loader)
        self.loader = Loader(self.codes)
        sys.meta_path.insert(0, self.loader)
        for name in self.names:
            sys.modules.pop(name, None)
        return importlib.import_module("testee")

    def uses(self):
        """For each module those that load it, itself included, however far."""
        loads = {
            name: {
                each
                for node in ast.walk(tree)
                if isinstance(node, (ast.Import, ast.ImportFrom))
                for each in ([node.module] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
            }
            for name, tree in self.trees.items()
        }
        users = {name: {name} for name in self.names}
        changed = True
        while changed:
            changed = False
            for name in self.names:
                for user in self.names:
                    if loads[user] & users[name] and user not in users[name]:
                        users[name].add(user)
                        changed = True
        return users


remembered = functools.lru_cache(maxsize=None)


def remember_slow_answers():
    """Signatures take milliseconds and more in plain Python; the answers depend on the arguments alone."""
    from dilithium_py.ml_dsa import ML_DSA_65

    for name in ("sign", "verify", "key_derive"):
        setattr(ML_DSA_65, name, remembered(getattr(ML_DSA_65, name)))


class Vector:
    """A vector as it is asked here."""

    __slots__ = ("id", "line", "expect", "reached", "modules", "seconds")

    def __init__(self, vector):
        self.id, self.expect = vector["id"], vector["expect"]
        self.line = json.dumps({"id": 1, **vector["request"]}).encode()

    def is_answered(self, testee):
        """Whether a testee answers as expected; whatever it dies of is no answer."""
        try:
            answer = json.loads(json.dumps(testee.answer(self.line)))
        except Exception:
            return False
        return answer.get("id") == 1 and suitefiles.as_expected(self.expect, answer)

    def time(self, testee):
        """Measure what an answer takes, once it is remembered what does not change."""
        self.is_answered(testee)
        started = time.process_time()
        self.is_answered(testee)
        self.seconds = time.process_time() - started

    def trace(self, testee):
        """Answer it, and note the lines of the reference that it executes.

        A function that is called over and over (arithmetic of curves) is taken to execute all of its lines.
        """
        reached, calls = set(), {}

        def local(frame, event, argument):
            if event == "line":
                reached.add((frame.f_code.co_filename[10:], frame.f_lineno))
            return local

        def entered(frame, event, argument):
            code = frame.f_code
            if not code.co_filename.startswith("reference/"):
                return None
            calls[code] = calls.get(code, 0) + 1
            if calls[code] > TRACED_CALLS:
                if calls[code] == TRACED_CALLS + 1:
                    reached.update((code.co_filename[10:], line) for _, _, line in code.co_lines() if line)
                return None
            return local

        self.seconds, right = 0, self.is_answered(testee)
        for module in list(sys.modules.values()):
            if getattr(module, "__loader__", None).__class__ is Loader:
                for each in vars(module).values():
                    if hasattr(each, "cache_clear"):
                        each.cache_clear()
        sys.settrace(entered)
        try:
            testee.answer(self.line)
        finally:
            sys.settrace(None)
        self.reached = frozenset(reached)
        self.modules = frozenset(module for module, _ in reached)
        return right


class Suite:
    """The vectors with what they reach, and which of them a mutant has to be asked."""

    def __init__(self, reference, known, alive):
        """`known`: what killed a mutant in an earlier run; `alive`: those that no vector of this suite kills."""
        remember_slow_answers()
        self.reference, self.known, self.alive = reference, known, alive
        self.vectors = [Vector(each) for each in suitefiles.vectors()]
        testee = reference.testee()
        wrong = [each.id for each in self.vectors if not each.trace(testee)]
        if wrong:
            raise SystemExit("mutate: the reference itself fails %s" % ", ".join(wrong[:5]))
        self.vectors.sort(key=lambda each: each.seconds)
        self.by_line, self.by_id = {}, {each.id: each for each in self.vectors}
        for each in self.vectors:
            for at in each.reached:
                self.by_line.setdefault(at, []).append(each)
        self.verifies = remembered(sys.modules["ed25519"].verifies)
        for each in self.vectors:
            sys.modules["ed25519"].verifies = self.verifies
            each.time(testee)
        self.vectors.sort(key=lambda each: each.seconds)
        self.users, self.loading = reference.uses(), reference.loading()
        self.recent = {}  # scope -> the vectors that killed its mutants last
        gc.collect()
        gc.freeze()

    def asked(self, mutant):
        """The vectors for a mutant, the likely killers first. None reaches a line: an empty list."""
        if mutant.at_import or any((mutant.module, line) in self.loading for line in mutant.lines):
            users = self.users[mutant.module]
            found = sorted(
                (each for each in self.vectors if each.modules & users),
                key=lambda each: mutant.module not in each.modules,
            )
        else:
            reaching = {}
            for line in mutant.lines:
                for each in self.by_line.get((mutant.module, line), ()):
                    reaching[each.id] = each
            found = sorted(reaching.values(), key=lambda each: each.seconds)
        recent = self.recent.get((mutant.module, mutant.scope), [])
        first = [each for each in recent if each in found] if found else []
        known = self.by_id.get(self.known.get(mutant.key()))
        return ([known] if known else []) + first + found

    def note(self, mutant, killer):
        """Remember a killer for the next mutant of the same function."""
        recent = self.recent.setdefault((mutant.module, mutant.scope), [])
        for each in self.vectors if killer else ():
            if each.id == killer:
                recent[:] = [each, *(one for one in recent if one is not each)][:12]
                break

    def killer(self, mutant):
        """What kills a mutant: the id of a vector, "start" when it does not load, or None."""
        asked = self.asked(mutant)
        if not asked:
            return None
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            self.try_mutant(mutant, asked, write)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            said = pipe.read().decode()
        _, status = os.waitpid(child, 0)
        last = said.rsplit("\n", 2)[-2] if "\n" in said else "start"
        # A process that was ended (out of time or of memory) was at the last vector that it named.
        killer = last if status != 0 or not said.endswith("alive\n") else None
        self.note(mutant, killer)
        return killer

    def try_mutant(self, mutant, asked, write):
        """In a process of its own: name each vector that is asked once it takes long, and the one that kills."""
        sys.stdout = sys.stderr = open(os.devnull, "w")
        sys.stdin = open(os.devnull)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        code = 1
        try:
            signal.setitimer(signal.ITIMER_PROF, 20)
            mutant.apply()
            self.reference.codes[mutant.module] = self.reference.compiled(mutant.module)
            testee = self.reference.testee()
            if mutant.module != "ed25519":
                sys.modules["ed25519"].verifies = self.verifies
            for vector in asked:
                os.write(write, b"%s\n" % vector.id.encode())
                signal.setitimer(signal.ITIMER_PROF, SECONDS + 20 * vector.seconds)
                if not vector.is_answered(testee):
                    break
            else:
                os.write(write, b"alive\n")
                code = 0
        except BaseException:
            pass
        finally:
            os._exit(code)
