// Uses the client that openapi-generator writes into client/.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"contract/generators/openapi-generator/client"
	"contract/generators/steps"

	"github.com/google/uuid"
)

func main() {
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("API_KEY"))
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := client.NewAPIClient(configuration)

	page, _, err := api.CommitmentsAPI.ListCommitments(ctx).Kind(client.COMMITMENTKIND_SAVINGS_PLAN).PageSize(2).Execute()
	steps.ExitOn(err)
	items := page.Data.Items
	steps.Check("filtered page", len(items) == 2 && items[0].Kind == client.COMMITMENTKIND_SAVINGS_PLAN, page)

	rate, _, err := api.CommitmentsAPI.GetEffectiveSavingsRate(ctx).Execute()
	steps.ExitOn(err)
	for _, account := range rate.Data.Accounts {
		if !account.Measured {
			steps.Check("savings rate", !account.TotalRatePct.IsSet() || account.TotalRatePct.Get() == nil, rate)
			break
		}
	}

	inventory, _, err := api.CommitmentsAPI.ListCommitmentInventory(ctx).Instrument(client.INSTRUMENT_RI).Execute()
	steps.ExitOn(err)
	row := inventory.Data.Rows[0].ReservedInstanceRow
	steps.Check("inventory", row != nil && row.GetQty() > 0, inventory)

	quote, _, err := api.CommitmentsAPI.GetRenewalQuote(ctx, steps.Arn).Execute()
	steps.ExitOn(err)
	steps.Check("renewal quote", quote.Success, quote)

	endpoint := client.NewWebhookEndpointInput("https://hooks.example.com/costs", []string{"optimization.completed"})
	created, _, err := api.WebhooksAPI.CreateWebhookEndpoint(ctx).WebhookEndpointInput(*endpoint).IdempotencyKey(uuid.NewString()).Execute()
	steps.ExitOn(err)
	steps.Check("create", created.Success, created)

	deleted, _, err := api.WebhooksAPI.DeleteWebhookEndpoint(ctx, created.Data.Id).Execute()
	steps.ExitOn(err)
	steps.Check("delete", deleted.Success, deleted)

	var input client.VirtualTagKeyInput
	steps.ExitOn(json.Unmarshal([]byte(steps.TagKey), &input))
	updated, _, err := api.TagsAPI.UpdateVirtualTagKey(ctx, "vtk-cost-center").VirtualTagKeyInput(input).IdempotencyKey(uuid.NewString()).Execute()
	steps.ExitOn(err)
	steps.Check("update", updated.Success, updated)

	_, _, err = api.CommitmentsAPI.ListCommitments(ctx).Page(0).Execute()
	var failure *client.GenericOpenAPIError
	model := client.ValidationFailure{}
	if errors.As(err, &failure) {
		model, _ = failure.Model().(client.ValidationFailure)
	}
	steps.Check("code of a 422", model.Error.Code == "VALIDATION_ERROR", err)
}
