"""`python -m lineit` is the `lineit` command."""

import sys

from lineit.cli import main

sys.exit(main())
