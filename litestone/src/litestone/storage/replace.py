"""Putting the content of one database in the place of another's, as VACUUM does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.store import Store


def replace_content(store: Store, fresh: Store) -> None:
    """Make every page of ``store``, which is inside a write transaction, equal to that of ``fresh``.

    Both have pages of the same size. The header's change counter stays for the commit to count up.
    """
    pager = store.pager
    counter = bytes(pager.header[24:28])
    source = fresh.pager
    pages = [source.image(number) for number in range(1, source.page_count + 1)]
    pager.resize(source.page_count)
    for number, image in enumerate(pages, 1):
        pager.put(number, image)
    header = pager.touch_header()
    header[:] = source.header
    header[24:28] = counter
    store.trees.clear()
    store.indexes.clear()
    store.contents_moved()
