import { groupBy } from '../../../src/group-by.js';
import type { OperationHandler } from '../../types.js';
import { hoursPerDay } from '../calendar.js';
import { type Context, recentWindow, windowDays } from '../context.js';
import { type Micros, percent, perMonth, usd } from '../money.js';
import type { Commitment } from '../seed-data/types.js';
import { addCoverage, eligibleOf, noCoverage } from './get-coverage-rates.js';
import { measureOf } from './measured.js';

/** Utilization, coverage, unused and uncovered cost by service and instrument. */
export function getCommitmentsByService(context: Context): OperationHandler {
  return ({ query }) => {
    const provider = query.provider as string;
    return { data: context.memoOfStates(`by-service ${provider}`, () => byService(context, provider)) };
  };
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

function serviceRow(context: Context, id: string, commitments: readonly Commitment[], measured: boolean) {
  const coverage = noCoverage();
  const { first, last } = recentWindow(context);
  if (measured) {
    const domain = context.ledger.domainOf(commitments[0] as Commitment);
    for (const cell of domain.sum(first, last).cells) addCoverage(coverage, cell);
  }
  const cellOf = (kind: Commitment['kind'], covered: Micros) => {
    const held = commitments.filter((one) => one.kind === kind);
    const running = held.flatMap((one) => measureOf(context, one) ?? []);
    const sum = (of: (measure: (typeof running)[number]) => number) =>
      running.reduce((total, measure) => total + of(measure), 0);
    const isPlan = kind === 'savings_plan';
    return {
      utilization_pct: isPlan
        ? percent(
            sum((one) => one.usedFee),
            sum((one) => one.fee),
          )
        : percent(
            sum((one) => one.used),
            sum((one) => one.purchased),
          ),
      coverage_pct: measured ? (percent(held.length === 0 ? 0 : covered, eligibleOf(coverage)) ?? 0) : null,
      unused_monthly:
        running.length === 0 ? null : usd(sum((one) => perMonth(one.net - one.usedNet, one.liveHours))),
      uncovered_monthly: measured ? usd(perMonth(coverage.onDemand, windowDays * hoursPerDay)) : null,
      commitment_count: held.length,
    };
  };
  return {
    service: id,
    service_label: context.ledger.services.get(id)?.label ?? id,
    ri: cellOf('reserved_instance', coverage.capacity),
    sp: cellOf('savings_plan', coverage.spend),
  };
}
