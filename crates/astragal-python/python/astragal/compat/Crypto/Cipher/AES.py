"""pycryptodome's Crypto.Cipher.AES, over astragal.

    >>> from astragal.compat.Crypto.Cipher import AES
    >>> cipher = AES.new(bytes(16), AES.MODE_GCM, nonce=bytes(12))
    >>> ciphertext, tag = cipher.encrypt_and_digest(b"message")
    >>> AES.new(bytes(16), AES.MODE_GCM, nonce=bytes(12)).decrypt_and_verify(ciphertext, tag)
    b'message'

All modes but OCB and OPENPGP. As there, decrypt() of an authenticated mode returns plaintext that is not yet verified;
decrypt_and_verify() does not.
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

#: The length of a block in bytes.
block_size = 16
#: The lengths of keys in bytes.
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
    """Return AES under a key in a mode.

    key -- 16, 24 or 32 bytes; for MODE_SIV twice as many.
    mode -- one of the MODE_ constants.
    arguments -- one: the IV or nonce, which its name may be given instead.
    parameters -- iv or IV, nonce, mac_len, msg_len, assoc_len, segment_size, initial_value, counter, as there;
        use_aesni and threads are accepted and ignored.
    """
    if mode in (MODE_OCB, MODE_OPENPGP):
        name = "MODE_OCB" if mode == MODE_OCB else "MODE_OPENPGP"
        raise ValueError(f"{name} is not available in astragal; all other modes are")
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
