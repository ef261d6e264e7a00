import type { OperationHandler } from '../../types.js';
import { hoursPerDay, isoDate } from '../calendar.js';
import { type Context, recentWindow, todayOf, windowDays } from '../context.js';
import type { CellSum } from '../ledger/sums.js';
import { type Micros, percent, perMonth, usd } from '../money.js';
import type { Account } from '../seed-data/types.js';
import { commitableDomains } from './commitable.js';

/** Covered and on-demand spend at contracted prices, in micro-dollars. */
export interface Coverage {
  capacity: Micros;
  spend: Micros;
  onDemand: Micros;
}

export function noCoverage(): Coverage {
  return { capacity: 0, spend: 0, onDemand: 0 };
}

/** Adds the sums of a cell. */
export function addCoverage(into: Coverage, cell: CellSum): void {
  into.capacity += cell.capacityContracted;
  into.spend += cell.spendContracted;
  into.onDemand += cell.contracted - cell.capacityContracted - cell.spendContracted;
}

/** Coverage of a provider, by service and by consuming account. */
export function getCoverageRates(context: Context): OperationHandler {
  return ({ query }) => {
    const id = query.provider as string;
    const provider = context.ledger.providers.get(id);
    if (provider?.measured !== true) {
      const unknown = { covered_monthly: null, on_demand_monthly: null, coverage_pct: null };
      const unmeasured = { measured: false, measured_from: null, measured_to: null };
      return { data: { provider: id, ...unmeasured, totals: unknown, services: [], accounts: [] } };
    }
    return { data: context.memo(`coverage-rates ${id}`, () => coverageRates(context, id)) };
  };
}

function coverageRates(context: Context, provider: string) {
  const { first, last } = recentWindow(context);
  const totals = noCoverage();
  const byAccount = new Map<Account, Coverage>();
  const services = commitableDomains(context, provider).map(({ domain, service }) => {
    const coverage = noCoverage();
    domain.sum(first, last).cells.forEach((sum, c) => {
      const account = domain.cells[c]?.holder as Account;
      const ofAccount = byAccount.get(account) ?? noCoverage();
      byAccount.set(account, ofAccount);
      for (const target of [coverage, totals, ofAccount]) addCoverage(target, sum);
    });
    const sold = [
      { instrument: 'ri', covered: coverage.capacity, isSold: service.sizing !== null },
      { instrument: 'sp', covered: coverage.spend, isSold: service.planType !== null },
    ];
    return {
      service: service.id,
      service_label: service.label,
      ...figuresOf(coverage),
      instruments:
        provider === 'provider_a'
          ? sold
              .filter(({ isSold }) => isSold)
              .map(({ instrument, covered }) => ({
                instrument,
                covered_monthly: monthly(covered),
                coverage_pct: percent(covered, eligibleOf(coverage)),
              }))
          : [],
      measured_on: isoDate(todayOf(context)),
    };
  });
  return {
    provider,
    measured: true,
    measured_from: isoDate(first),
    measured_to: isoDate(last),
    totals: figuresOf(totals),
    services,
    accounts: [...byAccount]
      .sort(([, one], [, other]) => eligibleOf(other) - eligibleOf(one))
      .map(([account, coverage]) => ({
        account_id: account.id,
        account_name: account.name,
        ...figuresOf(coverage),
      })),
  };
}

function figuresOf(coverage: Coverage) {
  return {
    covered_monthly: monthly(coverage.capacity + coverage.spend),
    on_demand_monthly: monthly(coverage.onDemand),
    coverage_pct: percent(coverage.capacity + coverage.spend, eligibleOf(coverage)),
  };
}

/** Eligible spend: all spend that a commitment could cover. */
export function eligibleOf({ capacity, spend, onDemand }: Coverage): Micros {
  return capacity + spend + onDemand;
}

/** Converts an amount of the recent window to a month of 730 hours. */
function monthly(amount: Micros): number {
  return usd(perMonth(amount, windowDays * hoursPerDay));
}
