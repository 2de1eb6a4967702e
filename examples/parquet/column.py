"""Encrypts the pages of a column in the format AES_GCM_CTR_V1 of Parquet Modular Encryption.

A page header is encrypted with AES-GCM, with the position of the page as associated data. Page data is encrypted with
AES-CTR, which is faster but does not authenticate: a modified page decrypts to other values without an error.
"""

import struct

import astragal

DATA_PAGE, DATA_PAGE_HEADER = 2, 4  # module types
NONCE_BYTES, TAG_BYTES = 12, 16


class ColumnKey:
    """Key of one column: 16, 24 or 32 bytes."""

    def __init__(self, key, file_id):
        name = f"aes-{8 * len(key)}"
        self.gcm, self.ctr, self.file_id = astragal.gcm(name, key), astragal.ctr(name, key), file_id

    def associated_data(self, module, row_group, column, page):
        return self.file_id + struct.pack("<BHHH", module, row_group, column, page)

    def seal_page(self, header, data, *place):
        """Return a page's encrypted header and data. `place` holds the numbers of the row group, column and page."""
        nonce = self.gcm.generate_nonce()
        sealed = nonce + self.gcm.encrypt(nonce, header, self.associated_data(DATA_PAGE_HEADER, *place))
        nonce = self.gcm.generate_nonce()
        hidden = nonce + self.ctr.encrypt(nonce + bytes([0, 0, 0, 1]), data)
        return b"".join(struct.pack("<I", len(module)) + module for module in (sealed, hidden))

    def open_page(self, modules, *place):
        """Return a page's header and data. Raise InvalidTag if the header was changed or belongs elsewhere."""
        parts = []
        while modules:
            (size,) = struct.unpack_from("<I", modules)
            parts.append(modules[4 : 4 + size])
            modules = modules[4 + size :]
        sealed, hidden = parts
        associated = self.associated_data(DATA_PAGE_HEADER, *place)
        header = self.gcm.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], associated)
        data = self.ctr.decrypt(hidden[:NONCE_BYTES] + bytes([0, 0, 0, 1]), hidden[NONCE_BYTES:])
        return header, data
