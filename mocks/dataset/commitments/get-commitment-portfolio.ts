import type { OperationHandler } from '../../types.js';
import { hoursPerDay, isoInstant } from '../calendar.js';
import { type Context, nowOf, windowDays } from '../context.js';
import type { Consumer, Measure } from '../ledger/measure.js';
import { afterDiscount } from '../ledger/prices.js';
import { hoursPerMonth, type Micros, perMonth, rate, round, usd } from '../money.js';
import type { Commitment } from '../seed-data/types.js';
import { slopeOf } from './history.js';
import { coverageOf, measureOf, utilizationOf } from './measured.js';
import { committedMonthly } from './monthly.js';
import { accountNameOf, serviceLabelOf } from './names.js';
import { runningCommitments } from './running.js';
import { statusOf } from './status.js';

type Basis = 'net' | 'list';

/** All active commitments of all accounts, the first to expire first. */
export function getCommitmentPortfolio(context: Context): OperationHandler {
  return ({ query }) => {
    const { basis, provider } = query as { basis: Basis; provider?: string };
    const running = context.memoOfStates(`running by end ${provider ?? ''}`, () =>
      [...runningCommitments(context, provider)].sort((a, b) => a.end - b.end),
    );
    const totals = createTotals(context);
    const rows = running.map((one) => {
      const figures = portfolioFigures(context, one, basis);
      totals.add(figures);
      return portfolioRow(context, figures);
    });
    return { data: { basis, totals: totals.shown(), rows } };
  };
}

/** Sums up rows one at a time, so that no list of their figures is needed. */
function createTotals(context: Context) {
  const now = nowOf(context);
  let [count, expiring, hourly, feeList, feeNet, protects, rightsizing] = [0, 0, 0, 0, 0, 0, 0];
  return {
    add(row: PortfolioFigures) {
      count += 1;
      if (statusOf(row.commitment, now) === 'expiring') expiring += 1;
      hourly += row.commitment.feePerHour;
      feeList += row.feeList;
      feeNet += row.feeNet;
      protects += row.protects ?? 0;
      rightsizing += row.rightsizing ?? 0;
    },
    shown: () => ({
      commitment_count: count,
      hourly_commitment_usd: rate(hourly),
      fee_monthly_list: usd(feeList),
      fee_monthly_net: usd(feeNet),
      protects_monthly: usd(protects),
      rightsizing_monthly: usd(rightsizing),
      expiring_within_30d: expiring,
      organization_count: count === 0 ? 0 : 1,
    }),
  };
}

/** Monthly cost and benefit of an active commitment, in micro-dollars. */
export interface PortfolioFigures {
  readonly commitment: Commitment;
  readonly measure: Measure | null;
  readonly basis: Basis;
  readonly feeList: Micros;
  readonly feeNet: Micros;
  readonly protects: Micros | null;
  readonly rightsizing: Micros | null;
}

export function portfolioFigures(context: Context, commitment: Commitment, basis: Basis): PortfolioFigures {
  const measure = measureOf(context, commitment);
  const holder = context.ledger.accounts.get(commitment.holder);
  const feeList = committedMonthly(commitment);
  const feeNet =
    holder === undefined ? feeList : afterDiscount(commitment.feePerHour, holder) * hoursPerMonth;
  const fee = basis === 'net' ? feeNet : feeList;
  if (measure === null) {
    return { commitment, measure, basis, feeList, feeNet, protects: null, rightsizing: null };
  }
  const covered = basis === 'net' ? measure.coveredContracted : measure.coveredList;
  const unused = basis === 'net' ? measure.net - measure.usedNet : measure.fee - measure.usedFee;
  return {
    commitment,
    measure,
    basis,
    feeList,
    feeNet,
    protects: perMonth(covered, measure.liveHours) - fee,
    rightsizing: perMonth(unused, measure.liveHours),
  };
}

function portfolioRow(context: Context, figures: PortfolioFigures) {
  const { commitment, measure } = figures;
  const { capacity } = commitment;
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
    consumers: measure === null ? [] : consumersOf(commitment, measure, figures.basis),
    organization_id: context.ledger.seedData.organizationId,
    region: commitment.region,
    applies_to:
      capacity === null
        ? `any usage of ${serviceLabel.toLowerCase()}`
        : `${capacity.resource}${capacity.platform === null ? '' : ` (${capacity.platform})`} in ${commitment.region}`,
    unit_count: capacity?.quantity ?? null,
    unit_rate_hourly: capacity === null ? null : rate(commitment.feePerHour / capacity.quantity),
    hourly_commitment_usd: rate(commitment.feePerHour),
    fee_monthly_list: usd(figures.feeList),
    fee_monthly_net: usd(figures.feeNet),
    end_at: isoInstant(commitment.end),
    expires_in_seconds: Math.floor(commitment.end / 1000) - Math.floor(now / 1000),
    utilization_pct: utilizationOf(commitment, measure),
    coverage_pct: coverageOf(context, commitment, measure),
    utilization_slope_pp_30d: slopeOf(context, commitment),
    saturated: measure !== null && measure.used === measure.purchased,
    protects_monthly: figures.protects === null ? null : usd(figures.protects),
    rightsizing_monthly: figures.rightsizing === null ? null : usd(figures.rightsizing),
    exchangeable: commitment.exchangeable,
    cancellable: false,
    predecessor_id: commitment.predecessor,
    status: statusOf(commitment, now),
  };
}

/** The accounts that used a commitment, largest covered spend first. */
export function consumersOf(commitment: Commitment, measure: Measure, basis: Basis) {
  const spend = (one: Consumer) => (basis === 'net' ? one.coveredContracted : one.coveredList);
  const hours = windowDays * hoursPerDay;
  return [...measure.consumers()]
    .sort((one, other) => spend(other) - spend(one))
    .map((one) => ({
      account_id: one.account.id,
      account_name: one.account.name,
      covered_spend_monthly: usd(perMonth(spend(one), hours)),
      covered_hours:
        commitment.capacity === null
          ? null
          : round(perMonth(one.used / commitment.capacity.unitsPerOne, hours), 2),
    }));
}
