module independent

go 1.21
