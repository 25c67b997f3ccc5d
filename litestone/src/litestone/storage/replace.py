"""Putting the content of one database in the place of another's, as VACUUM does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.store import Store

_CHANGE_COUNTER = slice(24, 28)


def replace_content(store: Store, fresh: Store) -> None:
    """Make the bytes of ``store``, which is inside a write transaction, those of ``fresh``.

    The header's change counter stays for the commit to count up. Where the
    pages of ``fresh`` have another size its bytes are cut into pages of the old
    one, so that the journal holds for them; nothing can be read until the
    commit is done and the next transaction has looked at the header.
    """
    pager = store.pager
    source = fresh.pager
    header = bytearray(source.header)
    header[_CHANGE_COUNTER] = pager.header[_CHANGE_COUNTER]
    pages = [source.image(number) for number in range(1, source.page_count + 1)]
    size = pager.geometry.page_size
    if size != source.geometry.page_size:
        whole = b"".join(pages)
        store.resized_to = (source.geometry.page_size, source.page_count)
        pages = [whole[start : start + size].ljust(size, b"\0") for start in range(0, len(whole), size)]
    pager.resize(len(pages))
    for number, image in enumerate(pages, 1):
        pager.put(number, image)
    pager.touch_header()[:] = header
    store.trees.clear()
    store.indexes.clear()
    store.contents_moved()
