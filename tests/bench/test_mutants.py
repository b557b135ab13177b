import pytest

from tests.bench.mutants import REPOSITORY, Mutant, listed


@pytest.mark.parametrize("mutant", listed(), ids=lambda mutant: mutant.name)
def test_every_mutation_still_applies(mutant: Mutant):
    compile(mutant.applied(REPOSITORY), mutant.file, "exec")
    assert [test for test in mutant.tests if not (REPOSITORY / test).exists()] == []
