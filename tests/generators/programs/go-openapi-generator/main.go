// Uses the client that openapi-generator writes into client/.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"contract/generators/client"

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
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("API_KEY"))
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := client.NewAPIClient(configuration)

	page, _, err := api.CommitmentsAPI.ListCommitments(ctx).Kind(client.COMMITMENTKIND_SAVINGS_PLAN).PageSize(2).Execute()
	exitOn(err)
	items := page.Data.Items
	check("filtered page", len(items) == 2 && items[0].Kind == client.COMMITMENTKIND_SAVINGS_PLAN, page)

	rate, _, err := api.CommitmentsAPI.GetEffectiveSavingsRate(ctx).Execute()
	exitOn(err)
	for _, account := range rate.Data.Accounts {
		if !account.Measured {
			check("savings rate", !account.TotalRatePct.IsSet() || account.TotalRatePct.Get() == nil, rate)
			break
		}
	}

	inventory, _, err := api.CommitmentsAPI.ListCommitmentInventory(ctx).Instrument(client.INSTRUMENT_RI).Execute()
	exitOn(err)
	row := inventory.Data.Rows[0].ReservedInstanceRow
	check("inventory", row != nil && row.GetQty() > 0, inventory)

	quote, _, err := api.CommitmentsAPI.GetRenewalQuote(ctx, arn).Execute()
	exitOn(err)
	check("renewal quote", quote.Success, quote)

	endpoint := client.NewWebhookEndpointInput("https://hooks.example.com/costs", []string{"optimization.completed"})
	created, _, err := api.WebhooksAPI.CreateWebhookEndpoint(ctx).WebhookEndpointInput(*endpoint).IdempotencyKey(uuid.NewString()).Execute()
	exitOn(err)
	check("create", created.Success, created)

	deleted, _, err := api.WebhooksAPI.DeleteWebhookEndpoint(ctx, created.Data.Id).Execute()
	exitOn(err)
	check("delete", deleted.Success, deleted)

	var input client.VirtualTagKeyInput
	exitOn(json.Unmarshal([]byte(tagKey), &input))
	updated, _, err := api.TagsAPI.UpdateVirtualTagKey(ctx, "vtk-cost-center").VirtualTagKeyInput(input).IdempotencyKey(uuid.NewString()).Execute()
	exitOn(err)
	check("update", updated.Success, updated)

	_, _, err = api.CommitmentsAPI.ListCommitments(ctx).Page(0).Execute()
	var failure *client.GenericOpenAPIError
	model := client.ValidationFailure{}
	if errors.As(err, &failure) {
		model, _ = failure.Model().(client.ValidationFailure)
	}
	check("code of a 422", model.Error.Code == "VALIDATION_ERROR", err)
}

func check(step string, passed bool, actual any) {
	if passed {
		fmt.Println("ok", step)
	} else {
		fmt.Printf("FAILED %s: %+v\n", step, actual)
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
