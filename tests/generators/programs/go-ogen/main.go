// Uses the client that ogen writes into api/.
package main

import (
	"context"
	"fmt"
	"net/url"
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

type source struct{}

func (source) BearerAuth(context.Context, api.OperationName) (api.BearerAuth, error) {
	return api.BearerAuth{Token: os.Getenv("API_KEY")}, nil
}

func main() {
	ctx := context.Background()
	client, err := api.NewClient(os.Getenv("BASE_URL"), source{})
	exitOn(err)

	list, err := client.ListCommitments(ctx, api.ListCommitmentsParams{
		Kind: api.NewOptCommitmentKind(api.CommitmentKindSavingsPlan), PageSize: api.NewOptInt(2)})
	exitOn(err)
	page, _ := list.(*api.ListCommitmentsEnvelopeHeaders)
	check("filtered page", page != nil && len(page.Response.Data.Items) == 2 &&
		page.Response.Data.Items[0].Kind == api.CommitmentKindSavingsPlan, list)

	esr, err := client.GetEffectiveSavingsRate(ctx, api.GetEffectiveSavingsRateParams{})
	exitOn(err)
	rate, _ := esr.(*api.GetEffectiveSavingsRateEnvelopeHeaders)
	for _, account := range rate.Response.Data.Accounts {
		if !account.Measured {
			check("savings rate", account.TotalRatePct.Null, account)
			break
		}
	}

	rows, err := client.ListCommitmentInventory(ctx, api.ListCommitmentInventoryParams{Instrument: api.InstrumentRi})
	exitOn(err)
	inventory, _ := rows.(*api.ListCommitmentInventoryEnvelopeHeaders)
	row, isReservation := inventory.Response.Data.Rows[0].GetReservedInstanceRow()
	check("inventory", isReservation && row.Qty.Value > 0, rows)

	quote, err := client.GetRenewalQuote(ctx, api.GetRenewalQuoteParams{CommitmentID: arn})
	exitOn(err)
	_, isQuote := quote.(*api.GetRenewalQuoteEnvelopeHeaders)
	check("renewal quote", isQuote, quote)

	endpoint, _ := url.Parse("https://hooks.example.com/costs")
	created, err := client.CreateWebhookEndpoint(ctx,
		&api.WebhookEndpointInput{URL: *endpoint, EventTypes: []string{"optimization.completed"}},
		api.CreateWebhookEndpointParams{IdempotencyKey: api.NewOptString(uuid.NewString())})
	exitOn(err)
	success, isCreated := created.(*api.CreateWebhookEndpointCreated)
	check("create", isCreated, created)

	deleted, err := client.DeleteWebhookEndpoint(ctx,
		api.DeleteWebhookEndpointParams{EndpointID: success.Response.Data.ID})
	exitOn(err)
	_, isDeleted := deleted.(*api.DeleteWebhookEndpointEnvelopeHeaders)
	check("delete", isDeleted, deleted)

	var input api.VirtualTagKeyInput
	exitOn(input.UnmarshalJSON([]byte(tagKey)))
	updated, err := client.UpdateVirtualTagKey(ctx, &input, api.UpdateVirtualTagKeyParams{
		KeyID: "vtk-cost-center", IdempotencyKey: api.NewOptString(uuid.NewString())})
	exitOn(err)
	_, isUpdated := updated.(*api.UpdateVirtualTagKeyEnvelopeHeaders)
	check("update", isUpdated, updated)

	// The client validates single parameters; this is a rule across two of them.
	invalid, err := client.GetCostBreakdown(ctx, api.GetCostBreakdownParams{
		ProviderID: "provider_a", VirtualTagValue: []string{"compute"}})
	exitOn(err)
	failure, _ := invalid.(*api.ValidationFailureHeaders)
	check("code of a 422", failure != nil && failure.Response.Error.Code == "VALIDATION_ERROR", invalid)
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
