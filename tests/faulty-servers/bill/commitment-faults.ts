import { changed, queried, recomputed, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import {
  changes,
  coverage,
  drops,
  esr,
  every,
  inInvoiceMonth,
  isUnused,
  isUsed,
  mean,
  shiftDay,
  utilization,
} from './row-changes.js';

const onDemandAgain = {
  CommitmentDiscountId: '',
  CommitmentDiscountStatus: '',
  CommitmentDiscountCategory: '',
};

/** Savings that are earned by the wrong agreement. */
export const savingsFaults: readonly BillFault[] = [
  {
    name: 'unused commitment counts as on-demand equivalent',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: changes(isUnused, () => onDemandAgain),
    when: esr,
  },
  {
    name: 'unused commitment costs nothing',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: drops(isUnused),
    when: esr,
  },
  {
    name: 'savings from list prices instead of contracted prices',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: every((row) => ({ ContractedCost: row.ListCost })),
    when: esr,
  },
  {
    name: 'savings without the list price',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: every((row) => ({ ListCost: row.ContractedCost })),
    when: esr,
  },
  {
    name: 'savings on a cash basis',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: every((row) => ({ EffectiveCost: row.BilledCost })),
    when: esr,
  },
  {
    name: 'negative commitment savings are shown as zero',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'accounts', (accounts) =>
      accounts.map((one: any) => ({ ...one, commitment_saved: Math.max(0, one.commitment_saved) })),
    ),
  },
  {
    name: 'the total rate as the mean of the accounts',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'totals.total_rate_pct', (_, { accounts }) =>
      mean(accounts.map((one: any) => one.total_rate_pct)),
    ),
  },
  {
    name: 'savings of the month of the invoice',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: inInvoiceMonth,
    when: esr,
  },
  {
    name: 'all spend counts as eligible',
    caughtBy: 'bill.eligible-savings-are-of-services-with-commitments',
    change: (server) => async (request) => {
      const response = await server(
        request.path.endsWith('/esr') ? withQuery(request, { scope: 'all' }) : request,
      );
      const scope = request.query.get('scope');
      return scope
        ? { ...response, body: response.body.replace('"scope":"all"', `"scope":"${scope}"`) }
        : response;
    },
  },
  {
    name: 'an overview with the total rate',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'global_esr', (rate) => rate * 1.6 + 1),
  },
  {
    name: 'an overview of one type covers and saves as much as all',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: queried('GET /commitments/overview', { commitment_type: null }),
  },
  {
    name: 'an overview of one type costs as much as all',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: recomputed('GET /commitments/overview?commitment_type', async (data, read) => {
      const { total_committed_monthly, estimated_waste_monthly } = await read({ commitment_type: null });
      return { ...data, total_committed_monthly, estimated_waste_monthly };
    }),
  },
  {
    name: 'an overview with a fifth less waste',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'estimated_waste_monthly', (waste) => 0.8 * waste),
  },
  {
    name: 'an overview with twice the fees',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'total_committed_monthly', (fees) => 2 * fees),
  },
  {
    name: 'an overview that counts one commitment with waste too few',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'waste_commitment_count', (count) => count && count - 1),
  },
  {
    name: 'an overview without accounts',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'accounts', () => []),
  },
  {
    name: 'an overview with the smallest account first',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'accounts', (accounts) => accounts.toReversed()),
  },
  {
    name: 'savings with the smallest account first',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'accounts', (accounts) => accounts.toReversed()),
  },
  {
    name: 'an overview of billed costs',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    rows: every((row) => ({ EffectiveCost: row.BilledCost })),
    when: 'GET /commitments/overview',
  },
];

/** Measures a window of which the server chooses the days a day too early. */
const measuresADayEarly = recomputed(`${utilization}?!start`, async ({ start, end }, read) => ({
  ...(await read({ start: shiftDay(start, -1), end: shiftDay(end, -1) })),
  start,
  end,
}));

/** Utilization, coverage and remainders that are not those of the rows. */
export const commitmentFaults: readonly BillFault[] = [
  {
    name: 'utilization as the mean of the days',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(`${utilization}?granularity=daily`, 'services', (services) =>
      services.map((entry: any) => ({
        ...entry,
        utilization_pct: mean(entry.days.map((day: any) => day.capacity_pct ?? day.commitment_pct ?? 0)),
      })),
    ),
  },
  {
    name: 'unused commitment is not purchased',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    rows: drops(isUnused),
    when: utilization,
  },
  {
    name: 'reservations and plans are measured together',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    rows: changes(
      (row) => row.CommitmentDiscountCategory === 'Spend',
      () => ({ CommitmentDiscountCategory: 'Usage' }),
    ),
    when: utilization,
  },
  {
    name: 'the first day of a commitment counts in full',
    caughtBy: 'bill.utilization-steps-are-those-of-the-charge-period',
    fails: true,
    rows: changes(
      (row) => isUnused(row) && row.ChargePeriodStart.includes('T09'),
      (row) => ({
        CommitmentDiscountQuantity: String(Number(row.CommitmentDiscountQuantity) + 45),
      }),
    ),
    when: utilization,
  },
  {
    name: 'utilization of the last thirty days in any window',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: queried(utilization, { start: '2026-05-29', end: '2026-06-27' }),
  },
  {
    name: 'utilization without a window is that of the day before',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: measuresADayEarly,
  },
  {
    name: 'quantities by the number of rows',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    rows: changes(
      (row) => row.CommitmentDiscountQuantity !== '',
      () => ({ CommitmentDiscountQuantity: '24' }),
    ),
    when: utilization,
  },
  {
    name: 'hourly fees of the whole window',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[]', (entry) => ({
      ...entry,
      committed_hourly_usd: entry.committed_hourly_usd && 30 * entry.committed_hourly_usd,
      committed_monthly_usd: entry.committed_monthly_usd && 30 * entry.committed_monthly_usd,
    })),
  },
  {
    name: 'monthly fees of 720 hours',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[].committed_monthly_usd', (fee) => fee && (fee * 720) / 730),
  },
  {
    name: 'the size of reservations in units without their hours',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[].dimensions[]', (dimension) => ({
      ...dimension,
      used: dimension.used / 24,
      total: dimension.total / 24,
    })),
  },
  {
    name: 'an inventory of plans that promise what was used of them',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[]', (row) => ({
      ...row,
      commitment_hourly:
        row.commitment_hourly && row.commitment_hourly * (1 - row.unused_monthly / row.committed_monthly),
    })),
  },
  {
    name: 'savings plans that promise what was used of them',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[]', (entry) => ({
      ...entry,
      contracted_hourly_usd:
        entry.contracted_hourly_usd && entry.contracted_hourly_usd * (entry.utilization_pct / 100),
    })),
  },
  {
    name: 'total coverage as the mean of the services',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'totals.coverage_pct', (_, { services }) =>
      mean(services.map((one: any) => one.coverage_pct)),
    ),
  },
  {
    name: 'unused commitment counts as coverage',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    rows: changes(isUnused, () => ({ CommitmentDiscountStatus: 'Used' })),
    when: coverage,
  },
  {
    name: 'coverage of what commitments cost',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    rows: changes(isUsed, (row) => ({ ListCost: row.EffectiveCost, ContractedCost: row.EffectiveCost })),
    when: coverage,
  },
  {
    name: 'coverage counts the account that holds the commitment',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    rows: changes(isUsed, (row) =>
      row.CommitmentDiscountId === 'ri-c-7' ? {} : { SubAccountId: '111111111111' },
    ),
    when: coverage,
  },
  {
    name: 'services without commitments are in the remainder',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    rows: changes(
      (row) => row.ServiceName === 'Object Storage',
      () => ({ ServiceName: 'Compute' }),
    ),
    when: coverage,
  },
  {
    name: 'coverage of services is null',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'services[].coverage_pct', () => null),
  },
  {
    name: 'coverage without what savings plans contribute',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'services[].instruments', (instruments) =>
      instruments.filter(({ instrument }: any) => instrument !== 'sp'),
    ),
  },
  {
    name: 'the average as hourly floor',
    caughtBy: 'bill.uncovered-base-is-the-on-demand-remainder',
    change: changed('GET /commitments/uncovered', '', (parts) =>
      parts.map((part: any) => ({ ...part, on_demand_hourly_min: part.on_demand_hourly_avg })),
    ),
  },
  {
    name: 'an uncovered base of all platforms together',
    caughtBy: 'bill.uncovered-base-is-the-on-demand-remainder',
    rows: every(() => ({ SkuPriceDetails: '' })),
    when: 'GET /commitments/uncovered',
  },
  {
    name: 'unused cost at list prices',
    caughtBy: 'bill.services-show-unused-and-uncovered-rows',
    rows: changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
    when: 'GET /commitments/by-service',
  },
  {
    name: 'a grid without the coverage of reservations',
    caughtBy: 'bill.services-show-unused-and-uncovered-rows',
    change: changed('GET /commitments/by-service', 'services[].ri.coverage_pct', () => null),
  },
  {
    name: 'a grid that lacks a service with a commitment',
    caughtBy: 'bill.services-show-unused-and-uncovered-rows',
    change: changed('GET /commitments/by-service', 'services', (services) => services.slice(0, 1)),
  },
  {
    name: 'listed utilization without unused rows',
    caughtBy: 'bill.commitments-are-used-as-their-rows',
    rows: drops(isUnused),
    when: 'GET /commitments',
  },
  {
    name: 'the list has twice the fees',
    caughtBy: 'bill.commitments-are-used-as-their-rows',
    change: changed('GET /commitments', 'items[].monthly_commitment_usd', (fee) => fee && 2 * fee),
  },
  {
    name: 'the detail has twice the fee',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'monthly_commitment_usd', (fee) => fee && 2 * fee),
  },
  {
    name: 'the inventory has twice the fees',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].committed_monthly', (fee) => fee && 2 * fee),
  },
  {
    name: 'the trends of the portfolio are of a day',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed(
      'GET /commitments/portfolio',
      'rows[].utilization_slope_pp_30d',
      (slope) => slope && slope / 30,
    ),
  },
  {
    name: 'the trend of the detail has the wrong sign',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'utilization_slope_pp_30d', (slope) => slope && -slope),
  },
  {
    name: 'the portfolio has no trends',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].utilization_slope_pp_30d', () => null),
  },
  {
    name: 'the portfolio has fees without those of unused hours',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[]', (row) => ({
      ...row,
      fee_monthly_net: row.fee_monthly_net && row.fee_monthly_net - row.rightsizing_monthly,
    })),
  },
  {
    name: 'the portfolio has hourly fees of used hours only',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[]', (row) => ({
      ...row,
      hourly_commitment_usd:
        row.hourly_commitment_usd && row.hourly_commitment_usd * (row.utilization_pct / 100),
    })),
  },
  {
    name: 'the detail has an hourly fee of a day',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'hourly_commitment_usd', (fee) => fee && 24 * fee),
  },
  {
    name: 'the deprecated list of coverage counts unused commitment',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    rows: changes(isUnused, () => ({ CommitmentDiscountStatus: 'Used' })),
    when: 'GET /commitments/coverage',
  },
  {
    name: 'a history at list prices',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    fails: true,
    rows: changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
    when: 'GET /commitments/detail/*',
  },
  {
    name: 'a commitment without the remainder of its service',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'on_demand_monthly', () => null),
  },
  {
    name: 'an inventory with twice what commitments charged for their usage',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    fails: true,
    change: changed('GET /commitments/inventory', 'rows[].on_demand.covered_cost', (cost) => 2 * cost),
  },
  {
    name: 'an inventory with unused cost at list prices',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].unused_monthly', (cost) => cost && 1.3 * cost),
  },
  {
    name: 'an inventory without negative savings',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed(
      'GET /commitments/inventory',
      'rows[].saved_monthly',
      (saved) => saved && Math.max(0, saved),
    ),
  },
  {
    name: 'an inventory that saved from contracted prices',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    rows: every((row) => ({ ListCost: row.ContractedCost })),
    when: 'GET /commitments/inventory',
  },
  {
    name: 'the portfolio names the holder as the only consumer',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    rows: changes(isUsed, () => ({ SubAccountId: '111111111111' })),
    when: 'GET /commitments/portfolio',
  },
  {
    name: 'the portfolio has no consumers',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].consumers', () => []),
  },
  {
    name: 'the detail has no consumer but the first',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'consumers', (consumers) => consumers.slice(0, 1)),
  },
];
