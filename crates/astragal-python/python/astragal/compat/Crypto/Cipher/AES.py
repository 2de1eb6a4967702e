"""Replacement for Crypto.Cipher.AES.

    >>> from astragal.compat.Crypto.Cipher import AES
    >>> cipher = AES.new(bytes(16), AES.MODE_GCM, nonce=bytes(12))
    >>> ciphertext, tag = cipher.encrypt_and_digest(b"message")
    >>> AES.new(bytes(16), AES.MODE_GCM, nonce=bytes(12)).decrypt_and_verify(ciphertext, tag)
    b'message'

All modes except OCB and OPENPGP are available. decrypt() of an authenticated mode returns unverified plaintext, as
in pycryptodome; decrypt_and_verify() returns verified plaintext only.
"""

from __future__ import annotations

from . import _modes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Buffer

__all__ = [
    "MODE_CBC",
    "MODE_CCM",
    "MODE_CFB",
    "MODE_CTR",
    "MODE_EAX",
    "MODE_ECB",
    "MODE_GCM",
    "MODE_KW",
    "MODE_KWP",
    "MODE_OCB",
    "MODE_OFB",
    "MODE_OPENPGP",
    "MODE_SIV",
    "block_size",
    "key_size",
    "new",
]

MODE_ECB = 1
MODE_CBC = 2
MODE_CFB = 3
MODE_OFB = 5
MODE_CTR = 6
MODE_OPENPGP = 7
MODE_CCM = 8
MODE_EAX = 9
MODE_SIV = 10
MODE_GCM = 11
MODE_OCB = 12
MODE_KW = 13
MODE_KWP = 14

#: Length of a block in bytes.
block_size = 16
#: Allowed lengths of keys in bytes.
key_size = (16, 24, 32)

_MODES: dict[int, Any] = {
    MODE_ECB: _modes.EcbMode,
    MODE_CBC: _modes.CbcMode,
    MODE_CFB: _modes.CfbMode,
    MODE_OFB: _modes.OfbMode,
    MODE_CTR: _modes.CtrMode,
    MODE_CCM: _modes.CcmMode,
    MODE_EAX: _modes.EaxMode,
    MODE_SIV: _modes.SivMode,
    MODE_GCM: _modes.GcmMode,
    MODE_KW: _modes.KWMode,
    MODE_KWP: _modes.KWPMode,
}


def new(key: Buffer, mode: int, *arguments: Buffer, **parameters: Any) -> Any:
    """Return an AES object with a key and a mode.

    key -- 16, 24 or 32 bytes; twice as many for MODE_SIV.
    mode -- one of the MODE_ constants.
    arguments -- the IV or nonce, which may also be given by keyword.
    parameters -- iv or IV, nonce, mac_len, msg_len, assoc_len, segment_size, initial_value and counter, as in
        pycryptodome; use_aesni and threads are ignored.
    """
    if mode in (MODE_OCB, MODE_OPENPGP):
        name = "MODE_OCB" if mode == MODE_OCB else "MODE_OPENPGP"
        raise ValueError(f"{name} is not available in astragal")
    if mode not in _MODES:
        raise ValueError("Mode not supported")
    if arguments:
        if mode in (MODE_CBC, MODE_CFB, MODE_OFB):
            parameters["IV"] = arguments[0]
        elif mode in (MODE_CCM, MODE_EAX, MODE_SIV, MODE_GCM):
            parameters["nonce"] = arguments[0]
        elif mode == MODE_ECB:
            raise TypeError("IV is not meaningful for the ECB mode")
        else:
            raise TypeError("Too many arguments for this mode")
    for ignored in ("use_aesni", "threads"):
        parameters.pop(ignored, None)
    given = bytes(memoryview(key))
    lengths = [2 * length for length in key_size] if mode == MODE_SIV else key_size
    if len(given) not in lengths:
        raise ValueError(f"Incorrect AES key length ({len(given)} bytes)")
    return _MODES[mode](given, **parameters)
