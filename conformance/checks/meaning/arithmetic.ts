import type { Check } from '../../check.js';
import type { Claim } from '../../claim.js';
import { sum } from '../../expect/near.js';
import { asked, list, rowsOf } from '../exchange-data.js';
import { addUp, type Figure, figure, follows } from './about.js';
import { instant, nowOf } from './moments.js';

/** Arithmetic on names that this contract proposes, so that it can only warn. */
function proposed(id: string, requirement: string, source = 'Proposed by this contract'): Claim {
  return { id, level: 'SHOULD', basis: 'proposed', requirement, source };
}

/** A month has 730 hours wherever the document spreads a price over one. */
const monthHours = 730;

/** Figures that follow from others of the same response. */
export const arithmeticChecks: readonly Check[] = [
  follows('listCommitmentInventory', {
    ...proposed(
      'inventory.monthly-amount-follows-from-prices',
      'The monthly amount of a commitment is its hourly price and its spread upfront payment over a month.',
    ),
    figures: (data) =>
      rowsOf(data.rows).map((row) =>
        figure(
          { ...row, quantity: row.qty ?? 1, paid: row.fixed_price ?? row.upfront },
          'committed_monthly',
          ['paid', 'term_months', 'recurring_hourly', 'quantity'],
          (paid, months, hourly, quantity) => (paid / months + hourly * monthHours) * quantity,
          // Hourly prices have four decimals, or more.
          0.00005 * monthHours * (row.qty ?? 1),
        ),
      ),
  }),
  follows('getCommitmentUtilization', {
    ...proposed(
      'utilization.rates-of-periods-follow-from-hours',
      'The utilization of a day or month is what was used of it divided by what was purchased.',
    ),
    figures: (data) =>
      rowsOf(data.services)
        .flatMap(({ days }) => rowsOf(days))
        .flatMap((day) => [
          percentage(day, 'capacity_pct', 'capacity_used', 'capacity_total'),
          percentage(day, 'commitment_pct', 'commitment_used_usd', 'commitment_total_usd'),
        ]),
  }),
  follows('getCommitment', {
    ...proposed(
      'commitments.history-makes-the-utilization',
      'The utilization of a commitment is that of all days of its history together.',
      'Proposed by this contract; Commitment read semantics, rule 3',
    ),
    figures: ({ current_utilization_pct, utilization_history }) => {
      const total = (name: string) => sum(rowsOf(utilization_history).map((day) => day[name]));
      const [used, purchased] = [total('used_hours'), total('purchased_hours')];
      return [
        percentage(
          { current_utilization_pct, used, purchased },
          'current_utilization_pct',
          'used',
          'purchased',
        ),
      ];
    },
  }),
  addUp('getCommitment', {
    ...proposed(
      'commitments.consumers-make-the-covered-spend',
      'The covered spend of a commitment is the sum over the accounts that consume it.',
    ),
    sums: ({ covered_spend_monthly: total, consumers }) =>
      whole([
        {
          name: 'covered_spend_monthly',
          total,
          parts: rowsOf(consumers).map(({ covered_spend_monthly }) => covered_spend_monthly),
        },
      ]),
  }),
  addUp('getRenewalOptions', {
    ...proposed(
      'renewals.all-in-follows-from-its-parts',
      'What an option costs all in is its term and the demand that it leaves on demand.',
    ),
    sums: (data) =>
      rowsOf(data.options).map(({ all_in: total, term_total, spill_cost }) => ({
        name: 'all_in',
        total,
        parts: [term_total, spill_cost],
      })),
  }),
  follows('listCommitmentRecommendations', {
    ...proposed(
      'commitments.recommended-saving-follows-from-costs',
      'What a commitment worth buying saves is the on-demand cost that it replaces, less its own.',
    ),
    figures: (data) =>
      rowsOf(data).map((row) =>
        figure(
          row,
          'monthly_savings',
          ['on_demand_monthly', 'commitment_monthly'],
          (before, after) => before - after,
        ),
      ),
  }),
  addUp('getCostBreakdown', {
    ...proposed(
      'costs.breakdown-dates-add-up',
      'The dates of a breakdown add up to its total, and those of a row to the cost of the row.',
    ),
    sums: ({ total_period_cost, totals_by_date, items }) =>
      whole(
        [
          { name: 'total_period_cost', total: total_period_cost, dates: totals_by_date },
          ...rowsOf(items).map((row) => ({ name: 'cost', total: row.cost, dates: row.spendings_by_date })),
        ].map(({ dates, ...one }) => ({ ...one, parts: rowsOf(dates).map(({ value }) => value) })),
      ),
  }),
  follows('getCostForecast', {
    ...proposed(
      'forecast.value-follows-from-the-rate',
      'A forecast is what is booked and the daily rate for each day that remains.',
    ),
    figures: (data) => [
      figure(
        data,
        'forecast_value',
        ['booked_to_date', 'daily_rate', 'days_remaining'],
        (booked, rate, days) => booked + rate * days,
        // The rate is in whole cents, or better.
        0.02 + 0.005 * Number(data.days_remaining),
      ),
    ],
  }),
  addUp('getCostForecast', {
    ...proposed(
      'forecast.booked-is-the-month-so-far',
      'What is booked to date is the sum over the days of this month in the sparkline.',
    ),
    sums: ({ booked_to_date: total, sparkline, future_start_index, actuals_through }, exchange) => {
      const days = new Date(instant(actuals_through)).getUTCDate();
      const isThisMonth = String(actuals_through).slice(0, 7) === monthOf(nowOf(exchange));
      return isThisMonth &&
        list(sparkline).length > future_start_index &&
        days <= future_start_index &&
        (asked(exchange, 'horizon') ?? 'month') === 'month'
        ? [
            {
              name: 'booked_to_date',
              total,
              parts: list(sparkline).slice(future_start_index - days, future_start_index),
            },
          ]
        : [];
    },
  }),
];

/** Without sums whose parts a server leaves out. */
const whole = <T extends { readonly parts: readonly unknown[] }>(sums: readonly T[]) =>
  sums.filter(({ parts }) => parts.length > 0);

/** One member of an object as a percentage of another, to two decimals of figures in whole cents. */
function percentage(row: any, name: string, part: string, whole: string): Figure {
  const rate = (some: number, all: number) => (all > 0 ? (some / all) * 100 : Number.NaN);
  return figure(row, name, [part, whole], rate, 0.02 + 1 / Number(row[whole]));
}

const monthOf = (moment: number) => (Number.isNaN(moment) ? '' : new Date(moment).toISOString().slice(0, 7));
