"""``make bench``: every measurement, a table on the screen and JSON beside it."""

import subprocess
import sys
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
SCRIPTS = ("benchmarks.stops", "benchmarks.graph", "benchmarks.growth", "benchmarks.verify")


def main() -> int:
    RESULTS.mkdir(exist_ok=True)
    failed = 0
    for name in SCRIPTS:
        print(f"\n== {name}", flush=True)
        target = RESULTS / f"{name.rsplit('.', 1)[-1]}.json"
        failed += subprocess.run([sys.executable, "-m", name, "--json", str(target)], check=False).returncode != 0
    print("\n== benchmarks.anonymize", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.anonymize", "--json"], check=False, stdout=subprocess.PIPE, text=True
    )
    (RESULTS / "anonymize.json").write_text(done.stdout)
    print(done.stdout)
    print(f"\nJSON in {RESULTS}")
    return 1 if failed or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
