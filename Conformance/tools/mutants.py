# SPDX-License-Identifier: Apache-2.0
"""The mutants of a module: every small change of its syntax tree that a slip of the pen could have made.

A mutant is named by its module, the function that it is in, the operator, and the source before and after, so
that a name outlives changes elsewhere in the file. Texts for people (what a refusal says) are not mutated, since
no vector may look at them; neither are documentation and annotations.
"""

import ast
import hashlib
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}
NAMES = {
    "min": "max",
    "max": "min",
    "all": "any",
    "any": "all",
    "bisect_right": "bisect_left",
    "bisect_left": "bisect_right",
    "ljust": "rjust",
    "lt": "le",
    "le": "lt",
    "gt": "ge",
    "ge": "gt",
    "eq": "ne",
    "fullmatch": "match",
    "strip": "rstrip",
    "startswith": "endswith",
    "floor": "ceil",
    "keys": "items",
    "update": "setdefault",
}
# The arguments of these that are read by people alone: (name, position).
DETAILS = {("require", 1), ("Refused", 1), ("fault", 0), ("malformed", 0), ("ImportError", 0), ("ValueError", 0)}
# Not rules but the process around them: reading lines, and the options that put a fault in. check.py runs it.
NOT_MUTATED = {("testee", "main")}
SHOWN = 150  # characters of source that name a mutant


class Mutant(NamedTuple):
    """One change: where it is, what it is, and how to make it and take it back in the tree."""

    module: str
    scope: str
    operator: str
    before: str
    after: str
    number: int  # among those of the same name
    lines: range  # of the statement that holds it
    at_import: bool  # evaluated when the module is loaded
    place: tuple  # (parent, field, index or None, replacement)

    def key(self):
        """What names it in the list of survivors."""
        return self.module, self.scope, self.operator, self.before, self.after, self.number

    def apply(self):
        """Put the change into the tree; gives what takes it back."""
        parent, field, index, replacement = self.place
        return exchange(parent, field, index, replacement)


def exchange(parent, field, index, node):
    """Put a node in the place of another; gives the other."""
    if index is None:
        old = getattr(parent, field)
        setattr(parent, field, node)
    else:
        siblings = getattr(parent, field)
        old, siblings[index] = siblings[index], node
    return old


def same_kind(old, **changes):
    """A copy of a node with some fields changed; the children are shared."""
    fields = {name: getattr(old, name) for name in old._fields if hasattr(old, name)}
    return ast.copy_location(type(old)(**{**fields, **changes}), old)


def constant(value, old):
    """A constant in the place of a node."""
    return ast.copy_location(ast.Constant(value), old)


def without(siblings, index):
    """A list without one member."""
    return siblings[:index] + siblings[index + 1 :]


class Fields(ast.NodeVisitor):
    """The fields of each class of a module, from slots, annotations and what __init__ sets."""

    def __init__(self):
        self.classes = {}

    def visit_ClassDef(self, node):
        names = [each.target.id for each in node.body if isinstance(each, ast.AnnAssign)]
        for each in ast.walk(node):
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store) and each.attr not in names:
                names.append(each.attr)
        if len(names) > 1:
            self.classes[node.name] = names


def neighbours(trees):
    """For each field of a class the next field of that class: what a slip would take instead."""
    found = {}
    for tree in trees:
        fields = Fields()
        fields.visit(tree)
        for names in fields.classes.values():
            for name, following in zip(names, names[1:] + names[:1]):
                found.setdefault(name, following)
    return found


class Finder:
    """A walk over one module that collects its mutants."""

    def __init__(self, module, tree, fields):
        self.module, self.tree, self.fields = module, tree, fields
        self.found, self.counts, self.path = [], {}, []
        self.scope, self.statement, self.parameters, self.deferred = [], None, [], False
        self.visit_all(tree)

    # Walking.

    def visit_all(self, node):
        """Visit the children of a node."""
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "names", "ctx", "decorator_list"):
                continue
            if isinstance(value, list):
                for index, each in enumerate(value):
                    if isinstance(each, ast.AST):
                        self.enter(node, field, index, each)
            elif isinstance(value, ast.AST):
                self.enter(node, field, None, value)

    def enter(self, parent, field, index, node):
        """Visit one node in its place."""
        if self.is_documentation(parent, index, node) or self.is_detail(parent, field, index):
            return
        if (self.module, getattr(node, "name", None)) in NOT_MUTATED or self.is_start(node):
            return
        kept = self.statement, self.parameters, self.deferred
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.function_or_class(parent, field, index, node)
        else:
            if isinstance(node, ast.stmt):
                self.statement = node
            if isinstance(node, ast.Lambda):
                self.parameters, self.deferred = [each.arg for each in node.args.args], True
                self.statement = node
            self.path.append((parent, field, index))
            for operator, replacement in self.changes(node, parent, field):
                self.add(operator, node, replacement)
            self.visit_all(node)
            self.path.pop()
        self.statement, self.parameters, self.deferred = kept

    def function_or_class(self, parent, field, index, node):
        """A definition: its defaults belong to what surrounds it, its body to it."""
        self.path.append((parent, field, index))
        self.scope.append(node.name)
        if isinstance(node, ast.FunctionDef):
            self.statement = node
            self.enter(node, "args", None, node.args)
            self.parameters = [each.arg for each in node.args.args if each.arg != "self"]
            self.deferred = True
        for at, each in enumerate(node.body):
            self.enter(node, "body", at, each)
        self.scope.pop()
        self.path.pop()

    @staticmethod
    def is_documentation(parent, index, node):
        """A text that stands alone."""
        return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

    @staticmethod
    def is_start(node):
        """What runs a module as a program."""
        return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"

    @staticmethod
    def is_detail(parent, field, index):
        """An argument that only people read."""
        if not isinstance(parent, ast.Call) or field != "args":
            return False
        name = getattr(parent.func, "id", None) or getattr(parent.func, "attr", None)
        return (name, index) in DETAILS

    # What a mutant is called.

    def add(self, operator, node, replacement):
        """Name a mutant by the largest piece of source around it that is short."""
        parent, field, index = self.path[-1]
        top = len(self.path) - 1
        while top > 0 and isinstance(self.node_at(top), ast.expr) and not isinstance(self.node_at(top - 1), ast.mod):
            above = self.node_at(top - 1)
            if not isinstance(above, (ast.expr, ast.keyword, ast.comprehension)) and not self.is_simple(above):
                break
            if len(ast.unparse(above)) > SHOWN:
                break
            top -= 1
        shown = self.node_at(top)
        before = ast.unparse(shown)
        old = exchange(parent, field, index, replacement)
        after = ast.unparse(replacement if shown is node else shown)
        exchange(parent, field, index, old)
        if len(before) > SHOWN or len(after) > SHOWN:
            before, after = differing(before, after)
        name = (self.module, ".".join(self.scope), operator, before, after)
        self.counts[name] = self.counts.get(name, 0) + 1
        whole = self.statement or node
        lines = (
            range(node.lineno, node.end_lineno + 1) if is_compound(whole) else range(whole.lineno, whole.end_lineno + 1)
        )
        self.found.append(
            Mutant(*name, self.counts[name], lines, not self.deferred, (parent, field, index, replacement))
        )

    def node_at(self, depth):
        """The node that lies at a step of the path."""
        parent, field, index = self.path[depth]
        value = getattr(parent, field)
        return value if index is None else value[index]

    @staticmethod
    def is_simple(node):
        """A statement without a body."""
        return isinstance(node, ast.stmt) and not is_compound(node)

    # What can be changed.

    def changes(self, node, parent, field):
        """(operator, replacement) for each change of a node."""
        function = getattr(self, "of_" + type(node).__name__, None)
        if function:
            yield from function(node)
        if isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Continue)):
            if self.deferred and not (isinstance(node, ast.Return) and node.value is None):
                yield "statement-dropped", ast.copy_location(ast.Pass(), node)

    def of_Compare(self, node):
        for index, op in enumerate(node.ops):
            for other in COMPARISONS[type(op)]:
                ops = node.ops[:index] + [other()] + node.ops[index + 1 :]
                yield "comparison", same_kind(node, ops=ops)
        if len(node.ops) > 1:
            yield "comparison-dropped", same_kind(node, ops=node.ops[:-1], comparators=node.comparators[:-1])
            yield "comparison-dropped", same_kind(
                node, left=node.comparators[0], ops=node.ops[1:], comparators=node.comparators[1:]
            )

    def of_BoolOp(self, node):
        yield "boolean", same_kind(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for index in range(len(node.values)):
            values = without(node.values, index)
            yield "operand-dropped", values[0] if len(values) == 1 else same_kind(node, values=values)

    def of_UnaryOp(self, node):
        yield "unary-dropped", node.operand

    def of_BinOp(self, node):
        if not (isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant)):
            yield "arithmetic", same_kind(node, op=ARITHMETIC[type(node.op)]())

    def of_AugAssign(self, node):
        yield "arithmetic", same_kind(node, op=ARITHMETIC[type(node.op)]())

    def of_If(self, node):
        yield "branch", same_kind(node, test=constant(True, node.test))
        yield "branch", same_kind(node, test=constant(False, node.test))

    def of_While(self, node):
        yield "branch", same_kind(node, test=constant(False, node.test))

    def of_IfExp(self, node):
        yield "branch", node.body
        yield "branch", node.orelse

    def of_comprehension(self, node):
        for index in range(len(node.ifs)):
            yield "filter-dropped", same_kind(node, ifs=without(node.ifs, index))

    def of_Constant(self, node):
        value = node.value
        if isinstance(value, bool):
            yield "constant", constant(not value, node)
        elif isinstance(value, int):
            yield "constant", constant(value + 1, node)
            yield "constant", constant(value - 1, node)
        elif isinstance(value, float):
            yield "constant", constant(value + 0.25, node)
            yield "constant", constant(value - 0.25, node)
        elif isinstance(value, str):
            yield "constant", constant(value + "x", node)
        elif isinstance(value, bytes):
            yield "constant", constant(value + b"\0", node)
        elif value is None:
            yield "constant", constant(0, node)

    def of_Call(self, node):
        for index in range(len(node.args) - 1):
            if not any(isinstance(each, ast.Starred) for each in node.args[index : index + 2]) and not (
                self.is_detail(node, "args", index) or self.is_detail(node, "args", index + 1)
            ):
                swapped = list(node.args)
                swapped[index], swapped[index + 1] = swapped[index + 1], swapped[index]
                yield "arguments-swapped", same_kind(node, args=swapped)
        for index in range(len(node.keywords)):
            yield "keyword-dropped", same_kind(node, keywords=without(node.keywords, index))
        if getattr(node.func, "id", "") == "sorted":
            yield "sort-dropped", same_kind(
                node, func=ast.copy_location(ast.Name("list", ast.Load()), node), keywords=[]
            )
        elif len(node.args) == 1 and not isinstance(node.args[0], (ast.Starred, ast.GeneratorExp)):
            yield "call-dropped", node.args[0]
        if isinstance(node.func, ast.Attribute) and not node.args and not node.keywords:
            yield "call-dropped", node.func.value

    def of_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            if node.id in NAMES:
                yield "name", same_kind(node, id=NAMES[node.id])
            if node.id in self.parameters and len(self.parameters) > 1:
                at = self.parameters.index(node.id)
                yield "parameter", same_kind(node, id=(self.parameters + self.parameters)[at + 1])

    def of_Attribute(self, node):
        if isinstance(node.ctx, ast.Load):
            if node.attr in NAMES:
                yield "name", same_kind(node, attr=NAMES[node.attr])
            if node.attr in self.fields:
                yield "field", same_kind(node, attr=self.fields[node.attr])

    def of_Slice(self, node):
        for name in ("lower", "upper", "step"):
            if getattr(node, name) is not None:
                yield "slice", same_kind(node, **{name: None})

    def members(self, node):
        """A literal without each of its members."""
        if not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            for index in range(len(node.elts)):
                yield "member-dropped", same_kind(node, elts=without(node.elts, index))

    of_Tuple = of_List = of_Set = members

    def of_Dict(self, node):
        for index in range(len(node.keys)):
            yield "member-dropped", same_kind(node, keys=without(node.keys, index), values=without(node.values, index))

    def of_Break(self, node):
        yield "branch", ast.copy_location(ast.Continue(), node)

    def of_Lambda(self, node):
        return ()


def is_compound(node):
    """A statement with a body."""
    return hasattr(node, "body") and not isinstance(node, (ast.Lambda, ast.IfExp))


def differing(before, after):
    """The piece in which two long texts differ, with what stands around it."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    low = max(0, start - 50)

    def piece(text):
        return text[low : min(len(text), len(text) - end + 50)][:300]

    return piece(before), piece(after)


def fingerprint(tree):
    """What changes when the code of a module does: not with its comments, documentation or layout."""
    stripped = ast.parse(ast.unparse(tree))
    for node in ast.walk(stripped):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not Finder.is_documentation(node, 0, each)]
    return hashlib.sha256(ast.dump(stripped).encode()).hexdigest()[:16]


def of_module(module, tree, fields):
    """All mutants of a module, in the order of its source."""
    return Finder(module, tree, fields).found
