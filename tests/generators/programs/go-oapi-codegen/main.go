// Uses the client that oapi-codegen writes into api/.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"contract/generators/api"

	"github.com/google/uuid"
)

// A savings plan, whose id contains a slash and colons.
const arn = "arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60"

const tagKey = `{
  "name": "Cost center", "expected_version": 7, "description": "Who pays for what", "effective_from": null,
  "can_override": false, "collapsed_keys": [],
  "configs": [{"filter": {"rules": []}, "time_frame": null, "assign": {"type": "value", "value": "Platform"}}]
}`

func main() {
	ctx := context.Background()
	client, err := api.NewClientWithResponses(os.Getenv("BASE_URL"), api.WithRequestEditorFn(authorize))
	exitOn(err)

	page, err := client.ListCommitmentsWithResponse(ctx, &api.ListCommitmentsParams{Kind: ptr(api.CommitmentKind("savings_plan")), PageSize: ptr(2)})
	exitOn(err)
	items := page.JSON200.Data.Items
	check("filtered page", len(items) == 2 && items[0].Kind == "savings_plan", page.Body)

	rate, err := client.GetEffectiveSavingsRateWithResponse(ctx, &api.GetEffectiveSavingsRateParams{})
	exitOn(err)
	for _, account := range rate.JSON200.Data.Accounts {
		if !account.Measured {
			check("savings rate", account.TotalRatePct == nil, rate.Body)
			break
		}
	}

	inventory, err := client.ListCommitmentInventoryWithResponse(ctx, &api.ListCommitmentInventoryParams{Instrument: "ri"})
	exitOn(err)
	row, err := inventory.JSON200.Data.Rows[0].AsReservedInstanceRow()
	exitOn(err)
	check("inventory", row.Qty != nil && *row.Qty > 0, inventory.Body)

	quote, err := client.GetRenewalQuoteWithResponse(ctx, arn)
	exitOn(err)
	check("renewal quote", quote.JSON200 != nil && quote.JSON200.Success, quote.Body)

	created, err := client.CreateWebhookEndpointWithResponse(ctx,
		&api.CreateWebhookEndpointParams{IdempotencyKey: ptr(uuid.NewString())},
		api.WebhookEndpointInput{Url: "https://hooks.example.com/costs", EventTypes: []api.EventType{"optimization.completed"}})
	exitOn(err)
	check("create", created.JSON201 != nil, created.Body)

	deleted, err := client.DeleteWebhookEndpointWithResponse(ctx, created.JSON201.Data.Id)
	exitOn(err)
	check("delete", deleted.JSON200 != nil, deleted.Body)

	var input api.VirtualTagKeyInput
	exitOn(json.Unmarshal([]byte(tagKey), &input))
	updated, err := client.UpdateVirtualTagKeyWithResponse(ctx, "vtk-cost-center",
		&api.UpdateVirtualTagKeyParams{IdempotencyKey: ptr(uuid.NewString())}, input)
	exitOn(err)
	check("update", updated.StatusCode() == http.StatusOK, updated.Body)

	invalid, err := client.ListCommitmentsWithResponse(ctx, &api.ListCommitmentsParams{Page: ptr(0)})
	exitOn(err)
	check("code of a 422", invalid.JSON422 != nil && invalid.JSON422.Error.Code == "VALIDATION_ERROR", invalid.Body)
}

func authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	return nil
}

func check(step string, passed bool, body []byte) {
	if passed {
		fmt.Println("ok", step)
	} else {
		fmt.Printf("FAILED %s: %s\n", step, body)
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func ptr[T any](value T) *T { return &value }
