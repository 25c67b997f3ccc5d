"""A database file, or one in memory: transactions, settings, and the way to its trees."""

from __future__ import annotations

from litestone import errors
from litestone.storage import freelist, pointer_map
from litestone.storage import header as fields
from litestone.storage.cell import Geometry
from litestone.storage.index_tree import IndexTree
from litestone.storage.node import INDEX_LEAF, TABLE_LEAF
from litestone.storage.pager import Pager
from litestone.storage.table_tree import TableTree
from litestone.storage.tree import TreeState
from litestone.storage.vacuum import create_root, drop_root, shrink, vacuum_pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.storage.database_file import DatabaseFile
    from litestone.storage.index_tree import KeyOrder


def _meta(at: int, doc: str) -> property:
    def get(self: Store) -> int:
        value = fields.get(self.pager.header, at)
        return value - 0x100000000 if value > 0x7FFFFFFF else value

    def put(self: Store, value: int) -> None:
        fields.put(self.pager.touch_header(), at, value)

    return property(get, put, doc=doc)


class Store:
    """One database. Made by ``open``; the file is not touched before the first transaction."""

    def __init__(self, file: DatabaseFile | None) -> None:
        self.file = file
        self.pager = Pager()
        self.in_write = False
        self.in_read = False
        self.busy: Callable[[int], bool] | None = None
        self.trees: dict[int, TableTree] = {}
        self.indexes: dict[int, IndexTree] = {}
        self.states: dict[int, TreeState] = {}
        self.synchronous = 2
        self.cache_size = -2000
        self.secure_delete = 1
        self.memory_journal = "memory"
        self.wanted_auto_vacuum = 0
        self.wanted_page_size = 0
        # What VACUUM has put in place has pages of another size: (size, count), until the commit.
        self.resized_to: tuple[int, int] | None = None
        self.wanted_encoding = 1
        if file is not None:
            self.pager.read = file.read_page

    @classmethod
    def open(cls, path: str | None, *, readonly: bool = False, create: bool = True) -> Store:
        """A store for a path, None for one in memory. Nothing is opened or read yet."""
        if path is None:
            return cls(None)
        from litestone.storage.database_file import DatabaseFile

        return cls(DatabaseFile(path, readonly, create))

    def close(self) -> None:
        """Roll back what is open and close the file."""
        if self.in_write:
            self.rollback()
        self.end_read()
        if self.file is not None:
            self.file.close(self)

    # -- transactions

    def begin_read(self) -> None:
        """Start reading: from here on the database stands still. Cheap if already inside."""
        if self.in_read or self.file is None:
            return
        self.file.begin_read(self)
        self.in_read = True

    def end_read(self) -> None:
        """Stop reading, unless a write transaction is open."""
        if self.in_read and not self.in_write and self.file is not None:
            self.in_read = False
            self.file.end_read(self)

    def begin_write(self, exclusive: bool = False, restart: bool = False) -> None:
        """Start a write transaction. Raises BUSY if somebody else has one, READONLY for such a file.

        ``restart``: nothing has been read in the present read transaction, so
        that the wait for the lock may give it up and take the newest state
        (``data_version`` tells if that is another).
        """
        if self.in_write:
            if exclusive and self.file is not None and not self.is_wal:
                self.file.lock_exclusive(self)
            return
        if self.file is not None:
            self._reserve(exclusive, restart)
        self.in_write = True
        self.pager.open_level()
        if self.pager.page_count == 0:
            self._new_database()

    def _reserve(self, exclusive: bool, restart: bool) -> None:
        """Get the file's write lock; outside of a read transaction nothing is locked while waiting."""
        file = self.file
        assert file is not None
        if self.in_read and not restart:
            file.begin_write(self, exclusive, True)
            return
        attempt = 0
        while True:
            self.begin_read()
            try:
                file.begin_write(self, exclusive, False)
            except errors.SqlError as error:
                self.end_read()
                if error.primary_code != errors.BUSY or self.busy is None or not self.busy(attempt):
                    raise
                attempt += 1
            else:
                return

    def _new_database(self) -> None:
        pager = self.pager
        size, reserved = pager.geometry.page_size, pager.geometry.page_size - pager.geometry.usable
        pager.header[:] = fields.fresh(size, reserved, self.wanted_auto_vacuum)
        pager.page_count = 1
        pager.fresh(1, TABLE_LEAF)

    def commit(self) -> None:
        """Make the write transaction's changes last.

        Raises BUSY, IOERR or FULL; the transaction is then still open.
        """
        if self.in_write:
            self.prepare_commit()
            self.finish_commit()

    def has_journal(self) -> bool:
        """Whether the commit will go through a rollback journal in a file."""
        return (
            self.file is not None and not self.is_wal and self.file.journal_mode not in ("off", "memory")
            and any(level.saved for level in self.pager.levels)
        )

    def prepare_commit(self, super_name: str = "") -> None:
        """The first phase of a commit; see ``multi_commit``."""
        pager = self.pager
        pager.release(1)
        if pager.levels[0].saved:
            if self.auto_vacuum == 1 and shrink(pager):
                self.contents_moved()
            if self.file is not None:
                self.file.prepare_commit(self, super_name)

    def finish_commit(self) -> None:
        """The second phase of a commit."""
        pager = self.pager
        changed = bool(pager.levels[0].saved)
        pager.levels.clear()
        pager.stamp += 1
        self.in_write = False
        if self.file is not None:
            try:
                if changed:
                    self.file.finish_commit(self)
            finally:
                self.file.end_write()

    def rollback(self) -> None:
        """Undo the write transaction."""
        if not self.in_write:
            return
        pager = self.pager
        pager.undo(0)
        pager.levels.clear()
        self.in_write = False
        self.contents_moved()
        if self.file is not None:
            self.file.end_write()

    def savepoint(self) -> int:
        """Open a level inside the write transaction and give its number."""
        return self.pager.open_level()

    def release(self, level: int) -> None:
        """Close a level and those above it, keeping their changes."""
        if 0 < level < len(self.pager.levels):
            self.pager.release(level)

    def rollback_to(self, level: int) -> None:
        """Undo all since a level was opened; it stays open."""
        if level < len(self.pager.levels):
            if any(each.saved for each in self.pager.levels[level:]):
                self.contents_moved()
            self.pager.undo(level)

    def contents_moved(self) -> None:
        """Pages are no longer what open scans think."""
        for state in self.states.values():
            state.changes += 1
        for tree in self.trees.values():
            tree.tail = None

    # -- trees

    def _state(self, root: int) -> TreeState:
        state = self.states.get(root)
        if state is None:
            state = self.states[root] = TreeState()
        return state

    def table(self, root: int) -> TableTree:
        """The table tree with that root page."""
        tree = self.trees.get(root)
        if tree is None or tree.encoding != self.encoding:
            tree = self.trees[root] = TableTree(self.pager, root, self._state(root), self.encoding)
        return tree

    def index(self, root: int, keys: KeyOrder) -> IndexTree:
        """The index tree with that root page, ordered by ``keys``."""
        tree = self.indexes.get(root)
        if tree is None or tree.order is not keys:
            if tree is not None and tree.order.same(keys):
                return tree
            tree = self.indexes[root] = IndexTree(self.pager, root, self._state(root), keys)
        return tree

    def create_tree(self, is_table: bool) -> int:
        """A new empty tree; gives its root page."""
        header = self.pager.touch_header()
        if fields.get(header, fields.FILE_FORMAT) == 0:
            fields.put(header, fields.FILE_FORMAT, 4)
        if fields.get(header, fields.ENCODING) == 0:
            fields.put(header, fields.ENCODING, self.wanted_encoding)
        if pointer_map.active(self.pager):
            root = create_root(self.pager)
            self.contents_moved()
        else:
            root = freelist.allocate(self.pager, 1)
        self.pager.fresh(root, TABLE_LEAF if is_table else INDEX_LEAF)
        return root

    def drop_tree(self, root: int) -> tuple[int, int] | None:
        """Delete a tree. With auto-vacuum the last root may move into the gap: gives (from, to)."""
        self.clear_tree(root)
        self.contents_moved()
        self.trees.pop(root, None)
        self.indexes.pop(root, None)
        if pointer_map.active(self.pager):
            moved = drop_root(self.pager, root)
            if moved is not None:
                self.trees.pop(moved[0], None)
                self.indexes.pop(moved[0], None)
            return moved
        freelist.free(self.pager, root)
        return None

    def clear_tree(self, root: int) -> int:
        """Delete all entries of a tree; gives how many there were."""
        node = self.pager.node(root)
        if node.table:
            tree = self.table(root)
            tree.tail = None
            return tree.clear()
        found = self.indexes.get(root)
        if found is None:
            from litestone.storage.index_tree import KeyOrder

            found = IndexTree(self.pager, root, self._state(root), KeyOrder(0, (), (), self.encoding))
        return found.clear()

    def incremental_vacuum(self, count: int) -> None:
        """Free up to ``count`` pages (0: all) at the end of an incremental-vacuum database."""
        if self.auto_vacuum == 2:
            vacuum_pages(self.pager, count)
            self.contents_moved()

    def read_page(self, number: int) -> bytes:
        """The bytes of a page. Raises CORRUPT outside the database."""
        return self.pager.image(number)

    # -- settings and numbers of the header

    schema_cookie = _meta(fields.SCHEMA_COOKIE, "Changes with every change of the schema.")
    file_format = _meta(fields.FILE_FORMAT, "Schema format number, 1 to 4.")
    default_cache_size = _meta(fields.DEFAULT_CACHE_SIZE, "PRAGMA default_cache_size.")
    largest_root = _meta(fields.LARGEST_ROOT, "The largest root page with auto-vacuum, else 0.")
    user_version = _meta(fields.USER_VERSION, "PRAGMA user_version.")
    incremental_vacuum_flag = _meta(fields.INCREMENTAL_VACUUM, "Whether auto-vacuum is incremental.")
    application_id = _meta(fields.APPLICATION_ID, "PRAGMA application_id.")

    @property
    def encoding(self) -> int:
        """Text encoding: 1 UTF-8, 2 UTF-16le, 3 UTF-16be; of another number the last two bits count."""
        told = fields.get(self.pager.header, fields.ENCODING)
        return (told & 3 or 1) if told else self.wanted_encoding

    @encoding.setter
    def encoding(self, value: int) -> None:
        self.set_encoding(value)

    def set_encoding(self, value: int) -> None:
        """Choose the text encoding; without effect once the first table exists."""
        if not fields.get(self.pager.header, fields.ENCODING) or self.page_count == 0:
            self.wanted_encoding = value

    @property
    def page_size(self) -> int:
        """Bytes per page."""
        return self.pager.geometry.page_size

    def set_page_size(self, size: int) -> None:
        """Choose the page size, for the next VACUUM where there are pages; no effect if it cannot be."""
        if not 512 <= size <= 65536 or size & size - 1:
            return
        self.wanted_page_size = size
        inside = self.in_read
        self.begin_read()
        if self.pager.page_count == 0 and not self.in_write:
            self.pager.geometry = Geometry(size, self.reserved)
            self.pager.header[:] = fields.fresh(size, self.reserved, 0)
            if self.file is not None:
                self.file.page_size = size
        if not inside:
            self.end_read()

    @property
    def page_count(self) -> int:
        """Pages in the database."""
        return self.pager.page_count

    @property
    def freelist_count(self) -> int:
        """Unused pages."""
        return freelist.count(self.pager)

    @property
    def reserved(self) -> int:
        """Bytes at the end of each page that are left alone."""
        return self.pager.geometry.page_size - self.pager.geometry.usable

    @property
    def auto_vacuum(self) -> int:
        """0 none, 1 full, 2 incremental."""
        if self.page_count == 0:
            return self.wanted_auto_vacuum
        if not self.largest_root:
            return 0
        return 2 if self.incremental_vacuum_flag else 1

    def set_auto_vacuum(self, mode: int) -> None:
        """Choose auto-vacuum: any mode for a database without pages, else only between full and incremental.

        A mode other than none makes the first page, which fixes the page size.
        """
        inside, writing = self.in_read, self.in_write
        self.begin_read()
        if self.page_count == 0:
            self.wanted_auto_vacuum = mode
            if mode and self.may_write():
                self.begin_write()
        elif self.largest_root and mode and mode != self.auto_vacuum:
            self.begin_write()
            self.incremental_vacuum_flag = mode - 1
        if not writing:
            self.commit()
        if not inside:
            self.end_read()

    def may_write(self) -> bool:
        """Whether the database was not opened for reading only."""
        return self.file is None or not self.file.readonly

    @property
    def max_page_count(self) -> int:
        """The size the database may grow to, in pages."""
        return self.pager.max_page_count

    @max_page_count.setter
    def max_page_count(self, count: int) -> None:
        if count > 0:
            self.pager.max_page_count = max(count, self.page_count)

    @property
    def is_wal(self) -> bool:
        """Whether the database is in WAL mode."""
        return self.file is not None and self.file.wal is not None

    @property
    def journal_mode(self) -> str:
        """``delete``, ``truncate``, ``persist``, ``memory``, ``wal`` or ``off``."""
        if self.file is None:
            return self.memory_journal
        return "wal" if self.file.wal is not None else self.file.journal_mode

    def set_journal_mode(self, mode: str) -> str:
        """Change the journal mode; gives the mode that holds then. Raises BUSY.

        Inside a write transaction nothing is changed.
        """
        if self.file is None:
            if mode in ("memory", "off"):
                self.memory_journal = mode
            return self.memory_journal
        if self.in_write:
            return self.journal_mode
        return self.file.set_journal_mode(self, mode)

    @property
    def locking_mode(self) -> str:
        """``normal`` or ``exclusive``: whether locks are kept between transactions."""
        return "exclusive" if self.file is None or self.file.exclusive else "normal"

    @locking_mode.setter
    def locking_mode(self, mode: str) -> None:
        if self.file is not None:
            self.file.exclusive = mode == "exclusive"

    @property
    def wal_autocheckpoint(self) -> int:
        """Frames after which a commit is followed by a checkpoint; 0 never."""
        return self.file.wal_limit if self.file is not None else 1000

    @wal_autocheckpoint.setter
    def wal_autocheckpoint(self, frames: int) -> None:
        if self.file is not None:
            self.file.wal_limit = max(frames, 0)

    def checkpoint(self, mode: str = "passive") -> tuple[int, int, int]:
        """Copy the WAL back (``passive``, ``full``, ``restart`` or ``truncate``).

        Gives (1 if others were in the way, frames in the WAL, frames copied);
        (0, -1, -1) without a WAL. Raises LOCKED inside a write transaction.
        """
        if self.file is None:
            return 0, -1, -1
        if self.in_write:
            raise errors.SqlError(errors.LOCKED, "database table is locked")
        self.begin_read()
        self.end_read()
        wal = self.file.wal
        if wal is None:
            return 0, -1, -1
        busy = self.busy
        return wal.checkpoint(
            mode, self.page_size, self.synchronous > 0, lambda n: busy is not None and busy(n)
        )

    @property
    def data_version(self) -> int:
        """Moves when somebody else changes the file."""
        return 1 if self.file is None else self.file.data_version
