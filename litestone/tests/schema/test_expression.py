"""Reading and rewriting resolved trees."""

from __future__ import annotations

from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef, OutputColumn, SelectQuery, Source
from litestone.text.tree import Binary, Case, Cast, Collate, InSelect, Literal, Unary, Variable
from litestone.value import affinity


def make_source() -> Source:
    columns = [
        OutputColumn("a", affinity.INTEGER, "BINARY"),
        OutputColumn("b", affinity.TEXT, "NOCASE"),
        OutputColumn("c", affinity.BLOB, None),
    ]
    return Source("query", "s", None, columns)


def one() -> Literal:
    return Literal(1, "1")


def test_walk_gives_parents_first_and_operands_in_order() -> None:
    left, right = one(), Literal(2, "2")
    tree = Case(None, [(left, right)], Unary("-", Literal(3, "3")))
    assert [getattr(node, "value", None) for node in trees.walk(tree)] == [None, 1, 2, None, 3]


def test_walk_of_a_deep_tree_does_not_recurse() -> None:
    tree = one()
    for _ in range(100_000):
        tree = Unary("-", tree)  # type: ignore[assignment]
    assert sum(1 for _ in trees.walk(tree)) == 100_001


def test_conjuncts_and_conjunction_are_inverse() -> None:
    terms = [Variable("?", n) for n in range(1, 6)]
    joined = trees.conjunction(list(terms))
    assert trees.conjuncts(joined) == terms
    assert trees.conjuncts(None) == [] and trees.conjunction([]) is None


def test_clone_shares_nothing_and_equals() -> None:
    source = make_source()
    tree = Binary("+", ColumnRef(source, 0), Cast(one(), "int"))
    copy = trees.clone(tree)
    assert trees.equal(tree, copy)
    assert {id(node) for node in trees.walk(tree)}.isdisjoint(id(node) for node in trees.walk(copy))


def test_equal_minds_class_and_value() -> None:
    assert not trees.equal(Literal(1, "1"), Literal(1.0, "1.0"))
    assert not trees.equal(Literal(1, "1"), Literal("1", "'1'"))
    assert trees.equal(Collate(one(), "nocase"), Collate(one(), "NOCASE"))
    assert not trees.equal(Unary("-", one()), Unary("+", one()))
    assert trees.equal(None, None) and not trees.equal(one(), None)


def test_clone_of_a_query_has_sources_of_its_own() -> None:
    outer, inner = make_source(), make_source()
    query = SelectQuery()
    query.sources = [inner]
    query.outputs = [ColumnRef(inner, 0)]
    query.columns = [inner.columns[0]]
    query.where = Binary("=", ColumnRef(inner, 1), ColumnRef(outer, 1))
    query.correlated = {outer}
    copy = trees.clone_query(query)
    assert isinstance(copy, SelectQuery)
    assert copy.sources[0] is not inner and copy.correlated == {outer}
    assert trees.find_correlated(copy) == {outer}
    nested = InSelect(ColumnRef(outer, 0), query, False)  # type: ignore[arg-type]
    assert trees.sources(nested) == {outer}


def test_substitute_replaces_columns_of_one_source() -> None:
    source, other = make_source(), make_source()
    tree = Binary("+", ColumnRef(source, 0), ColumnRef(other, 0))
    changed = trees.substitute(tree, source, [one(), one(), one()])
    assert isinstance(changed, Binary)
    assert isinstance(changed.left, Literal) and isinstance(changed.right, ColumnRef)


def test_affinity_and_collation_of_a_comparison() -> None:
    source = make_source()
    number, text, blob = (ColumnRef(source, n) for n in range(3))
    assert trees.affinity(Collate(text, "RTRIM")) == affinity.TEXT
    assert trees.affinity(Unary("+", number)) == affinity.NONE
    assert trees.comparison(number, text)[:2] == (affinity.NUMERIC, affinity.NUMERIC)
    assert trees.comparison(text, one()) == (affinity.TEXT, affinity.TEXT, "NOCASE")
    assert trees.comparison(text, blob) == (None, None, "NOCASE")
    assert trees.comparison(blob, text)[2] == "BINARY"
    assert trees.comparison(blob, Collate(one(), "RTRIM"))[2] == "RTRIM"
    assert trees.collation(Unary("+", text)) == "NOCASE" and trees.collation(Unary("-", text)) is None


def test_is_constant() -> None:
    assert trees.is_constant(Binary("+", one(), Variable("?", 1)))
    assert not trees.is_constant(Unary("-", ColumnRef(make_source(), 0)))
