"""Replaces hashlib by astragal in every program of an interpreter: put this folder into PYTHONPATH.

Python imports the module sitecustomize at its start. Programs then find astragal's module under the name hashlib.
"""

import sys

import astragal.hashlib

sys.modules["hashlib"] = astragal.hashlib
