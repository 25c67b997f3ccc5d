"""Locks on byte ranges, as SQLite takes them on a database file (lockingv3, section 3; unix).

::

    0x40000000       PENDING    a writer waits until all readers have left; no new ones enter
    0x40000001       RESERVED   one connection is preparing a change
    0x40000002 +510  SHARED     read-locked by each reader, write-locked while the file is changed

POSIX locks belong to the process and vanish when any descriptor of the file
is closed. So all connections of a process to one file share an ``_Inode``,
which settles their conflicts and keeps descriptors open while locks stand.
"""

from __future__ import annotations

import fcntl
import os
from struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NONE = 0
SHARED = 1
RESERVED = 2
PENDING = 3
EXCLUSIVE = 4

_PENDING_BYTE = 0x40000000
_RESERVED_BYTE = _PENDING_BYTE + 1
_SHARED_FIRST = _PENDING_BYTE + 2
_SHARED_SIZE = 510

# struct flock of Linux: type, whence, start, length, process.
_flock = Struct("hhqqi4x")


def try_lock(descriptor: int, kind: int, start: int, length: int) -> bool:
    """Take (LOCK_SH, LOCK_EX) or drop (LOCK_UN) a lock; False if another process holds it."""
    try:
        fcntl.lockf(
            descriptor, kind if kind == fcntl.LOCK_UN else kind | fcntl.LOCK_NB, length, start, os.SEEK_SET
        )
    except OSError:
        return False
    return True


def held_by_other(descriptor: int, start: int, length: int) -> bool:
    """Whether another process holds any lock on the bytes."""
    answer = fcntl.fcntl(
        descriptor, fcntl.F_GETLK, _flock.pack(fcntl.F_WRLCK, os.SEEK_SET, start, length, 0)
    )
    return bool(_flock.unpack(answer)[0] != fcntl.F_UNLCK)


class _Inode:
    """What this process holds on one file."""

    __slots__ = ("idle", "key", "level", "locks", "readers", "shm")

    def __init__(self, key: tuple[int, int]) -> None:
        self.key = key
        self.level = NONE
        self.readers = 0
        self.locks = 0
        self.idle: list[int] = []
        # The wal-index shared by the process's connections, see wal_index.
        self.shm: Any = None


_inodes: dict[tuple[int, int], _Inode] = {}


class FileLock:
    """The lock of one connection on its database file, from ``NONE`` to ``EXCLUSIVE``."""

    __slots__ = ("descriptor", "inode", "level")

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        status = os.fstat(descriptor)
        key = (status.st_dev, status.st_ino)
        inode = _inodes.get(key)
        if inode is None:
            inode = _inodes[key] = _Inode(key)
        inode.locks += 1
        self.inode = inode
        self.level = NONE

    def lock(self, level: int) -> bool:
        """Rise to a level; False (and the level as it was, or PENDING) if somebody else is in the way."""
        if self.level >= level:
            return True
        inode = self.inode
        if inode.level != self.level and (inode.level >= PENDING or level > SHARED):
            return False
        if level == SHARED:
            return self._share()
        if level == RESERVED:
            if not try_lock(self.descriptor, fcntl.LOCK_EX, _RESERVED_BYTE, 1):
                return False
            self.level = inode.level = RESERVED
            return True
        if self.level < PENDING:
            if not try_lock(self.descriptor, fcntl.LOCK_EX, _PENDING_BYTE, 1):
                return False
            self.level = inode.level = PENDING
        if inode.readers > 1 or not try_lock(self.descriptor, fcntl.LOCK_EX, _SHARED_FIRST, _SHARED_SIZE):
            return False
        self.level = inode.level = EXCLUSIVE
        return True

    def _share(self) -> bool:
        inode = self.inode
        if inode.level == NONE:
            if not try_lock(self.descriptor, fcntl.LOCK_SH, _PENDING_BYTE, 1):
                return False
            taken = try_lock(self.descriptor, fcntl.LOCK_SH, _SHARED_FIRST, _SHARED_SIZE)
            try_lock(self.descriptor, fcntl.LOCK_UN, _PENDING_BYTE, 1)
            if not taken:
                return False
            inode.level = SHARED
        inode.readers += 1
        self.level = SHARED
        return True

    def unlock(self, level: int) -> None:
        """Fall to SHARED or NONE."""
        if self.level <= level:
            return
        inode = self.inode
        if self.level > SHARED:
            if level == SHARED:
                try_lock(self.descriptor, fcntl.LOCK_SH, _SHARED_FIRST, _SHARED_SIZE)
            try_lock(self.descriptor, fcntl.LOCK_UN, _PENDING_BYTE, 2)
            inode.level = SHARED
        if level == NONE:
            inode.readers -= 1
            if inode.readers == 0:
                try_lock(self.descriptor, fcntl.LOCK_UN, 0, 0)
                inode.level = NONE
                self._close_idle()
        self.level = level

    def reserved_by_other(self) -> bool:
        """Whether anybody, in this process or another, has at least a RESERVED lock."""
        return self.inode.level > SHARED or held_by_other(self.descriptor, _RESERVED_BYTE, 1)

    def close(self) -> None:
        """Drop the lock and close the descriptor, at once or when no lock of this process stands any more."""
        self.unlock(NONE)
        inode = self.inode
        inode.locks -= 1
        if inode.readers:
            inode.idle.append(self.descriptor)
        else:
            os.close(self.descriptor)
        if inode.locks == 0:
            self._close_idle()
            _inodes.pop(inode.key, None)

    def _close_idle(self) -> None:
        for descriptor in self.inode.idle:
            os.close(descriptor)
        self.inode.idle.clear()
