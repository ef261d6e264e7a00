module contract/generators

go 1.26

require (
	github.com/google/uuid v1.6.0
	gopkg.in/validator.v2 v2.0.1
)
