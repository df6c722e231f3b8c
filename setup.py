"""The rooms stand at the top of the repository and are installed under one name."""

from setuptools import find_packages, setup

ROOMS = (
    "analysis",
    "data",
    "engines",
    "fixtures",
    "inputs",
    "records",
    "reports",
    "scorers",
    "text",
    "thresholds",
)
FOLDERS = [*ROOMS, "tests.evaluation"]

setup(
    packages=[
        *find_packages(include=["kasauti", "kasauti.*"]),
        "kasauti.tests",
        *(
            f"kasauti.{package}"
            for folder in FOLDERS
            for package in find_packages(include=[folder, f"{folder}.*"])
        ),
    ],
    # The evaluation tests alone are part of the package.
    exclude_package_data={"kasauti.tests": ["unit/**", "vllm/*"]},
    package_dir={"kasauti": "kasauti"}
    | {f"kasauti.{folder}": folder for folder in (*ROOMS, "tests")},
)
