"""Committing several databases as one (atomiccommit, section 5).

If more than one of them has a rollback journal in a file, a super-journal
names these journals, and each of them names it. Deleting the super-journal is
the moment at which the whole transaction is committed.
"""

from __future__ import annotations

import os

from litestone import errors
from litestone.storage.database_file import sync_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestone.storage.store import Store


def commit_all(stores: Sequence[Store]) -> None:
    """Commit all stores that are in a write transaction.

    Raises what ``Store.commit`` raises; nothing is changed then.
    """
    writing = [store for store in stores if store.in_write]
    journaled = [store for store in writing if store.has_journal()]
    if len(journaled) < 2:
        for store in writing:
            store.commit()
        return
    name = _write_super(journaled)
    prepared: list[Store] = []
    try:
        for store in journaled:
            store.prepare_commit(name)
            prepared.append(store)
    except errors.SqlError:
        for store in prepared:
            assert store.file is not None
            store.file.take_back(store)
        os.unlink(name)
        raise
    os.unlink(name)
    sync_folder(name)
    for store in journaled:
        store.finish_commit()
    for store in writing:
        if store.in_write:
            store.commit()


def _write_super(stores: Sequence[Store]) -> str:
    files = [store.file for store in stores if store.file is not None]
    while True:
        name = f"{files[0].path}-mj{int.from_bytes(os.urandom(3), 'big'):06X}9{os.urandom(1)[0]:02X}"
        try:
            descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        except FileExistsError:
            continue
        break
    try:
        os.write(descriptor, b"".join(os.fsencode(file.path + "-journal") + b"\0" for file in files))
        if any(store.synchronous for store in stores):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
    sync_folder(name)
    return name
