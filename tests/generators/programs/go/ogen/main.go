// Uses the client that ogen writes into api/.
package main

import (
	"context"
	"net/url"
	"os"

	"contract/generators/ogen/api"
	"contract/generators/steps"

	"github.com/google/uuid"
)

type source struct{}

func (source) BearerAuth(context.Context, api.OperationName) (api.BearerAuth, error) {
	return api.BearerAuth{Token: os.Getenv("API_KEY")}, nil
}

func main() {
	ctx := context.Background()
	client, err := api.NewClient(os.Getenv("BASE_URL"), source{})
	steps.ExitOn(err)

	list, err := client.ListCommitments(ctx, api.ListCommitmentsParams{
		Kind: api.NewOptCommitmentKind(api.CommitmentKindSavingsPlan), PageSize: api.NewOptInt(2)})
	steps.ExitOn(err)
	page, _ := list.(*api.ListCommitmentsEnvelopeHeaders)
	steps.Check("filtered page", page != nil && len(page.Response.Data.Items) == 2 &&
		page.Response.Data.Items[0].Kind == api.CommitmentKindSavingsPlan, list)

	esr, err := client.GetEffectiveSavingsRate(ctx, api.GetEffectiveSavingsRateParams{})
	steps.ExitOn(err)
	rate, _ := esr.(*api.GetEffectiveSavingsRateEnvelopeHeaders)
	for _, account := range rate.Response.Data.Accounts {
		if !account.Measured {
			steps.Check("savings rate", account.TotalRatePct.Null, account)
			break
		}
	}

	rows, err := client.ListCommitmentInventory(ctx, api.ListCommitmentInventoryParams{Instrument: api.InstrumentRi})
	steps.ExitOn(err)
	inventory, _ := rows.(*api.ListCommitmentInventoryEnvelopeHeaders)
	row, isReservation := inventory.Response.Data.Rows[0].GetReservedInstanceRow()
	steps.Check("inventory", isReservation && row.Qty.Value > 0, rows)

	quote, err := client.GetRenewalQuote(ctx, api.GetRenewalQuoteParams{CommitmentID: steps.Arn})
	steps.ExitOn(err)
	_, isQuote := quote.(*api.GetRenewalQuoteEnvelopeHeaders)
	steps.Check("renewal quote", isQuote, quote)

	endpoint, _ := url.Parse("https://hooks.example.com/costs")
	created, err := client.CreateWebhookEndpoint(ctx,
		&api.WebhookEndpointInput{URL: *endpoint, EventTypes: []string{"optimization.completed"}},
		api.CreateWebhookEndpointParams{IdempotencyKey: api.NewOptString(uuid.NewString())})
	steps.ExitOn(err)
	success, isCreated := created.(*api.CreateWebhookEndpointCreated)
	steps.Check("create", isCreated, created)

	deleted, err := client.DeleteWebhookEndpoint(ctx,
		api.DeleteWebhookEndpointParams{EndpointID: success.Response.Data.ID})
	steps.ExitOn(err)
	_, isDeleted := deleted.(*api.DeleteWebhookEndpointEnvelopeHeaders)
	steps.Check("delete", isDeleted, deleted)

	var input api.VirtualTagKeyInput
	steps.ExitOn(input.UnmarshalJSON([]byte(steps.TagKey)))
	updated, err := client.UpdateVirtualTagKey(ctx, &input, api.UpdateVirtualTagKeyParams{
		KeyID: "vtk-cost-center", IdempotencyKey: api.NewOptString(uuid.NewString())})
	steps.ExitOn(err)
	_, isUpdated := updated.(*api.UpdateVirtualTagKeyEnvelopeHeaders)
	steps.Check("update", isUpdated, updated)

	// The client validates single parameters; this is a rule across two of them.
	invalid, err := client.GetCostBreakdown(ctx, api.GetCostBreakdownParams{
		ProviderID: "provider_a", VirtualTagValue: []string{"compute"}})
	steps.ExitOn(err)
	failure, _ := invalid.(*api.ValidationFailureHeaders)
	steps.Check("code of a 422", failure != nil && failure.Response.Error.Code == "VALIDATION_ERROR", invalid)
}
