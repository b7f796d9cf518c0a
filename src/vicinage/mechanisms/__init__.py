"""The only way from exact to released: differentially private mechanisms, each with its proof."""
