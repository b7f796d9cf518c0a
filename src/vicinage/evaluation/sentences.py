"""What each figure means, for a reader who does not program."""

__all__ = ["ATTACKS", "RISK", "UTILITY"]

_CLASSES = {
    "k_strict": (
        "fewest records that share their quasi-identifiers, a missing cell being a value of its "
        "own (strict rule); higher is safer"
    ),
    "k_wildcard": "the same, a missing cell agreeing with every value (wildcard rule)",
    "classes": "number of different combinations of quasi-identifiers (strict rule)",
    "unique_records": "records that share theirs with no other (strict rule); lower is safer",
    "highest_risk": "one over the smallest class (strict rule); lower is safer",
    "suppressed_records": "records suppressed throughout; they belong to no class",
}

RISK = {
    "dcr_mean": (
        "mean distance from an original record to the nearest released one, numeric columns in "
        "their units; higher is safer"
    ),
    "dcr_median": "median of the same distances; higher is safer",
    "dcr_mean_released": "the mean from a released record to the nearest original; higher is safer",
    "dcr_mean_scaled": (
        "mean distance from an original record to the nearest released one, all columns scaled to "
        "the original's ranges; higher is safer"
    ),
    "dcr_median_scaled": "median of the scaled distances; higher is safer",
    "dcr_mean_scaled_released": (
        "the scaled mean from a released record to the nearest original; higher is safer"
    ),
    "exact_match_share": (
        "share of original records that occur unchanged in the release; lower is safer"
    ),
    "changed_cell_share": "share of cells that differ from the original; 0 means nothing was done",
    "sdid": (
        "share of records whose every number lies within one standard deviation of its released "
        "value; lower is safer"
    ),
    "sdid_0.1": "the same within a tenth of a standard deviation; lower is safer",
    "sdid_0.05": "the same within a twentieth of a standard deviation; lower is safer",
    "rmdid": (
        "share of records with a number very close to its released value, more widely for "
        "outliers; lower is safer"
    ),
    "rmdid_weighted": "that share times the sum of these records' tolerances; lower is safer",
    "rmdid_isolated": (
        "share of records disclosed so whose release has no other near it (above 100,000 records "
        "of an evenly spaced sample); lower is safer"
    ),
    "linkage_distance": (
        "share of original records whose nearest released record is their own (above 100,000 "
        "records of an evenly spaced sample, as all distances here); lower is safer"
    ),
    "linkage_rank": (
        "the same by the ranks of the numbers, as an intruder would who knows them; lower is safer"
    ),
    "dcr_share": (
        "share of released records that are closer to an original record than to one held out "
        "(of equally many); near 0.5 is safest"
    ),
    "dcr_share_lower": "the same, lower end of its confidence interval",
    "dcr_share_upper": "the same, upper end of its confidence interval",
    **{
        f"{name}_{side}": f"{side}: {sentence}"
        for side in ("original", "released")
        for name, sentence in _CLASSES.items()
    },
    "individual_risk_largest": (
        "largest chance that a released record is the person whom its quasi-identifiers point at, "
        "by the sampling weights; lower is safer"
    ),
    "expected_reidentifications": "sum of these chances over all records; lower is safer",
}

ATTACKS = {
    "singling_out_univariate": (
        "one person told apart by a value that one released record has; lower is safer"
    ),
    "singling_out_multivariate": (
        "one person told apart by what one released record has in three columns; lower is safer"
    ),
    "linkability": (
        "two files about a person joined, since both are nearest to the same released record; "
        "lower is safer"
    ),
    "attribute_inference": (
        "guessed from the released record that is nearest in the columns known; lower is safer"
    ),
}

UTILITY = {
    "correlation_mad": "mean change of the correlations between numeric columns; 0 is best",
    "pca_loading_mad": "mean change of the loadings of the first principal component; 0 is best",
    "eigenvalue_difference": (
        "summed relative change of the eigenvalues of the correlations; 0 is best"
    ),
    "total_correlation_original": "how much the original columns tell about one another, in nats",
    "total_correlation_released": "the same in the release; the nearer to the original the better",
    "il1s": "summed change of the numbers, in standard deviations over sqrt(2); 0 is best",
    "il1s_per_cell": "mean change of a number, in standard deviations over sqrt(2); 0 is best",
    "il1": "summed change of the numbers, in percent of the original ones; 0 is best",
    "contingency_l1_mean": (
        "summed difference of the shares in a table of two columns, on average; from 0 (best) to 2"
    ),
    "contingency_l1": "the same in the table that changed most, from 0 (best) to 2",
    "pmse": (
        "how well a model tells released records from original ones, from 0 (not at all) to 0.25"
    ),
    "pmse_ratio": (
        "the same over what records drawn from the original with replacement would give"
    ),
    "regression_coef_mad": "mean change of the model's standardised coefficients; 0 is best",
    "r2_original": "share of the variance that the model explains in the original",
    "r2_released": "the same in the release; the nearer to the original the better",
    "interval_overlap": (
        "mean overlap of the confidence intervals of the model's coefficients; 1 is best"
    ),
    "regression_shift": (
        "largest move of a coefficient, in standard errors of the original; 0 is best"
    ),
    "ks": "largest Kolmogorov-Smirnov distance of a numeric column, from 0 (best) to 1",
    "total_variation": "largest total variation of a categorical column, from 0 (best) to 1",
}
