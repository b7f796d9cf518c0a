"""The two scenarios of Okada et al. (2015), on a real table and within one budget each.

Run ``python examples/outlier_scenarios.py``. The steward registers the table once, with a budget;
each scenario then asks for its whole total before its first question. The table is that of 569
tumours that comes with scikit-learn; its bounds are what a physician would declare without it.
"""

import tempfile
from pathlib import Path

from sklearn.datasets import load_breast_cancer

from vicinage import Ledger, Numeric, OutlierCount, Schema, SubspaceDiscovery
from vicinage.privacy import PureDP, amount, even_shares
from vicinage.table import QueryTable

SCHEMA = Schema(
    {
        "mean radius": Numeric(0, 40, unit="mm"),
        "mean texture": Numeric(0, 50),
        "mean smoothness": Numeric(0, 0.25),
        "mean symmetry": Numeric(0, 0.5),
        "mean compactness": Numeric(0, 0.5),
    },
    public=True,
)
NEAR = {"min_neighbors": 10, "radius": 0.05}


def counts_in_given_subspaces(table, ledger, subspaces, epsilon):
    """Scenario 1: count the outliers in each of these subspaces.

    The budget is split evenly. It is asked for as a whole first, so that nothing is answered when
    not all of it fits.
    """
    total = amount("epsilon", epsilon)
    ledger.quote(table.digest(ledger.data_set_key), PureDP(total))
    shares = even_shares(total, len(subspaces))
    return {
        columns: OutlierCount(columns=columns, epsilon=share, ledger=ledger, **NEAR)
        .fit(table)
        .count_
        for columns, share in zip(subspaces, shares, strict=True)
    }


def discovery_then_counts(table, ledger, top, epsilon):
    """Scenario 2: find the subspaces with most outliers, then count them.

    Half of the budget finds them, the other half is for the counts.
    """
    total = amount("epsilon", epsilon)
    ledger.quote(table.digest(ledger.data_set_key), PureDP(total))
    half, other = even_shares(total, 2)
    search = SubspaceDiscovery(top=top, epsilon=half, ledger=ledger, **NEAR).fit(table)
    return counts_in_given_subspaces(table, ledger, search.subspaces_, other)


def main():
    """Ask both, and print the answers and what is left."""
    frame = load_breast_cancer(as_frame=True).data[list(SCHEMA.names)]
    table = QueryTable.of(frame, SCHEMA)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.create(Path(folder) / "budget.db")
        ledger.register("tumours", table.digest(ledger.data_set_key), epsilon="12")
        asked = [("mean radius",), ("mean texture", "mean symmetry")]
        print("Scenario 1: outliers in given subspaces, epsilon 2 in total")
        show(counts_in_given_subspaces(table, ledger, asked, "2"))
        print("Scenario 2: the subspaces with most outliers, epsilon 10 in total")
        show(discovery_then_counts(table, ledger, top=2, epsilon="10"))
        print(f"Left of the budget: epsilon {ledger.remaining('tumours').epsilon}")


def show(counts):
    """Print one line for each subspace."""
    for columns, count in counts.items():
        print(f"  {', '.join(columns)}: {count}")


if __name__ == "__main__":
    main()
