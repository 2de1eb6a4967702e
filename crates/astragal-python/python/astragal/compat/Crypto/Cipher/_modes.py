"""Objects that Crypto.Cipher.AES.new returns: AES in its modes."""

from __future__ import annotations

import os
from binascii import unhexlify
from hmac import compare_digest

import astragal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Buffer, Self

_BLOCK = 16


def _name(key: bytes) -> str:
    return f"aes-{8 * len(key)}"


def _xor(a: bytes, b: bytes) -> bytes:
    return (int.from_bytes(a, "big") ^ int.from_bytes(b, "big")).to_bytes(len(a), "big")


def _length(data: Buffer) -> int:
    return memoryview(data).nbytes


def _refuse(parameters: dict[str, Any], mode: str) -> None:
    if parameters:
        raise TypeError(f"Unknown parameters for {mode}: {', '.join(parameters)}")


def _check_output(output: Any, length: int) -> None:
    if output is None:
        return
    if not isinstance(output, (bytearray, memoryview)) or memoryview(output).readonly:
        raise TypeError("output must be a bytearray or a writeable memoryview")
    if memoryview(output).nbytes != length:
        raise ValueError(f"output must have the same length as the input  ({length} bytes)")


def _return_or_write(result: bytes, output: Any) -> bytes | None:
    """Return the result. If `output` is given, write the result to it and return None."""
    if output is None:
        return result
    memoryview(output).cast("B")[:] = result
    return None


class EcbMode:
    """Electronic codebook: encrypts each block separately."""

    block_size = _BLOCK

    def __init__(self, key: bytes, **parameters: Any) -> None:
        _refuse(parameters, "ECB")
        self._cipher = astragal.cipher(_name(key), key)

    def encrypt(self, plaintext: Buffer, output: Any = None) -> bytes | None:
        self._check(plaintext, output)
        return _return_or_write(self._cipher.encrypt_blocks(plaintext), output)

    def decrypt(self, ciphertext: Buffer, output: Any = None) -> bytes | None:
        self._check(ciphertext, output)
        return _return_or_write(self._cipher.decrypt_blocks(ciphertext), output)

    def _check(self, data: Buffer, output: Any) -> None:
        _check_output(output, _length(data))
        if _length(data) % _BLOCK:
            raise ValueError("Data must be aligned to block boundary in ECB mode")


class _OneDirection:
    """A streaming mode. Each object either encrypts or decrypts."""

    block_size = _BLOCK
    _direction = ""

    def encrypt(self, plaintext: Buffer, output: Any = None) -> bytes | None:
        self._set_direction("encrypt", "decrypt")
        _check_output(output, _length(plaintext))
        return _return_or_write(self._work(plaintext), output)

    def decrypt(self, ciphertext: Buffer, output: Any = None) -> bytes | None:
        self._set_direction("decrypt", "encrypt")
        _check_output(output, _length(ciphertext))
        return _return_or_write(self._work(ciphertext), output)

    def _set_direction(self, direction: str, other: str) -> None:
        if self._direction == other:
            raise TypeError(f"{direction}() cannot be called after {other}()")
        if not self._direction:
            self._direction = direction
            self._start()

    def _start(self) -> None:
        pass

    def _work(self, data: Buffer) -> bytes:
        raise NotImplementedError


class _WithIv(_OneDirection):
    """A mode with an IV of one block."""

    _mode: astragal.Mode

    def __init__(self, parameters: dict[str, Any]) -> None:
        given = [parameters.pop(name, None) for name in ("iv", "IV")]
        if None not in given:
            raise TypeError("You must either use 'iv' or 'IV', not both")
        iv = given[1] if given[0] is None else given[0]
        self.iv = os.urandom(_BLOCK) if iv is None else bytes(memoryview(iv))
        if len(self.iv) != _BLOCK:
            raise ValueError(f"Incorrect IV length (it must be {_BLOCK} bytes long)")
        self.IV = self.iv

    def _start(self) -> None:
        make = self._mode.encryptor if self._direction == "encrypt" else self._mode.decryptor
        self._stream = make(self.iv)

    def _work(self, data: Buffer) -> bytes:
        return self._stream.update(data)


class CbcMode(_WithIv):
    """Cipher block chaining, without padding."""

    def __init__(self, key: bytes, **parameters: Any) -> None:
        super().__init__(parameters)
        _refuse(parameters, "CBC")
        self._mode = astragal.cbc(_name(key), key, padding="none")

    def _work(self, data: Buffer) -> bytes:
        if _length(data) % _BLOCK:
            raise ValueError(f"Data must be padded to {_BLOCK} byte boundary in CBC mode")
        return self._stream.update(data)


class OfbMode(_WithIv):
    """Output feedback."""

    def __init__(self, key: bytes, **parameters: Any) -> None:
        super().__init__(parameters)
        _refuse(parameters, "OFB")
        self._mode = astragal.ofb(_name(key), key)


class CfbMode(_WithIv):
    """Cipher feedback with segments of whole bytes. Segments of one block are fastest."""

    def __init__(self, key: bytes, *, segment_size: int = 8, **parameters: Any) -> None:
        super().__init__(parameters)
        self._segment, rest = divmod(segment_size, 8)
        if self._segment == 0 or rest != 0:
            raise ValueError("'segment_size' must be positive and multiple of 8 bits")
        if self._segment > _BLOCK:
            raise ValueError(f"'segment_size' must be at most {8 * _BLOCK} bits")
        _refuse(parameters, "CFB")
        self._mode = astragal.cfb(_name(key), key)
        self._cipher = astragal.cipher(_name(key), key)
        self._register = self.iv
        # Keystream and ciphertext of the segment that is not yet complete.
        self._keystream, self._partial = b"", b""

    def _work(self, data: Buffer) -> bytes:
        if self._segment == _BLOCK:
            return self._stream.update(data)
        result, rest = bytearray(), bytes(memoryview(data))
        while rest:
            if not self._partial:
                self._keystream = self._cipher.encrypt_blocks(self._register)[: self._segment]
            piece = rest[: self._segment - len(self._partial)]
            rest = rest[len(piece) :]
            done = _xor(piece, self._keystream[len(self._partial) :][: len(piece)])
            self._partial += done if self._direction == "encrypt" else piece
            result += done
            if len(self._partial) == self._segment:
                self._register = self._register[self._segment :] + self._partial
                self._partial = b""
        return bytes(result)


class CtrMode(_OneDirection):
    """Counter mode. The counter block is a nonce followed by the counter, or a counter of Crypto.Util.Counter."""

    def __init__(
        self,
        key: bytes,
        *,
        nonce: Buffer | None = None,
        initial_value: int | Buffer | None = None,
        counter: Any = None,
        **parameters: Any,
    ) -> None:
        _refuse(parameters, "CTR")
        little_endian, suffix = False, b""
        if counter is not None:
            if nonce is not None or initial_value is not None:
                raise TypeError("'counter' and 'nonce'/'initial_value' are mutually exclusive")
            try:
                prefix, suffix = bytes(counter["prefix"]), bytes(counter["suffix"])
                size, first = int(counter["counter_len"]), int(counter["initial_value"])
                little_endian = bool(counter["little_endian"])
            except (KeyError, TypeError):
                raise TypeError("Incorrect counter object (use Crypto.Util.Counter.new)") from None
            if len(prefix) + size + len(suffix) != _BLOCK:
                length = len(prefix) + size + len(suffix)
                raise ValueError(f"Size of the counter block ({length} bytes) must match block size ({_BLOCK})")
        else:
            prefix = os.urandom(_BLOCK // 2) if nonce is None else bytes(memoryview(nonce))
            if len(prefix) >= _BLOCK:
                raise ValueError("Nonce is too long")
            size = _BLOCK - len(prefix)
            if initial_value is None:
                first = 0
            elif isinstance(initial_value, int):
                first = initial_value
                if first >> (8 * size):
                    raise ValueError("Initial counter value is too large")
            else:
                given = bytes(memoryview(initial_value))
                if len(given) != size:
                    raise ValueError(
                        f"Incorrect length for counter byte string ({len(given)} bytes, expected {size})"
                    )
                first = int.from_bytes(given, "big")
        if not suffix:
            self.nonce = prefix
        self._prefix, self._suffix, self._size = prefix, suffix, size
        self._first, self._little_endian = first, little_endian
        self._position = 0
        self._cipher = astragal.cipher(_name(key), key)
        self._stream: astragal.Stream | None = None
        # Number of message bytes for which astragal's CTR gives the right keystream. 0 if astragal's CTR is not used.
        # This mode increments only the counter field at the end of the block, but astragal increments the whole block.
        # The two keystreams therefore differ once the counter field has wrapped.
        self._fast_bytes = 0
        if not suffix and not little_endian:
            self._fast_bytes = ((1 << 8 * size) - first) * _BLOCK
            self._stream = astragal.ctr(_name(key), key).encryptor(self._block(0))

    def _block(self, number: int) -> bytes:
        count = (self._first + number) % (1 << 8 * self._size)
        order: Any = "little" if self._little_endian else "big"
        return self._prefix + count.to_bytes(self._size, order) + self._suffix

    def _work(self, data: Buffer) -> bytes:
        end = self._position + _length(data)
        if end > _BLOCK << 8 * self._size:
            raise OverflowError("The counter has wrapped around in CTR mode")
        if self._stream is not None and end <= self._fast_bytes:
            result = self._stream.update(data)
        else:
            first, last = self._position // _BLOCK, -(-end // _BLOCK)
            blocks = b"".join(self._block(number) for number in range(first, last))
            keystream = self._cipher.encrypt_blocks(blocks)[self._position % _BLOCK :]
            result = _xor(bytes(memoryview(data)), keystream[: _length(data)])
        self._position = end
        return result


class _Aead:
    """An authenticated mode. Associated data comes first, then the message, then the tag. Calls in another order
    raise TypeError.
    """

    block_size = _BLOCK
    _mac_len: int

    def __init__(self) -> None:
        self._next = {"update", "encrypt", "decrypt", "digest", "verify"}
        self._header: list[bytes] = []
        self._computed: bytes | None = None

    def _check_order(self, method: str, error: str, next_methods: set[str]) -> None:
        if method not in self._next:
            raise TypeError(f"{method}() {error}")
        self._next = next_methods

    def update(self, assoc_data: Buffer) -> Self:
        """Append to the associated data; return this object."""
        all_methods = {"update", "encrypt", "decrypt", "digest", "verify"}
        self._check_order("update", "can only be called immediately after initialization", all_methods)
        self._header.append(bytes(memoryview(assoc_data)))
        return self

    def encrypt(self, plaintext: Buffer, output: Any = None) -> bytes | None:
        """Encrypt the next piece of the message; return its ciphertext."""
        first = "update" in self._next
        self._check_order("encrypt", "can only be called after initialization or an update()", {"encrypt", "digest"})
        _check_output(output, _length(plaintext))
        return _return_or_write(self._work(plaintext, "encrypt", first), output)

    def decrypt(self, ciphertext: Buffer, output: Any = None) -> bytes | None:
        """Decrypt the next piece of the message; return its plaintext, which is unverified until verify() succeeds."""
        first = "update" in self._next
        self._check_order("decrypt", "can only be called after initialization or an update()", {"decrypt", "verify"})
        _check_output(output, _length(ciphertext))
        return _return_or_write(self._work(ciphertext, "decrypt", first), output)

    def digest(self) -> bytes:
        """Return the tag."""
        self._check_order("digest", "cannot be called when decrypting or validating a message", {"digest"})
        return self._tag()

    def hexdigest(self) -> str:
        """Return the tag in hexadecimal."""
        return self.digest().hex()

    def verify(self, received_mac_tag: Buffer) -> None:
        """Verify a tag in constant time. Raises ValueError if the tag is wrong."""
        self._check_order("verify", "cannot be called when encrypting a message", {"verify"})
        if not compare_digest(self._tag(), bytes(memoryview(received_mac_tag))):
            raise ValueError("MAC check failed")

    def hexverify(self, hex_mac_tag: str) -> None:
        """Verify a hexadecimal tag in constant time. Raises ValueError if the tag is wrong."""
        self.verify(unhexlify(hex_mac_tag))

    def encrypt_and_digest(self, plaintext: Buffer, output: Any = None) -> tuple[bytes | None, bytes]:
        """Return the ciphertext and the tag."""
        return self.encrypt(plaintext, output), self.digest()

    def decrypt_and_verify(
        self, ciphertext: Buffer, received_mac_tag: Buffer, output: Any = None
    ) -> bytes | None:
        """Return the plaintext. Raises ValueError if the tag is wrong."""
        _check_output(output, _length(ciphertext))
        plaintext = self.decrypt(ciphertext)
        assert plaintext is not None
        self.verify(received_mac_tag)
        return _return_or_write(plaintext, output)

    def _tag(self) -> bytes:
        if self._computed is None:
            self._computed = self._finish()
        return self._computed

    def _work(self, data: Buffer, direction: str, first: bool) -> bytes:
        raise NotImplementedError

    def _finish(self) -> bytes:
        raise NotImplementedError


class _CounterAead(_Aead):
    """GCM and CCM.

    pycryptodome's decrypt() returns unverified plaintext, but astragal's decryptor does not. Decryption therefore uses
    two encryptors. The first turns the ciphertext into plaintext, because both directions XOR the same keystream. The
    second encrypts the plaintext again, to compute the tag.
    """

    _aead: astragal.Aead
    nonce: bytes
    _stream: astragal.AeadEncryptor | None = None
    _tag_stream: astragal.AeadEncryptor | None = None

    def _encryptor(self) -> astragal.AeadEncryptor:
        return self._aead.encryptor(self.nonce, b"".join(self._header))

    def _work(self, data: Buffer, direction: str, first: bool) -> bytes:
        if self._stream is None:
            self._stream = self._encryptor()
            self._tag_stream = self._encryptor() if direction == "decrypt" else None
        result = self._stream.update(data)
        if self._tag_stream is not None:
            self._tag_stream.update(result)
        return result

    def _finish(self) -> bytes:
        return (self._tag_stream or self._stream or self._encryptor()).finalize()[: self._mac_len]

    def decrypt_and_verify(
        self, ciphertext: Buffer, received_mac_tag: Buffer, output: Any = None
    ) -> bytes | None:
        """Return the plaintext. Raises ValueError if the tag is wrong."""
        tag = bytes(memoryview(received_mac_tag))
        if "update" not in self._next or not len(tag) == self._mac_len == self._aead.tag_size:
            return super().decrypt_and_verify(ciphertext, tag, output)
        self._next = {"verify"}
        _check_output(output, _length(ciphertext))
        sealed = bytes(memoryview(ciphertext)) + tag
        try:
            plaintext = self._aead.decrypt(self.nonce, sealed, b"".join(self._header))
        except astragal.InvalidTag:
            raise ValueError("MAC check failed") from None
        self._computed = tag
        return _return_or_write(plaintext, output)


class GcmMode(_CounterAead):
    """Galois/counter mode (SP 800-38D)."""

    def __init__(self, key: bytes, *, nonce: Buffer | None = None, mac_len: int = 16, **parameters: Any) -> None:
        super().__init__()
        _refuse(parameters, "GCM")
        self.nonce = os.urandom(16) if nonce is None else bytes(memoryview(nonce))
        if not self.nonce:
            raise ValueError("Nonce cannot be empty")
        if not 4 <= mac_len <= 16:
            raise ValueError("Parameter 'mac_len' must be in the range 4..16")
        self._mac_len = mac_len
        self._aead = astragal.gcm(_name(key), key)


class CcmMode(_CounterAead):
    """Counter mode with CBC-MAC (SP 800-38C). Without msg_len, the whole message must be given in one call."""

    def __init__(
        self,
        key: bytes,
        *,
        nonce: Buffer | None = None,
        mac_len: int = 16,
        msg_len: int | None = None,
        assoc_len: int | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__()
        _refuse(parameters, "CCM")
        self.nonce = os.urandom(11) if nonce is None else bytes(memoryview(nonce))
        if mac_len not in (4, 6, 8, 10, 12, 14, 16):
            raise ValueError(f"Parameter 'mac_len' must be even and in the range 4..16 (not {mac_len})")
        if not 7 <= len(self.nonce) <= 13:
            raise ValueError("Length of parameter 'nonce' must be in the range 7..13 bytes")
        self._mac_len, self._msg_len, self._assoc_len = mac_len, msg_len, assoc_len
        self._aead = astragal.ccm(_name(key), key, tag_size=mac_len)

    def update(self, assoc_data: Buffer) -> Self:
        super().update(assoc_data)
        if self._assoc_len is not None and sum(map(len, self._header)) > self._assoc_len:
            raise ValueError("Associated data longer than declared")
        return self

    def _encryptor(self) -> astragal.AeadEncryptor:
        header = b"".join(self._header)
        if self._assoc_len is not None and len(header) < self._assoc_len:
            raise ValueError("Associated data is too short")
        return self._aead.encryptor(self.nonce, header, data_size=self._msg_len or 0)

    def _work(self, data: Buffer, direction: str, first: bool) -> bytes:
        if self._msg_len is None:
            self._msg_len = _length(data)
            self._next = {"digest" if direction == "encrypt" else "verify"}
        return super()._work(data, direction, first)


class EaxMode(_Aead):
    """EAX (Bellare, Rogaway, Wagner): counter mode, and CMAC of nonce, associated data and ciphertext."""

    def __init__(self, key: bytes, *, nonce: Buffer | None = None, mac_len: int = 16, **parameters: Any) -> None:
        super().__init__()
        _refuse(parameters, "EAX")
        self.nonce = os.urandom(16) if nonce is None else bytes(memoryview(nonce))
        if not 2 <= mac_len <= _BLOCK:
            raise ValueError(f"'mac_len' must be at least 2 and not larger than {_BLOCK}")
        if not self.nonce:
            raise ValueError("Nonce cannot be empty in EAX mode")
        self._mac_len = mac_len
        macs = [astragal.cmac(_name(key), key, i.to_bytes(_BLOCK, "big")) for i in range(3)]
        macs[0].update(self.nonce)
        self._macs = macs
        self._stream = astragal.ctr(_name(key), key).encryptor(macs[0].digest())

    def _work(self, data: Buffer, direction: str, first: bool) -> bytes:
        result = self._stream.update(data)
        self._macs[2].update(result if direction == "encrypt" else data)
        return result

    def _finish(self) -> bytes:
        self._macs[1].update(b"".join(self._header))
        nonce, header, message = (mac.digest() for mac in self._macs)
        return _xor(_xor(nonce, header), message)[: self._mac_len]


class S2V:
    """S2V, a pseudorandom function over a vector of strings (RFC 5297 section 2.4)."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._sum = self._last = bytes(_BLOCK)
        self._left = 8 * _BLOCK - 1

    def _cmac(self, data: bytes) -> bytes:
        return astragal.cmac(_name(self._key), self._key, data).digest()

    @staticmethod
    def _double(block: bytes) -> bytes:
        doubled = int.from_bytes(block, "big") << 1
        doubled ^= 0x87 * (doubled >> 8 * _BLOCK)
        return (doubled & (1 << 8 * _BLOCK) - 1).to_bytes(_BLOCK, "big")

    def update(self, item: Buffer) -> None:
        """Append a string."""
        if self._left == 0:
            raise TypeError("Too many components passed to S2V")
        self._left -= 1
        self._sum = _xor(self._double(self._sum), self._cmac(self._last))
        self._last = bytes(memoryview(item))

    def derive(self) -> bytes:
        """Return the pseudorandom output for these strings."""
        last = self._last
        if len(last) >= _BLOCK:
            return self._cmac(last[:-_BLOCK] + _xor(last[-_BLOCK:], self._sum))
        padded = (last + b"\x80").ljust(_BLOCK, b"\0")
        return self._cmac(_xor(padded, self._double(self._sum)))


class SivMode(_Aead):
    """SIV (RFC 5297), which needs the whole message in one call. Each update() appends a string to the associated
    data.
    """

    def __init__(self, key: bytes, *, nonce: Buffer | None = None, **parameters: Any) -> None:
        super().__init__()
        _refuse(parameters, "SIV")
        if nonce is not None:
            self.nonce = bytes(memoryview(nonce))
            if not self.nonce:
                raise ValueError("When provided, the nonce must be non-empty")
        half = len(key) // 2
        self._vector, self._key = S2V(key[:half]), key[half:]

    def update(self, assoc_data: Buffer) -> Self:
        super().update(assoc_data)
        self._vector.update(self._header.pop())
        return self

    def encrypt(self, plaintext: Buffer, output: Any = None) -> bytes | None:
        raise TypeError("encrypt() not allowed for SIV mode. Use encrypt_and_digest() instead.")

    def decrypt(self, ciphertext: Buffer, output: Any = None) -> bytes | None:
        raise TypeError("decrypt() not allowed for SIV mode. Use decrypt_and_verify() instead.")

    def _counter(self, tag: bytes, data: Buffer) -> bytes:
        first = int.from_bytes(tag, "big") & 0xFFFFFFFF_FFFFFFFF_7FFFFFFF_7FFFFFFF
        mode = astragal.ctr(_name(self._key), self._key)
        return mode.encrypt(first.to_bytes(_BLOCK, "big"), data)

    def _derive(self, plaintext: Buffer | None) -> bytes:
        if hasattr(self, "nonce"):
            self._vector.update(self.nonce)
        if plaintext is not None:
            self._vector.update(plaintext)
        return self._vector.derive()

    def encrypt_and_digest(self, plaintext: Buffer, output: Any = None) -> tuple[bytes | None, bytes]:
        self._check_order("encrypt", "can only be called after initialization or an update()", {"digest"})
        _check_output(output, _length(plaintext))
        self._computed = self._derive(plaintext)
        return _return_or_write(self._counter(self._computed, plaintext), output), self._computed

    def decrypt_and_verify(
        self, ciphertext: Buffer, received_mac_tag: Buffer, output: Any = None
    ) -> bytes | None:
        self._check_order("decrypt", "can only be called after initialization or an update()", {"verify"})
        _check_output(output, _length(ciphertext))
        tag = bytes(memoryview(received_mac_tag))
        if len(tag) != _BLOCK:
            raise ValueError("MAC check failed")
        plaintext = self._counter(tag, ciphertext)
        self._computed = self._derive(plaintext)
        self.verify(tag)
        return _return_or_write(plaintext, output)

    def _finish(self) -> bytes:
        return self._derive(None)


class KWMode:
    """Key wrap (SP 800-38F section 6.2, RFC 3394)."""

    block_size = _BLOCK
    _suffix, _min_bytes, _error = "kw", 16, "Incorrect integrity check value"

    def __init__(self, key: bytes, **parameters: Any) -> None:
        _refuse(parameters, "KW")
        self._key = key
        self._done = False

    def _start(self, text: Buffer, what: str, min_bytes: int, multiple: int = 8) -> bytes:
        if self._done:
            raise ValueError("The cipher cannot be used more than once")
        given = bytes(memoryview(text))
        if len(given) % multiple:
            raise ValueError(f"The {what} must have length multiple of 8 bytes")
        if len(given) < min_bytes:
            raise ValueError(f"The {what} must be at least {min_bytes} bytes long")
        return given

    def _wrap(self, key: bytes) -> bytes:
        self._done = True
        return astragal.key_wrap(f"{_name(self._key)}-{self._suffix}", self._key, key)

    def seal(self, plaintext: Buffer) -> bytes:
        """Return the wrapped key, which is 8 bytes longer than the given key."""
        return self._wrap(self._start(plaintext, "plaintext", 16))

    def unseal(self, ciphertext: Buffer) -> bytes:
        """Return the unwrapped key. Raises ValueError if the integrity check fails."""
        wrapped = self._start(ciphertext, "ciphertext", self._min_bytes + 8)
        try:
            key = astragal.key_unwrap(f"{_name(self._key)}-{self._suffix}", self._key, wrapped)
        except astragal.InvalidTag:
            raise ValueError(self._error) from None
        self._done = True
        return key


class KWPMode(KWMode):
    """Key wrap with padding (SP 800-38F section 6.3, RFC 5649)."""

    _suffix, _min_bytes, _error = "kwp", 8, "Incorrect decryption"

    def seal(self, plaintext: Buffer) -> bytes:
        """Wrap a key of any length; return the wrapped key."""
        return self._wrap(self._start(plaintext, "plaintext", 1, 1))
