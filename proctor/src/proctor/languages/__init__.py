"""The languages a submission may be written in: one data file each under `data/`, read by `catalogue`."""
