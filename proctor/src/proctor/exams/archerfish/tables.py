"""Which real tables a statement reads, scope by scope: a CTE's name hides a table only where it is seen."""

from __future__ import annotations

from proctor.exams.archerfish.statement import parse


def tables_of(sql: str, dialect: str) -> tuple[str, ...]:
    """Lower-case names, without schema, of the tables it reads, sorted. Raises UnreadableSql."""
    tree = parse(sql, dialect)
    from sqlglot import exp
    from sqlglot.errors import OptimizeError
    from sqlglot.optimizer.scope import traverse_scope

    found: set[str] = set()
    try:
        scopes = traverse_scope(tree)
    except OptimizeError:  # two sources of one name: the names are all there is to go by
        scopes = []
    for scope in scopes:
        for source in scope.sources.values():
            if isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier):
                found.add(source.name.lower())
    if not scopes:
        hidden = {cte.alias_or_name.lower() for cte in tree.find_all(exp.CTE)}
        found = {table.name.lower() for table in tree.find_all(exp.Table)} - hidden
    return tuple(sorted(found))


def same_tables(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether both name the same tables, without regard to case, order and schema."""
    return _bare(first) == _bare(second)


def _bare(names: tuple[str, ...]) -> set[str]:
    return {name.rpartition(".")[2].strip('"`').lower() for name in names}
