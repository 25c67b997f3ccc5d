"""The plan of a query on one table that a unique key fixes: nothing else needs to be looked at."""

from __future__ import annotations

from litestone.plan.candidates import BY_ROWID, COLUMN_EQ, COVERING, INDEXED, ONE_ROW, Candidate
from litestone.plan.index_loops import unique_not_null
from litestone.plan.scan import find_terms, wanted_field
from litestone.plan.terms import EQ, IS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.loops import Builder
    from litestone.plan.terms import Term
    from litestone.schema.objects import Index
    from litestone.schema.query import Source

MOST_COLUMNS = 3


def single_row(builder: Builder) -> Candidate | None:
    """The look-up by rowid or by a unique index that constants fix in full; None without one."""
    sources = builder.query.sources
    if len(sources) != 1:
        return None
    source = sources[0]
    table = source.table
    if source.kind != "table" or table is None or source.indexed_by is not None or source.not_indexed:
        return None
    found = Candidate(source, 0)
    found.flags = COLUMN_EQ | ONE_ROW
    if not table.without_rowid:
        term = constant_term(builder, source, None, 0, EQ | IS)
        if term is not None:
            found.flags |= BY_ROWID
            found.terms = [term]
            found.equal = 1
            return found
    for index in table.indexes:
        if not index.unique or index.where is not None or len(index.columns) > MOST_COLUMNS:
            continue
        operators = EQ | IS if unique_not_null(index) else EQ
        terms: list[Term | None] = []
        for field in range(len(index.columns)):
            term = constant_term(builder, source, index, field, operators)
            if term is None:
                break
            terms.append(term)
        else:
            found.flags |= INDEXED
            if builder.coverage.covers(source, index):
                found.flags |= COVERING
            found.index = index
            found.terms = terms
            found.equal = len(terms)
            return found
    return None


def constant_term(
    builder: Builder, source: Source, index: Index | None, field: int, operators: int
) -> Term | None:
    """A term that fixes the field to something that needs no other source."""
    wanted = wanted_field(builder.terms, source, index, field)
    for term, _ in find_terms(builder.terms, wanted, operators):
        if not term.right_needs:
            return term
    return None
