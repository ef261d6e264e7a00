import type { OperationRequest } from '../../../types.js';
import type { Range } from '../../calendar.js';
import { type Context, lastCompleteMonth, nowOf, recentWindow, windowDays } from '../../context.js';
import type { ByAccount, Savings } from '../../ledger/figures.js';
import { type Instrument, instrumentKinds } from '../../ledger/utilization.js';
import { compareAmounts, hoursPerMonth, type Micros, percent, round, share, sum, usd } from '../../money.js';
import { commitableDomains, coverageOfDomains, eligibleOf } from '../coverage/get-coverage-rates.js';
import { runningCommitments } from '../held.js';
import { committedMonthly, measureOf, unusedMonthly } from '../measured.js';
import { purchasesOf } from '../purchases.js';
import { statusOf } from '../status.js';
import { daysOf, savingsByAccount } from './get-effective-savings-rate.js';

type CommitmentType = 'all' | Instrument;

/** Only this provider sells both instruments; the response for any other contains zeros. */
const seller = 'provider_a';

/** Commitment totals for a dashboard. */
export function getCommitmentOverview(context: Context, { query }: OperationRequest) {
  const type = query.commitment_type as CommitmentType;
  if (query.provider !== seller || !context.ledger.providers.has(seller)) return zeros;
  return context.memoOfStates(`overview ${type}`, () => overview(context, type));
}

const zeros = {
  global_esr: 0,
  benchmark_esr: 0,
  total_committed_monthly: 0,
  total_cloud_spend_monthly: 0,
  coverage_pct: 0,
  coverage_delta_pp: 0,
  estimated_waste_monthly: 0,
  waste_commitment_count: 0,
  potential_additional_savings_monthly: 0,
  commitment_count: 0,
  expiring_count: 0,
  accounts: [],
};

function overview(context: Context, type: CommitmentType) {
  const now = nowOf(context);
  const provider = context.ledger.providers.get(seller);
  const measured = provider?.measured === true;
  const hasRate = measured && provider.hasListPrices;
  const running = runningCommitments(context, seller).filter(
    ({ kind }) => type === 'all' || kind === instrumentKinds[type],
  );
  const unused = running.map((one) => {
    const measure = measureOf(context, one);
    return measure === null ? 0 : unusedMonthly(measure);
  });
  const month = daysOf(context, lastCompleteMonth(context));
  const eligible = savingsByAccount(context, seller, month, 'eligible');
  const all = savingsByAccount(context, seller, month, 'all');
  const { rows, saved, equivalent } = accountRows(context, type, eligible, all);
  const window = recentWindow(context);
  const coverage = measured ? coverageIn(context, window, type) : null;
  const before = { first: window.first - windowDays, last: window.last - windowDays };
  const coverageBefore = measured ? coverageIn(context, before, type) : null;
  return {
    global_esr: hasRate ? percent(saved, equivalent) : null,
    benchmark_esr: context.ledger.seedData.benchmarkRate,
    total_committed_monthly: usd(sum(running.map((one) => committedMonthly(context, one) ?? 0))),
    total_cloud_spend_monthly: usd(sum([...all.values()].map(({ effective }) => effective))),
    coverage_pct: coverage,
    coverage_delta_pp:
      coverage === null || coverageBefore === null ? null : round(coverage - coverageBefore, 2),
    estimated_waste_monthly: usd(sum(unused)),
    waste_commitment_count: unused.filter((amount) => compareAmounts(amount, 0) > 0).length,
    potential_additional_savings_monthly: usd(sum(rows.map(({ couldSave }) => couldSave))),
    commitment_count: running.length,
    expiring_count: running.filter((one) => statusOf(one, now) === 'expiring').length,
    accounts: rows.map(({ account, spend, saved: own, equivalent: whole, couldSave }) => ({
      account_id: account.id,
      account_name: account.name,
      monthly_spend: usd(spend),
      esr_pct: hasRate ? percent(own, whole) : null,
      monthly_saved: hasRate ? usd(own) : null,
      could_save_additional: usd(couldSave),
    })),
  };
}

function accountRows(
  context: Context,
  type: CommitmentType,
  eligible: ByAccount<Savings>,
  all: ByAccount<Savings>,
) {
  const savedOf = ({ contracted, effective, capacitySaved, spendSaved }: Savings): Micros =>
    ({ all: contracted - effective, ri: capacitySaved, sp: spendSaved })[type];
  const purchases = context.ledger.seedData.lookupsFail
    ? []
    : purchasesOf(context).filter(({ instrument }) => type === 'all' || type === instrument);
  const rows = [...all]
    .map(([account, { effective }]) => {
      const own = eligible.get(account);
      return {
        account,
        spend: effective,
        saved: own === undefined ? 0 : savedOf(own),
        equivalent: own?.onDemandEquivalent ?? 0,
        couldSave: sum(
          purchases.map(({ savingByAccount }) => (savingByAccount.get(account) ?? 0) * hoursPerMonth),
        ),
      };
    })
    .sort((one, other) => compareAmounts(other.spend, one.spend));
  return {
    rows,
    saved: sum(rows.map((row) => row.saved)),
    equivalent: sum(rows.map((row) => row.equivalent)),
  };
}

/** The share of eligible spend that one instrument, or both, covered in a range. */
function coverageIn(context: Context, range: Range, type: CommitmentType): number | null {
  const domains = commitableDomains(context, seller).map(({ domain }) => domain);
  const coverage = coverageOfDomains(domains, range);
  const covered = (type === 'sp' ? 0 : coverage.capacity) + (type === 'ri' ? 0 : coverage.spend);
  return share(covered, eligibleOf(coverage));
}
