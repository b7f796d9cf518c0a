"""Files of SPSS, Stata and SAS: cells, and what the file tells about its columns."""
