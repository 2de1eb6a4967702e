"""The shape of pycryptodome's package, as far as it hashes: see astragal.compat.Crypto.Hash."""
