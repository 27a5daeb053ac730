"""The settings of every test run.

Hypothesis draws few examples by default, and more with `--hypothesis-profile ci` or `long`. The
language is English, whatever that of the system is.
"""

import os

import support.profiles

assert support.profiles

for variable in ("LC_MESSAGES", "LANG"):
    os.environ.pop(variable, None)
os.environ["LC_ALL"] = "C.UTF-8"
