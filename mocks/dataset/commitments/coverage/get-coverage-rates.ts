import { getOrInsert } from '../../../../src/get-or-insert.js';
import type { OperationRequest } from '../../../types.js';
import { hoursPerDay, isoDate, type Range } from '../../calendar.js';
import { type Context, recentWindow, todayOf, windowDays } from '../../context.js';
import type { Domain } from '../../ledger/domain.js';
import { type AccountRef, addCoverage, type Coverage, noCoverage } from '../../ledger/figures.js';
import { compareAmounts, isZero, type Micros, perMonth, share, usd } from '../../money.js';
import type { BilledService, HeldCommitment } from '../../seed-data/types.js';

/** The coverage of all accounts with usage of some domains. */
export function coverageOfDomains(domains: readonly Domain[], { first, last }: Range): Coverage {
  const coverage = noCoverage();
  for (const domain of domains) {
    for (const of of domain.coverage(first, last).values()) addCoverage(coverage, of);
  }
  return coverage;
}

/** The coverage of the service of a commitment; zeros if no commitment could cover it. */
export function coverageOfService(context: Context, commitment: HeldCommitment): Coverage {
  const { ledger } = context;
  const isCommitable = ledger.serviceOf(commitment.provider, commitment.service)?.commitable === true;
  return coverageOfDomains(isCommitable ? [ledger.domainOf(commitment)] : [], recentWindow(context));
}

/** Coverage of a provider, by service and by consuming account. */
export function getCoverageRates(context: Context, { query }: OperationRequest) {
  const id = query.provider as string;
  const provider = context.ledger.providers.get(id);
  if (provider?.measured !== true) {
    const unknown = { covered_monthly: null, on_demand_monthly: null, coverage_pct: null };
    const unmeasured = { measured: false, measured_from: null, measured_to: null };
    return { provider: id, ...unmeasured, totals: unknown, services: [], accounts: [] };
  }
  return context.memo(`coverage-rates ${id}`, () => coverageRates(context, id));
}

function coverageRates(context: Context, provider: string) {
  const { first, last } = recentWindow(context);
  const totals = noCoverage();
  const byAccount = new Map<AccountRef, Coverage>();
  const services = commitableDomains(context, provider).flatMap(({ domain, service }) => {
    const coverage = noCoverage();
    const accounts = domain.coverage(first, last);
    for (const [account, of] of accounts) {
      for (const target of [coverage, totals, getOrInsert(byAccount, account, noCoverage)]) {
        addCoverage(target, of);
      }
    }
    if (accounts.size === 0) return [];
    const sold = [
      { instrument: 'ri', covered: coverage.capacity, isSold: service.sizing !== null },
      { instrument: 'sp', covered: coverage.spend, isSold: service.planType !== null },
    ];
    const row = {
      service: service.id,
      service_label: service.label,
      ...shownCoverage(coverage),
      instruments:
        provider === 'provider_a'
          ? sold
              // Corrections can exceed what they correct.
              .filter(({ isSold, covered }) => isSold || !isZero(covered))
              .map(({ instrument, covered }) => ({
                instrument,
                covered_monthly: monthly(covered),
                coverage_pct: share(covered, eligibleOf(coverage)),
              }))
          : [],
      measured_on: isoDate(todayOf(context)),
    };
    return [row];
  });
  return {
    provider,
    measured: true,
    measured_from: isoDate(first),
    measured_to: isoDate(last),
    totals: shownCoverage(totals),
    services,
    accounts: [...byAccount]
      .sort(([, one], [, other]) => compareAmounts(eligibleOf(other), eligibleOf(one)))
      .map(([account, coverage]) => ({
        account_id: account.id,
        account_name: account.name,
        ...shownCoverage(coverage),
      })),
  };
}

function shownCoverage(coverage: Coverage) {
  return {
    covered_monthly: monthly(coverage.capacity + coverage.spend),
    on_demand_monthly: monthly(coverage.onDemand),
    coverage_pct: share(coverage.capacity + coverage.spend, eligibleOf(coverage)),
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

/** Returns the commitable services of a provider with their domains, in the order of the seed data. */
export function commitableDomains(
  { ledger }: Context,
  provider: string,
): readonly { readonly domain: Domain; readonly service: BilledService }[] {
  return ledger
    .domainsOf(provider)
    .map((domain) => ({ domain, service: ledger.serviceOf(provider, domain.service) as BilledService }))
    .filter(({ service }) => service.commitable);
}
