"""Finds assignments to attributes of other objects, as far as annotations and constructor calls show their classes.

Values are not meant: a data class may be filled by its maker, such as a record of the window's memory.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from support.files.source_trees import is_self, nodes_of


@dataclass
class _Owner:
    """A class with state: the module that it is in, its bases, its attributes, and the classes of some of them."""

    module: str
    bases: list[str]
    attributes: set[str] = field(default_factory=set)
    class_of: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ForeignAssignment:
    """An assignment to an attribute of an object of the class `owner`, which is in another module."""

    position: str
    target: str
    owner: str


def find_foreign_assignments(trees: Mapping[str, ast.Module]) -> list[ForeignAssignment]:
    """Return the assignments to attributes of objects whose class is in another module."""
    owners = {
        node.name: _owner(name, node)
        for name, tree in trees.items()
        for node in nodes_of(tree)
        if isinstance(node, ast.ClassDef) and not _is_value(node)
    }
    return [
        ForeignAssignment(f"{name}:{target.lineno}", ast.unparse(target), owner_name)
        for name, tree in trees.items()
        for within, function in _functions(tree)
        for names in [_classes_of_names(function)]
        for node in nodes_of(function)
        for target in _targets(node)
        if isinstance(target, ast.Attribute)
        if (owner := owners.get(owner_name := _class_of(target.value, names, within, owners))) is not None
        if owner.module != name and any(target.attr in each.attributes for each in _with_bases(owner, owners))
    ]


def _is_value(node: ast.ClassDef) -> bool:
    return any("dataclass" in ast.unparse(each) for each in node.decorator_list) or any(
        "Struct" in ast.unparse(base) for base in node.bases
    )


def _owner(module: str, node: ast.ClassDef) -> _Owner:
    owner = _Owner(module, [ast.unparse(base).split("[")[0] for base in node.bases])
    owner.attributes |= {
        each.target.id for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }
    for _, function in _functions(node):
        names = _classes_of_names(function)
        for each in nodes_of(function):
            for target in _targets(each):
                if isinstance(target, ast.Attribute) and is_self(target.value):
                    owner.attributes.add(target.attr)
                    value = each.value if isinstance(each, ast.Assign | ast.AnnAssign) else None
                    if known := _class_of_value(value, names):
                        owner.class_of.setdefault(target.attr, known)
    return owner


def _functions(tree: ast.AST) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield the outermost functions, each with the name of its class."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield getattr(tree, "name", ""), node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node)


@cache
def _classes_of_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, str]:
    """Return the classes of parameters and local names."""
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    names = {each.arg: _text_of(each.annotation).removesuffix(" | None") for each in given if each.annotation}
    for node in nodes_of(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names.setdefault(node.targets[0].id, _class_of_value(node.value, names))
    return names


def _text_of(node: ast.expr) -> str:
    """Return the source of an annotation; most are a name, and `ast.unparse` takes twenty times as long."""
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


def _class_of_value(value: ast.expr | None, names: Mapping[str, str]) -> str:
    match value:
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.Call(func=ast.Name(id=name)):
            return name
        case ast.BoolOp(values=[*_, last]):
            return _class_of_value(last, names)
    return ""


def _targets(node: ast.AST) -> list[ast.expr]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else targets
    return [each for target in targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])]


def _class_of(value: ast.expr, names: Mapping[str, str], within: str, owners: Mapping[str, _Owner]) -> str:
    match value:
        case ast.Name(id=name) if name != "self":
            return names.get(name, "")
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute) if within in owners:
            known = (each.class_of.get(attribute, "") for each in _with_bases(owners[within], owners))
            return next(filter(None, known), "")
    return ""


def _with_bases(owner: _Owner, owners: Mapping[str, _Owner]) -> Iterator[_Owner]:
    yield owner
    for base in owner.bases:
        if base in owners:
            yield from _with_bases(owners[base], owners)
