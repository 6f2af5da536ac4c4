"""``python -m baquara``."""

import sys

from baquara.cli import main

sys.exit(main())
