"""Rules that the import contracts of pyproject.toml could only state with a list of the rulesets."""

import grimp
import pytest


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("rules", cache_dir=None)


def test_the_kernel_imports_no_ruleset(graph: grimp.ImportGraph) -> None:
    kernel = {"rules.kernel", *graph.find_descendants("rules.kernel")}
    imported = {found for module in kernel for found in graph.find_modules_directly_imported_by(module)}
    assert not {name for name in imported - kernel if name.count(".")}, "the kernel may import only itself"
