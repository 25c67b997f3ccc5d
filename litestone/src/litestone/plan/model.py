"""What the planner decides: the order of a query's loops and how each finds its rows.

The planner is a function from a resolved query and the schema's statistics to a
``SelectPlan``; ``plan.explain`` prints one as EXPLAIN QUERY PLAN does and
``run`` compiles it. Terms that an access path fully enforces are not repeated
among the filters.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    from litestone.schema.objects import Index
    from litestone.schema.query import SelectQuery, Source
    from litestone.text.tree import Expression, InList, InSelect, InTable

    Access = Union[
        "FullScan", "RowidEqual", "RowidRange", "IndexSearch", "AutomaticIndex", "MultiIndexOr",
        "VirtualScan",
        "QueryScan", "SingleRow",
    ]  # fmt: skip
    Probe = Union[Expression, InList, InSelect, InTable, "NullSafe", "InField"]


class NullSafe:
    """A probe that ``IS`` compares: NULL finds NULL. (A plain probe that is NULL finds nothing.)"""

    __slots__ = ("probe",)

    def __init__(self, probe: Expression) -> None:
        self.probe = probe


class InField:
    """A probe that is column ``field`` of a row-value IN: all fields with the same ``node`` take one row of
    it.
    """

    __slots__ = ("field", "node")

    def __init__(self, node: InSelect, field: int) -> None:
        self.node = node
        self.field = field


class FullScan:
    """Every row of a stored table, through ``index`` where that holds all that is read (covering)."""

    __slots__ = ("index", "reverse")

    def __init__(self, index: Index | None, reverse: bool) -> None:
        self.index = index
        self.reverse = reverse


class RowidEqual:
    """The row whose rowid is ``probe``; an ``IN`` node visits each of its values, ascending (or
    ``reverse``).
    """

    __slots__ = ("probe", "reverse")

    def __init__(self, probe: Probe, reverse: bool) -> None:
        self.probe = probe
        self.reverse = reverse


class RowidRange:
    """Rowids between two bounds (None: open end)."""

    __slots__ = ("lower", "lower_open", "reverse", "upper", "upper_open")

    def __init__(
        self,
        lower: Expression | None,
        lower_open: bool,
        upper: Expression | None,
        upper_open: bool,
        reverse: bool,
    ) -> None:
        self.lower = lower
        self.lower_open = lower_open
        self.upper = upper
        self.upper_open = upper_open
        self.reverse = reverse


class IndexSearch:
    """Entries of ``index`` with equal leading fields and a range on what follows.

    ``equals[i]`` is what field ``skip + i`` must equal: an expression, an ``IN``
    node (each value in turn), an ``InField``, a ``NullSafe``, or an ``IsNull`` (the field is NULL). ``lower``
    and
    ``upper`` bound the next field by **value** (the executor swaps them for a
    DESC field); each is a list, of more than one expression for a row-value range.
    ``skip`` leading fields are skip-scanned. ``covering``: the table itself is
    not read. For a WITHOUT ROWID table's primary key the index is the table.
    ``in_order`` is False where an IN loop may visit values in any order.
    """

    __slots__ = (
        "covering", "equals", "index", "lower", "lower_open", "reverse", "skip", "upper", "upper_open",
    )  # fmt: skip

    def __init__(self, index: Index, equals: list[Probe], covering: bool, reverse: bool) -> None:
        self.index = index
        self.equals = equals
        self.lower: list[Expression] = []
        self.lower_open = False
        self.upper: list[Expression] = []
        self.upper_open = False
        self.skip = 0
        self.covering = covering
        self.reverse = reverse


class AutomaticIndex:
    """A transient index built on first use: table columns ``columns`` equal ``probes`` under ``collations``.

    ``filters`` are terms of the source alone that rows must pass to be put in (a partial automatic index).
    """

    __slots__ = ("collations", "columns", "filters", "probes")

    def __init__(
        self,
        columns: list[int],
        probes: list[Expression | NullSafe],
        collations: list[str | None],
        filters: list[Expression],
    ) -> None:
        self.columns = columns
        self.probes = probes
        self.collations = collations
        self.filters = filters


class MultiIndexOr:
    """The union of several look-ups on one source, each row once, in order of first finding.

    Each branch is an access path and the filters of that branch; ``numbers`` are
    their places among the disjuncts (for EXPLAIN QUERY PLAN).
    """

    __slots__ = ("branches", "numbers")

    def __init__(self, branches: list[tuple[Access, list[Expression]]]) -> None:
        self.branches = branches
        self.numbers = list(range(1, len(branches) + 1))


class VirtualScan:
    """A virtual table's own choice: ``number`` and ``text`` of its best index, and what it is given."""

    __slots__ = ("arguments", "number", "text")

    def __init__(self, number: int, text: str, arguments: list[Expression]) -> None:
        self.number = number
        self.text = text
        self.arguments = arguments


class QueryScan:
    """Rows of a subquery, view or CTE.

    ``mode``: ``coroutine`` (run in step), ``materialize`` (run once into a
    list; again if a source it is correlated with moved), ``recursive`` (the
    queue of the recursive CTE being run). ``probe`` is an AutomaticIndex over
    the materialised rows, None for a scan of them.
    """

    __slots__ = ("mode", "probe", "reverse")

    def __init__(self, mode: str, probe: AutomaticIndex | None = None, reverse: bool = False) -> None:
        self.mode = mode
        self.probe = probe
        self.reverse = reverse


class SingleRow:
    """A source whose one row the caller has put in place (OLD, NEW, excluded)."""

    __slots__ = ()


class Level:
    """One loop of the nest.

    ``on_filters`` decide whether a row matches (for an outer join: before the
    NULL row is considered); ``filters`` hold for the row and all rows of the
    outer loops, the NULL row of an outer join included. ``bloom`` is True where
    SQLite would put a Bloom filter here (shown by EXPLAIN QUERY PLAN only).
    ``needs`` are the outer sources without which the access path cannot run. ``rest``: for a RIGHT or FULL
    JOIN, how its source is gone through for the rows that matched nothing, while all other sources are NULL
    rows.
    """

    __slots__ = ("access", "bloom", "filters", "needs", "on_filters", "rest", "source")

    def __init__(self, source: Source, access: Access) -> None:
        self.source = source
        self.access = access
        self.on_filters: list[Expression] = []
        self.filters: list[Expression] = []
        self.bloom = False
        self.rest: Access | None = None
        self.needs: list[Source] = []


class SelectPlan:
    """How one SELECT runs.

    ``query`` is the query after the planner's rewrites (flattening, push-down);
    its clauses are what is to be evaluated. ``constant_filters`` need no row.
    ``sorted_terms``: how many leading ORDER BY terms the loops deliver in order
    (all of them: no sorter); ``nulls_apart``: but for the place of NULL, which takes a second pass for SQLite
    and a stable sort here. ``group_order``: ``index`` (groups arrive
    together), ``sort`` (sort the rows by the GROUP BY terms first; ``group_terms`` gives the order in which
    they are
    sorted and the direction of each as (number of the GROUP BY term, descending)). ``distinct``: ``none``
    (not needed),
    ``ordered`` (equal rows arrive together), ``hash``. ``extreme``: for a lone
    min() or max(), 'min' or 'max' where the first row decides; ``count_index``:
    the index (or None with ``count_only``) whose entries a lone count(*) counts.
    ``rows`` estimates the rows of the result (logarithmic). ``distinct_groups``: DISTINCT with an ORDER BY of
    just the result columns, one sort for both. ``distinct_free``: equal arguments of the lone DISTINCT
    aggregate
    arrive together. ``window_sorted``: how many terms of the order of the first window
    pass (``plan.window_passes``, the last of the list) the loops deliver.
    """

    __slots__ = (
        "constant_filters", "count_index", "count_only", "distinct", "distinct_free",
        "distinct_groups", "extreme", "group_order", "group_terms", "levels", "nulls_apart", "query",
        "rows", "sorted_terms", "window_sorted",
    )  # fmt: skip

    def __init__(self, query: SelectQuery) -> None:
        self.query = query
        self.levels: list[Level] = []
        self.constant_filters: list[Expression] = []
        self.sorted_terms = 0
        self.nulls_apart = False
        self.group_order = "sort"
        self.group_terms: list[tuple[int, bool]] = []
        self.distinct = "none"
        self.extreme: str | None = None
        self.count_only = False
        self.count_index: Index | None = None
        self.rows = 0
        self.distinct_groups = False
        self.distinct_free = False
        self.window_sorted = 0
