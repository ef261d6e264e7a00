import type { OperationRequest } from '../../../types.js';
import { isoInstant } from '../../calendar.js';
import { type Context, nowOf } from '../../context.js';
import type { Consumer, Measure } from '../../ledger/measures.js';
import { compareAmounts, type Micros, perMonth, rate, round, usd } from '../../money.js';
import { isSpendKind } from '../../seed-data/offerings.js';
import type { HeldCommitment } from '../../seed-data/types.js';
import { accountNameOf, cancellableOf, quantityOf, runningCommitments, serviceLabelOf } from '../held.js';
import {
  committedMonthly,
  compareUnits,
  coverageOf,
  hourlyFeeOf,
  measureOf,
  netMonthly,
  slopeOf,
  unusedMonthly,
  utilizationOf,
} from '../measured.js';
import { statusOf } from '../status.js';

type Basis = 'net' | 'list';

/** All active commitments of all accounts, the first to expire first. */
export function getCommitmentPortfolio(context: Context, { query }: OperationRequest) {
  const { basis, provider } = query;
  const running = context.memoOfStates(`running by end ${provider ?? ''}`, () =>
    [...runningCommitments(context, provider)].sort(
      (a, b) => (a.end ?? Number.MAX_VALUE) - (b.end ?? Number.MAX_VALUE),
    ),
  );
  const { organizationId } = context.ledger.seedData;
  const now = nowOf(context);
  // Summed up one row at a time, so that no list of their figures is needed.
  const sums = { hourly: 0, feeList: 0, feeNet: 0, protects: 0, rightsizing: 0 };
  const rows = running.map((one) => {
    const figures = portfolioFigures(context, one, basis);
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += figures[name] ?? 0;
    return portfolioRow(context, figures);
  });
  const totals = {
    commitment_count: rows.length,
    hourly_commitment_usd: rate(sums.hourly),
    fee_monthly_list: usd(sums.feeList),
    fee_monthly_net: usd(sums.feeNet),
    protects_monthly: usd(sums.protects),
    rightsizing_monthly: usd(sums.rightsizing),
    expiring_within_30d: running.filter((one) => statusOf(one, now) === 'expiring').length,
    organization_count: rows.length === 0 || organizationId === null ? 0 : 1,
  };
  return { basis, totals, rows };
}

/** Monthly cost and benefit of an active commitment, in micro-dollars: its fee of an hour, and of a month at both prices. */
export function portfolioFigures(context: Context, commitment: HeldCommitment, basis: Basis) {
  const measure = measureOf(context, commitment);
  const hourly = hourlyFeeOf(context, commitment);
  const feeList = committedMonthly(context, commitment);
  const feeNet = netMonthly(context, commitment);
  const fee = basis === 'net' ? feeNet : feeList;
  const covered = basis === 'net' ? measure?.coveredContracted : measure?.coveredList;
  return {
    commitment,
    measure,
    basis,
    hourly,
    feeList,
    feeNet,
    protects: fee === null || measure === null ? null : perMonth(covered as Micros, measure.liveHours) - fee,
    rightsizing: measure && unusedMonthly(measure) * (basis === 'net' ? 1 : measure.listRatio),
  };
}

function portfolioRow(context: Context, figures: ReturnType<typeof portfolioFigures>) {
  const { commitment, measure } = figures;
  const now = nowOf(context);
  const serviceLabel = serviceLabelOf(context, commitment);
  return {
    id: commitment.id,
    provider: commitment.provider,
    service: commitment.service,
    service_label: serviceLabel,
    kind: commitment.kind,
    holder_account_id: commitment.holder,
    holder_account_name: accountNameOf(context, commitment),
    consumers: measure === null ? [] : consumersOf(measure, figures.basis),
    organization_id: context.ledger.seedData.organizationId,
    region: commitment.region,
    applies_to: scopeOf(commitment, serviceLabel),
    unit_count: quantityOf(commitment),
    unit_rate_hourly: unitRateOf(commitment, figures.hourly),
    hourly_commitment_usd: figures.hourly === null ? null : rate(figures.hourly),
    fee_monthly_list: figures.feeList === null ? null : usd(figures.feeList),
    fee_monthly_net: figures.feeNet === null ? null : usd(figures.feeNet),
    end_at: commitment.end === null ? null : isoInstant(commitment.end),
    expires_in_seconds:
      commitment.end === null ? null : Math.floor(commitment.end / 1000) - Math.floor(now / 1000),
    utilization_pct: utilizationOf(measure),
    coverage_pct: coverageOf(context, commitment, measure),
    utilization_slope_pp_30d: slopeOf(context, commitment),
    saturated:
      measure !== null &&
      compareUnits(measure, measure.purchased, 0) > 0 &&
      compareUnits(measure, measure.used, measure.purchased) === 0,
    protects_monthly: figures.protects === null ? null : usd(figures.protects),
    rightsizing_monthly: figures.rightsizing === null ? null : usd(figures.rightsizing),
    exchangeable: commitment.exchangeable,
    cancellable: cancellableOf(commitment),
    predecessor_id: commitment.predecessor,
    status: statusOf(commitment, now),
  };
}

/** The hourly price of one unit; null for a commitment to dollars. */
function unitRateOf(commitment: HeldCommitment, hourly: Micros | null): number | null {
  const quantity = quantityOf(commitment);
  return quantity === null || hourly === null ? null : rate(hourly / quantity);
}

/** The usage that it covers, in words; null if that is not known. */
function scopeOf({ capacity, kind, region }: HeldCommitment, serviceLabel: string): string | null {
  if (isSpendKind(kind)) return `any usage of ${serviceLabel.toLowerCase()}`;
  if (capacity === null) return null;
  const platform = capacity.platform === null ? '' : ` (${capacity.platform})`;
  return `${capacity.resource}${platform} in ${region}`;
}

/** The accounts that used a commitment, largest covered spend first. */
export function consumersOf(measure: Measure, basis: Basis) {
  const spend = (one: Consumer) => (basis === 'net' ? one.coveredContracted : one.coveredList);
  const { hours } = measure;
  return [...measure.consumers()]
    .sort((one, other) => compareAmounts(spend(other), spend(one)))
    .map((one) => ({
      account_id: one.account.id,
      account_name: one.account.name,
      covered_spend_monthly: usd(perMonth(spend(one), hours)),
      covered_hours: one.usedHours === null ? null : round(perMonth(one.usedHours, hours), 2),
    }));
}
