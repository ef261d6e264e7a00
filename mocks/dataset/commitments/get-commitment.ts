import type { OperationRequest } from '../../types.js';
import { hoursPerDay, isoInstant } from '../calendar.js';
import { type Context, nowOf, windowDays } from '../context.js';
import { hoursPerMonth, perMonth, rate, usd } from '../money.js';
import type { Commitment, HeldCommitment } from '../seed-data/types.js';
import { coverageOfService } from './coverage/get-coverage-rates.js';
import { cancellableOf, commitmentNamed, isPriced, quantityOf } from './held.js';
import { commitmentRow } from './list-commitments.js';
import { historyOf, slopeOf, utilizationOf } from './measured.js';
import { consumersOf, portfolioFigures } from './overview/get-commitment-portfolio.js';
import { purchasesOf } from './purchases.js';
import { knownStateOf } from './status.js';

/** A commitment below this utilization, in percent, should be reduced or not renewed. */
const underutilized = 70;

/** All details of one commitment. */
export function getCommitment(context: Context, { path }: OperationRequest) {
  const commitment = commitmentNamed(context, path.commitment_id);
  const row = commitmentRow(context, commitment);
  return { ...row, ...termsOf(context, commitment), ...performanceOf(context, commitment) };
}

function termsOf(context: Context, commitment: HeldCommitment) {
  const state = knownStateOf(commitment, nowOf(context));
  const { hourly, feeList, feeNet } = portfolioFigures(context, commitment, 'net');
  const isBilled = state === 'active' || state === 'retired';
  return {
    term_months: commitment.termMonths,
    payment_option: commitment.payment,
    end_at: commitment.end === null ? null : isoInstant(commitment.end),
    holder_account_id: commitment.holder,
    unit_count: quantityOf(commitment),
    hourly_commitment_usd: hourly === null ? null : rate(hourly),
    fee_monthly_list: feeList === null ? null : usd(feeList),
    fee_monthly_net: isBilled && feeNet !== null ? usd(feeNet) : null,
    exchangeable: commitment.exchangeable,
    cancellable: cancellableOf(commitment),
    renewal_recommendation_id: commitment.renewal?.recommendation ?? null,
    history: eventsOf(context, commitment),
  };
}

/** Its events up to now, oldest first. */
function eventsOf(context: Context, commitment: HeldCommitment) {
  if (!isPriced(commitment)) return [];
  const now = nowOf(context);
  const predecessor = context.ledger.commitments.get(commitment.predecessor ?? '');
  const raised = predecessor?.renewal;
  const actor = { email: raised?.createdBy ?? null, account_id: commitment.holder };
  const bought = {
    id: `evt-${commitment.id}-1`,
    type: predecessor === undefined ? 'purchased' : 'renewed',
    at: Math.min(commitment.start, raised?.createdAt ?? commitment.start),
    details: predecessor === undefined ? boughtDetails(commitment) : { predecessor: predecessor.id },
  };
  const expired = { id: `evt-${commitment.id}-2`, type: 'expired', at: commitment.end, details: {} };
  const ended = commitment.stateOverride === null && commitment.retiredAt === null ? [expired] : [];
  return [bought, ...ended]
    .filter(({ at }) => at <= now)
    .map(({ at, ...event }) => ({ ...event, timestamp: isoInstant(at), actor }));
}

function boughtDetails({ capacity, feePerHour }: Commitment): Record<string, string> {
  return capacity === null
    ? { hourly: String(rate(feePerHour)) }
    : { quantity: String(capacity.quantity), resource: capacity.resource };
}

function performanceOf(context: Context, commitment: HeldCommitment) {
  const { ledger } = context;
  const figures = portfolioFigures(context, commitment, 'net');
  const { measure } = figures;
  const { utilization, coverage } = historyOf(context, commitment);
  return {
    is_commitable: ledger.serviceOf(commitment.provider, commitment.service)?.commitable ?? false,
    figures_source: measure === null ? null : 'billing_export',
    covered_spend_monthly: measure === null ? null : usd(perMonth(measure.coveredContracted, measure.hours)),
    on_demand_monthly: remainderOf(context, commitment),
    utilization_slope_pp_30d: slopeOf(context, commitment),
    protects_monthly: figures.protects === null ? null : usd(figures.protects),
    rightsizing_monthly: figures.rightsizing === null ? null : usd(figures.rightsizing),
    utilization_history: utilization,
    coverage_history: coverage,
    consumers: measure === null ? [] : consumersOf(measure, 'net'),
    recommendations: recommendationsFor(context, commitment),
  };
}

/** Uncovered eligible spend of its service. */
function remainderOf(context: Context, commitment: HeldCommitment): number | null {
  if (context.ledger.providers.get(commitment.provider)?.measured !== true) return null;
  return usd(perMonth(coverageOfService(context, commitment).onDemand, windowDays * hoursPerDay));
}

/** Recommendations for the commitment and for uncovered usage of its service. A bill contains none. */
function recommendationsFor(context: Context, commitment: HeldCommitment) {
  if (!isPriced(commitment)) return [];
  const { measure, rightsizing } = portfolioFigures(context, commitment, 'net');
  const utilization = utilizationOf(measure);
  const found = [];
  if (utilization !== null && utilization < underutilized) {
    found.push({
      id: `rec-cancel-${commitment.id}`,
      kind: 'cancel_underutilized',
      monthly_savings: usd(rightsizing ?? 0),
      confidence: 'high',
      summary: `Utilization is ${utilization} %. Do not renew it at this size.`,
    });
  }
  if (measure !== null && !context.ledger.seedData.lookupsFail) {
    for (const purchase of purchasesOf(context)) {
      if (purchase.service.id !== commitment.service) continue;
      found.push({
        id: purchase.id,
        kind: purchase.instrument === 'sp' ? 'buy_savings_plan' : 'buy_reserved_instance',
        monthly_savings: usd((purchase.onDemandHourly - purchase.hourly) * hoursPerMonth),
        confidence: purchase.confidence,
        summary: `${purchase.service.label} has uncovered on-demand usage in every hour.`,
      });
    }
  }
  return found;
}
