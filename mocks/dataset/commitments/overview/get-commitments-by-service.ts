import { groupBy } from '../../../../src/group-by.js';
import type { OperationRequest } from '../../../types.js';
import { hoursPerDay } from '../../calendar.js';
import { type Context, windowDays } from '../../context.js';
import { noCoverage } from '../../ledger/figures.js';
import type { Measure } from '../../ledger/measures.js';
import { isZero, type Micros, perMonth, share, sum, usd, utilization } from '../../money.js';
import type { HeldCommitment } from '../../seed-data/types.js';
import { coverageOfService, eligibleOf } from '../coverage/get-coverage-rates.js';
import { serviceLabelOf } from '../held.js';
import { measureOf, unusedMonthly } from '../measured.js';

/** Utilization, coverage, unused and uncovered cost by service and instrument. */
export function getCommitmentsByService(context: Context, { query }: OperationRequest) {
  const { provider } = query;
  return context.memoOfStates(`by-service ${provider}`, () => byService(context, provider));
}

function byService(context: Context, provider: string) {
  const measured = context.ledger.providers.get(provider)?.measured === true;
  const own = context.ledger.seedData.commitments.filter((one) => one.provider === provider);
  const held = groupBy(own, ({ service }) => service);
  return {
    provider,
    measured,
    services: [...held]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([service, commitments]) => serviceRow(context, service, commitments, measured)),
  };
}

function serviceRow(context: Context, id: string, commitments: readonly HeldCommitment[], measured: boolean) {
  const [one] = commitments as [HeldCommitment];
  const coverage = measured ? coverageOfService(context, one) : noCoverage();
  // Other providers sell neither instrument.
  const isSeller = one.provider === 'provider_a';
  const eligible = eligibleOf(coverage);
  // 0 if there is nothing to cover.
  const coveredShare = (covered: Micros) => (isZero(eligible) ? 0 : share(covered, eligible));
  const cellOf = (kind: HeldCommitment['kind'], covered: Micros) => {
    const held = commitments.filter((one) => one.kind === kind);
    const running = held.flatMap((one) => measureOf(context, one) ?? []);
    const inUnits = haveOneUnit(running);
    const used = sum(running.map((measure) => (inUnits ? measure.used : measure.usedFee)));
    const purchased = sum(running.map((measure) => (inUnits ? measure.purchased : measure.fee)));
    return {
      utilization_pct: utilization(inUnits, used, purchased),
      coverage_pct: measured ? coveredShare(isSeller ? covered : 0) : null,
      unused_monthly: running.length === 0 ? null : usd(sum(running.map(unusedMonthly))),
      uncovered_monthly: measured ? usd(perMonth(coverage.onDemand, windowDays * hoursPerDay)) : null,
      commitment_count: held.length,
    };
  };
  return {
    service: id,
    service_label: serviceLabelOf(context, one),
    ri: cellOf('reserved_instance', coverage.capacity),
    sp: cellOf('savings_plan', coverage.spend),
  };
}

/** Whether quantities can be added: those in several units cannot, and one that is not stated is not another unit. */
function haveOneUnit(measures: readonly Measure[]): boolean {
  const units = new Set(measures.map(({ unit }) => unit));
  units.delete('');
  return !units.has(null) && units.size < 2;
}
