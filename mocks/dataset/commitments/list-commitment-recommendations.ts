import type { OperationRequest } from '../../types.js';
import type { Context } from '../context.js';
import { hoursPerMonth, rate, usd } from '../money.js';
import { bestKind, suggestedOffering } from './coverage/list-uncovered-spend.js';
import { type Purchase, purchasesOf } from './purchases.js';

/** Recommended purchases, largest saving first. */
export function listCommitmentRecommendations(context: Context, { query }: OperationRequest) {
  return purchasesOf(context)
    .filter(({ instrument }) => query.commitment_type === 'all' || query.commitment_type === instrument)
    .toSorted((one, other) => savingOf(other) - savingOf(one))
    .map((purchase) => recommendationRow(context, purchase));
}

function savingOf({ onDemandHourly, hourly }: Purchase): number {
  return onDemandHourly - hourly;
}

function recommendationRow(context: Context, purchase: Purchase) {
  const { service, instrument, hourly, onDemandHourly } = purchase;
  const priced = !context.ledger.seedData.lookupsFail;
  const offering = suggestedOffering(bestKind(service));
  const what = service.label.toLowerCase();
  return {
    id: purchase.id,
    kind: instrument === 'sp' ? 'buy_savings_plan' : 'buy_reserved_instance',
    instrument,
    title:
      instrument === 'sp'
        ? `Buy a ${service.planType} savings plan`
        : `Reserve ${purchase.quantity} ${purchase.resource} in ${purchase.region}`,
    detail:
      instrument === 'sp'
        ? `On-demand spend on ${what} never fell below $${rate(onDemandHourly)} an hour in 30 days. Commit to what covering that floor costs.`
        : `At least ${purchase.quantity} ran on demand in every hour of the last 30 days. Reserve as many.`,
    provider: service.provider,
    service: service.id,
    service_label: service.label,
    account_id: purchase.buyer.id,
    region: purchase.region,
    resource: purchase.resource,
    quantity: purchase.quantity,
    hourly_commitment_usd: priced ? rate(hourly) : null,
    term_months: offering.termMonths,
    payment_option: offering.payment,
    upfront_usd: priced ? 0 : null,
    on_demand_monthly: usd(onDemandHourly * hoursPerMonth),
    commitment_monthly: priced ? usd(hourly * hoursPerMonth) : null,
    monthly_savings: priced ? usd(savingOf(purchase) * hoursPerMonth) : null,
    confidence: purchase.confidence,
  };
}
