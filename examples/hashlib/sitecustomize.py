"""Replaces hashlib with astragal in every program of a Python interpreter, if this folder is in PYTHONPATH.

Python imports the module sitecustomize at its start. Programs then find astragal's module under the name hashlib.
"""

import sys

import astragal.hashlib

sys.modules["hashlib"] = astragal.hashlib
