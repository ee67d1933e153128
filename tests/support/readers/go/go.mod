module readers

go 1.18
