from astragal import algorithms_available as algorithms_available
from astragal import algorithms_guaranteed as algorithms_guaranteed
from astragal import blake2b as blake2b
from astragal import blake2s as blake2s
from astragal import file_digest as file_digest
from astragal import md5 as md5
from astragal import new as new
from astragal import pbkdf2_hmac as pbkdf2_hmac
from astragal import scrypt as scrypt
from astragal import sha1 as sha1
from astragal import sha3_224 as sha3_224
from astragal import sha3_256 as sha3_256
from astragal import sha3_384 as sha3_384
from astragal import sha3_512 as sha3_512
from astragal import sha224 as sha224
from astragal import sha256 as sha256
from astragal import sha384 as sha384
from astragal import sha512 as sha512
from astragal import shake_128 as shake_128
from astragal import shake_256 as shake_256
from typing import Any

__all__ = [
    "algorithms_available",
    "algorithms_guaranteed",
    "blake2b",
    "blake2s",
    "file_digest",
    "md5",
    "new",
    "pbkdf2_hmac",
    "scrypt",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha512",
    "shake_128",
    "shake_256",
]

def __getattr__(name: str) -> Any: ...
