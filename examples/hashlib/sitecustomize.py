"""Replaces hashlib with astragal in every Python program, if this folder is in PYTHONPATH.

Python imports the module sitecustomize when it starts. Programs then find astragal's module under the name hashlib.
"""

import sys

import astragal.hashlib

sys.modules["hashlib"] = astragal.hashlib
