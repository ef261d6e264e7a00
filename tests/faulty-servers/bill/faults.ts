import type { BillRow } from '../../support/bill-rows.js';
import { changed, ignores, queried, requests, withQuery } from '../changes.js';
import type { BillFault, RowChange } from './bill-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';
const timeline = 'GET /providers/*/costs/timeline';
const invoices = 'GET /providers/*/costs/invoices';
const esr = 'GET /commitments/esr';
const utilization = 'GET /commitments/utilization';
const coverage = 'GET /commitments/coverage-rates';

const hourMs = 3_600_000;
const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
const moved = (text: string, hours: number) => iso(Date.parse(text) + hours * hourMs);
const monthOf = (text: string) => text.slice(0, 7);
const monthStart = (text: string) => `${monthOf(text)}-01T00:00:00Z`;

const drops =
  (isDropped: (row: BillRow) => boolean): RowChange =>
  (row) =>
    isDropped(row) ? null : row;
const changes =
  (isChanged: (row: BillRow) => boolean, edit: (row: BillRow) => Partial<BillRow>): RowChange =>
  (row) =>
    isChanged(row) ? { ...row, ...edit(row) } : row;
const every = (edit: (row: BillRow) => Partial<BillRow>): RowChange => changes(() => true, edit);

const isUnused = (row: BillRow) => row.CommitmentDiscountStatus === 'Unused';
const isUsed = (row: BillRow) => row.CommitmentDiscountStatus === 'Used';
const isCredit = (row: BillRow) => row.ChargeCategory === 'Credit';
const isTax = (row: BillRow) => row.ChargeCategory === 'Tax';
const isCorrection = (row: BillRow) => row.ChargeClass === 'Correction';
const isPurchase = (row: BillRow) => row.ChargeCategory === 'Purchase';
const isLate = (row: BillRow) => monthOf(row.BillingPeriodStart) !== monthOf(row.ChargePeriodStart);
const shifted = (hours: number): RowChange =>
  every((row) => ({
    ChargePeriodStart: moved(row.ChargePeriodStart, hours),
    ChargePeriodEnd: moved(row.ChargePeriodEnd, hours),
  }));

const shiftDay = (day: string | null, days: number) =>
  day === null ? null : iso(Date.parse(day) + days * 24 * hourMs).slice(0, 10);

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Costs that are not the sums of their rows. */
const costFaults: readonly BillFault[] = [
  {
    name: 'purchases are left out',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops(isPurchase),
  },
  {
    name: 'upfront purchases count twice',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: (row) =>
      isPurchase(row) && row.ChargeFrequency === 'One-Time' ? [row, { ...row, ResourceId: 'again' }] : row,
  },
  {
    name: 'corrections are dropped',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops(isCorrection),
  },
  {
    name: 'late charges are dropped',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    rows: drops(isLate),
  },
  { name: 'taxes are dropped', caughtBy: 'bill.breakdown-total-is-the-sum-of-rows', rows: drops(isTax) },
  {
    name: 'adjustments are dropped',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    rows: drops((row) => row.ChargeCategory === 'Adjustment'),
  },
  {
    name: 'negative rows are dropped',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: drops((row) => Number(row.BilledCost) < 0),
  },
  {
    name: 'credits on the wrong side',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    rows: changes(isCredit, (row) => ({ BilledCost: String(-Number(row.BilledCost)) })),
  },
  {
    name: 'credits are never taken off',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops((row) => isCredit(row) && row.ProviderName === 'Provider B'),
  },
  {
    name: 'credits of provider_a are left out too',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    rows: drops(isCredit),
    when: `${breakdown}?credits=before`,
  },
  {
    name: 'the breakdown ignores the cost basis of credits',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    change: ignores(breakdown, 'credits'),
  },
  {
    name: 'the timeline ignores the cost basis of credits',
    caughtBy: 'bill.timeline-credits-are-left-out-before',
    change: ignores(timeline, 'credits'),
  },
  {
    name: 'list prices are shown as costs',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: row.ListCost })),
  },
  {
    name: 'contracted costs are shown as costs',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: every((row) => ({ BilledCost: row.ContractedCost })),
  },
  {
    name: 'amortized costs are shown as billed',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: row.EffectiveCost })),
  },
  {
    name: 'amortized costs leave out unused commitments',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    rows: changes(isUnused, () => ({ EffectiveCost: '0' })),
    when: breakdown,
  },
  {
    name: 'amortized costs count upfront payments too',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    rows: changes(isPurchase, (row) => ({ EffectiveCost: row.BilledCost })),
    when: breakdown,
  },
  {
    name: 'the view of costs is ignored',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    change: ignores(breakdown, 'show_cost_as'),
  },
  {
    name: 'each row is rounded to cents before it is added',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: Number(row.BilledCost).toFixed(2) })),
  },
  {
    name: 'a later row of the same service and day replaces the earlier one',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: (() => {
      let last = '';
      return (row: BillRow) => {
        const key = `${row.ServiceName} ${row.SubAccountId} ${row.ChargePeriodStart.slice(0, 10)}`;
        const isRepeated = key === last;
        last = key;
        return isRepeated ? null : row;
      };
    })(),
  },
];

/** Days and months that are not those of the charge period in UTC. */
const dateFaults: readonly BillFault[] = [
  {
    name: 'days in a time zone west of UTC',
    caughtBy: 'bill.breakdown-dates-are-those-of-the-charge-period',
    rows: shifted(-5),
  },
  {
    name: 'days in a time zone east of UTC',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    rows: shifted(2),
    when: timeline,
  },
  {
    name: 'months by invoice instead of by charge period',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: changes(isLate, (row) => ({
      ChargePeriodStart: row.BillingPeriodStart,
      ChargePeriodEnd: moved(row.BillingPeriodStart, 24),
    })),
  },
  {
    name: 'charges count at the end of their period',
    caughtBy: 'bill.breakdown-dates-are-those-of-the-charge-period',
    rows: every((row) => ({ ChargePeriodStart: row.ChargePeriodEnd })),
    when: breakdown,
  },
  {
    name: 'ranges include the day after their end',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    change: requests(`${breakdown}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), 1) }),
    ),
  },
  {
    name: 'ranges leave out their last day',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    change: requests(`${timeline}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), -1) }),
    ),
  },
  {
    name: 'ranges include the day before their start',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    change: requests(`${breakdown}?start`, (request) =>
      withQuery(request, { start: shiftDay(request.query.get('start'), -1) }),
    ),
  },
  {
    name: 'previous costs of the range itself',
    caughtBy: 'bill.previous-cost-is-that-of-the-days-before',
    change: changed(breakdown, 'items', (items) =>
      items.map((row: any) => ({ ...row, previous_cost: row.cost })),
    ),
  },
  {
    name: 'thirty days that are thirty-one',
    caughtBy: 'bill.presets-are-sums-over-their-days',
    change: (server) => async (request) => {
      if (request.query.get('preset') !== '30D') return server(request);
      const response = await server(request);
      const { data } = JSON.parse(response.body);
      const range = { preset: null, start: shiftDay(data.start_date, -1), end: data.end_date };
      const longer = await server(withQuery(request, range));
      return { ...longer, body: longer.body.replace(String(range.start), data.start_date) };
    },
  },
  {
    name: 'a forecast that shows days one day late',
    caughtBy: 'bill.forecast-shows-past-days',
    change: changed('GET /costs/forecast', 'sparkline', (points) => [points[0], ...points.slice(0, -1)]),
  },
  {
    name: 'booked costs without purchases',
    caughtBy: 'bill.forecast-starts-from-the-booked-rows',
    rows: drops(isPurchase),
    when: 'GET /costs/forecast',
  },
  {
    name: 'a summary of billed and spread costs',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    rows: every((row) => ({ BilledCost: row.EffectiveCost })),
    when: 'GET /providers/*/costs/summary',
  },
];

const withoutValue = (name: keyof BillRow) => drops((row) => row[name] === '');

/** Groups and filters that lose rows without a value, or assign rows wrongly. */
const groupFaults: readonly BillFault[] = [
  {
    name: 'rows without a tag are lost in a breakdown by tag',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    change: changed(`${breakdown}?group_by=tag`, 'items', (items) =>
      items.filter((row: any) => row.tag_value !== null),
    ),
  },
  {
    name: 'rows without tags are lost',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: drops((row) => row.Tags === '{}'),
    when: breakdown,
  },
  {
    name: 'rows without a region are lost in a breakdown by region',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: withoutValue('RegionId'),
    when: `${breakdown}?group_by=region`,
  },
  {
    name: 'rows without an account belong to the first account',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: changes(
      (row) => row.SubAccountId === '',
      () => ({ SubAccountId: '111111111111' }),
    ),
  },
  ...(['region', 'account_id', 'tag_key'] as const).map(
    (name): BillFault => ({
      name: `to exclude a value of ${name} also excludes rows without one`,
      caughtBy: 'bill.breakdown-filters-select-rows',
      rows: drops(
        (row) =>
          ({
            region: row.RegionId,
            account_id: row.SubAccountId,
            tag_key: row.Tags === '{}' ? '' : row.Tags,
          })[name] === '',
      ),
      when: `${breakdown}?${name}_mode=exclude`,
    }),
  ),
  {
    name: 'only the first of several values of a filter is used',
    caughtBy: 'bill.breakdown-filters-select-rows',
    change: requests(breakdown, (request) => withQuery(request, { service: request.query.get('service') })),
  },
  {
    name: 'a search is ignored',
    caughtBy: 'bill.breakdown-search-selects-rows',
    change: ignores(breakdown, 'search'),
  },
  {
    name: 'only the first tag of a row is read',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: every((row) => ({
      Tags: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row.Tags)).slice(-1))),
    })),
    when: breakdown,
  },
  {
    name: 'rows without tags inherit those of their account',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: every((row) => ({ Tags: row.Tags === '{}' ? '{"team":"web","env":"prod"}' : row.Tags })),
    when: `${breakdown}?tag_value`,
  },
  {
    name: 'covered usage counts as usage in filters of charge types',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: changes(isUsed, () => ({ CommitmentDiscountStatus: '' })),
    when: `${breakdown}?charge_type`,
  },
  {
    name: 'parts of a timeline without rows that have no region',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    rows: withoutValue('RegionId'),
    when: `${timeline}?dimension=region`,
  },
  {
    name: 'options of the whole bill in any range',
    caughtBy: 'bill.filter-options-are-the-values-of-rows',
    change: queried('GET /providers/*/costs/filter-options', { start: '2026-04-01', end: '2026-06-26' }),
  },
  {
    name: 'options that ignore the other filters',
    caughtBy: 'bill.filter-options-constrain-each-other',
    change: ignores('GET /providers/*/costs/filter-options', 'service'),
  },
];

/** Invoices that are split wrongly. */
const invoiceFaults: readonly BillFault[] = [
  {
    name: 'invoice months by charge period',
    caughtBy: 'bill.invoice-month-is-that-of-the-billing-period',
    rows: every((row) => ({
      BillingPeriodStart: monthStart(row.ChargePeriodStart),
      BillingPeriodEnd: monthStart(moved(monthStart(row.ChargePeriodStart), 24 * 32)),
    })),
    when: invoices,
  },
  {
    name: 'corrections among the regular charges of an invoice',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    rows: changes(isCorrection, () => ({ ChargeClass: '' })),
    when: invoices,
  },
  {
    name: 'tax among the regular charges of an invoice',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    rows: changes(isTax, () => ({ ChargeCategory: 'Usage' })),
    when: invoices,
  },
  {
    name: 'an invoice without marketplace charges',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    rows: every((row) => ({ PublisherName: row.ProviderName })),
    when: invoices,
  },
];

const onDemandAgain = {
  CommitmentDiscountId: '',
  CommitmentDiscountStatus: '',
  CommitmentDiscountCategory: '',
};

/** Savings that are earned by the wrong agreement. */
const savingsFaults: readonly BillFault[] = [
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
    rows: changes(isLate, (row) => ({
      ChargePeriodStart: row.BillingPeriodStart,
      ChargePeriodEnd: moved(row.BillingPeriodStart, 24),
    })),
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
    name: 'an overview of billed costs',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    rows: every((row) => ({ EffectiveCost: row.BilledCost })),
    when: 'GET /commitments/overview',
  },
];

/** Utilization, coverage and remainders that are not those of the rows. */
const commitmentFaults: readonly BillFault[] = [
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
    name: 'quantities by the number of rows',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    rows: changes(
      (row) => row.CommitmentDiscountQuantity !== '',
      () => ({ CommitmentDiscountQuantity: '24' }),
    ),
    when: utilization,
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
    name: 'listed utilization without unused rows',
    caughtBy: 'bill.commitments-are-used-as-their-rows',
    rows: drops(isUnused),
    when: 'GET /commitments',
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
    rows: changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
    when: 'GET /commitments/detail/*',
  },
  {
    name: 'the portfolio names the holder as the only consumer',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    rows: changes(isUsed, () => ({ SubAccountId: '111111111111' })),
    when: 'GET /commitments/portfolio',
  },
];

/** Ways of computing figures wrongly that the comparison with a bill must report. */
export const billFaults: readonly BillFault[] = [
  ...costFaults,
  ...dateFaults,
  ...groupFaults,
  ...invoiceFaults,
  ...savingsFaults,
  ...commitmentFaults,
];
