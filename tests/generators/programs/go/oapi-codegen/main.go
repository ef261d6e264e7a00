// Uses the client that oapi-codegen writes into api/.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"contract/generators/oapi-codegen/api"
	"contract/generators/steps"

	"github.com/google/uuid"
)

func main() {
	ctx := context.Background()
	client, err := api.NewClientWithResponses(os.Getenv("BASE_URL"), api.WithRequestEditorFn(authorize))
	steps.ExitOn(err)

	page, err := client.ListCommitmentsWithResponse(ctx, &api.ListCommitmentsParams{Kind: ptr(api.CommitmentKind("savings_plan")), PageSize: ptr(2)})
	steps.ExitOn(err)
	items := page.JSON200.Data.Items
	steps.Check("filtered page", len(items) == 2 && items[0].Kind == "savings_plan", page.Body)

	rate, err := client.GetEffectiveSavingsRateWithResponse(ctx, &api.GetEffectiveSavingsRateParams{})
	steps.ExitOn(err)
	for _, account := range rate.JSON200.Data.Accounts {
		if !account.Measured {
			steps.Check("savings rate", account.TotalRatePct == nil, rate.Body)
			break
		}
	}

	inventory, err := client.ListCommitmentInventoryWithResponse(ctx, &api.ListCommitmentInventoryParams{Instrument: "ri"})
	steps.ExitOn(err)
	row, err := inventory.JSON200.Data.Rows[0].AsReservedInstanceRow()
	steps.ExitOn(err)
	steps.Check("inventory", row.Qty != nil && *row.Qty > 0, inventory.Body)

	quote, err := client.GetRenewalQuoteWithResponse(ctx, steps.Arn)
	steps.ExitOn(err)
	steps.Check("renewal quote", quote.JSON200 != nil && quote.JSON200.Success, quote.Body)

	created, err := client.CreateWebhookEndpointWithResponse(ctx,
		&api.CreateWebhookEndpointParams{IdempotencyKey: ptr(uuid.NewString())},
		api.WebhookEndpointInput{Url: "https://hooks.example.com/costs", EventTypes: []api.EventType{"optimization.completed"}})
	steps.ExitOn(err)
	steps.Check("create", created.JSON201 != nil, created.Body)

	deleted, err := client.DeleteWebhookEndpointWithResponse(ctx, created.JSON201.Data.Id)
	steps.ExitOn(err)
	steps.Check("delete", deleted.JSON200 != nil, deleted.Body)

	var input api.VirtualTagKeyInput
	steps.ExitOn(json.Unmarshal([]byte(steps.TagKey), &input))
	updated, err := client.UpdateVirtualTagKeyWithResponse(ctx, "vtk-cost-center",
		&api.UpdateVirtualTagKeyParams{IdempotencyKey: ptr(uuid.NewString())}, input)
	steps.ExitOn(err)
	steps.Check("update", updated.StatusCode() == http.StatusOK, updated.Body)

	invalid, err := client.ListCommitmentsWithResponse(ctx, &api.ListCommitmentsParams{Page: ptr(0)})
	steps.ExitOn(err)
	steps.Check("code of a 422", invalid.JSON422 != nil && invalid.JSON422.Error.Code == "VALIDATION_ERROR", invalid.Body)
}

func authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	return nil
}

func ptr[T any](value T) *T { return &value }
