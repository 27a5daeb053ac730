"""The `lineit` command, run as `python -m lineit`."""

import sys

from lineit.frontends.cli import main

sys.exit(main())
