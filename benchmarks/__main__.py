"""``make bench``: every measurement, a table on the screen and JSON beside it."""

import subprocess
import sys
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
SCRIPTS = ("benchmarks.stops", "benchmarks.graph", "benchmarks.growth")


def main() -> int:
    RESULTS.mkdir(exist_ok=True)
    failed = 0
    for name in SCRIPTS:
        print(f"\n== {name}", flush=True)
        target = RESULTS / f"{name.rsplit('.', 1)[-1]}.json"
        failed += subprocess.run([sys.executable, "-m", name, "--json", str(target)], check=False).returncode != 0
    print(f"\nJSON in {RESULTS}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
