// Package steps is shared by the programs for the generated Go clients.
package steps

import (
	"fmt"
	"os"
)

// Arn is the id of a savings plan, with a slash and colons.
const Arn = "arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60"

// TagKey is a change of the virtual tag key vtk-cost-center.
const TagKey = `{
  "name": "Cost center", "expected_version": 7, "description": "Who pays for what", "effective_from": null,
  "can_override": false, "collapsed_keys": [],
  "configs": [{"filter": {"rules": []}, "time_frame": null, "assign": {"type": "value", "value": "Platform"}}]
}`

// Check prints whether a step passed, or else the actual response.
func Check(step string, passed bool, actual any) {
	if passed {
		fmt.Println("ok", step)
	} else if body, isBody := actual.([]byte); isBody {
		fmt.Printf("FAILED %s: %s\n", step, body)
	} else {
		fmt.Printf("FAILED %s: %+v\n", step, actual)
	}
}

// ExitOn ends the program on an error.
func ExitOn(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
