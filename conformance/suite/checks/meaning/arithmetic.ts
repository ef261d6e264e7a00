import type { Check } from '../../../engine/check.js';
import type { Claim, Deviation } from '../../../engine/claim.js';
import { sum } from '../../expect/near.js';
import { isoDay } from '../../figures/days.js';
import { equation, type Figure, figure, percentage } from '../shared/equation.js';
import { list, requested, rowsOf } from '../shared/exchange-data.js';
import { dayMs, instant, nowOf, writtenDay } from '../shared/timestamps.js';
import { totalIsSum } from '../shared/total-is-sum.js';

/** Returns a claim about fields that this contract proposes. */
function proposed(
  id: string,
  deviation: Deviation,
  requirement: string,
  source = 'Proposed by this contract',
): Claim {
  return { id, level: 'SHOULD', basis: 'proposed', deviation, requirement, source };
}

/** The hours of a month by which the document spreads hourly prices. */
const monthHours = 730;

/** Checks of figures that are computed from others of the same response. */
export const arithmeticChecks: readonly Check[] = [
  equation('listCommitmentInventory', {
    ...proposed(
      'inventory.monthly-amount-follows-from-prices',
      'preference',
      '`committed_monthly` of a commitment equals its hourly price over 730 hours plus its upfront payment divided by `term_months`.',
    ),
    formula: '(upfront payment / `term_months` + `recurring_hourly` × 730) × quantity',
    figures: (data) =>
      rowsOf(data.rows).map((row) =>
        figure(
          { ...row, quantity: quantityOf(row), paid: row.fixed_price ?? row.upfront },
          'committed_monthly',
          ['paid', 'term_months', 'recurring_hourly', 'quantity'],
          (paid, months, hourly, quantity) => (paid / months + hourly * monthHours) * quantity,
          // Hourly prices have at least four decimals.
          0.00005 * monthHours * (quantityOf(row) ?? 1),
        ),
      ),
  }),
  equation('getCommitmentUtilization', {
    ...proposed(
      'utilization.rates-of-periods-follow-from-hours',
      'contradiction',
      '`capacity_pct` of a day or month equals `capacity_used` divided by `capacity_total`, and `commitment_pct` equals `commitment_used_usd` divided by `commitment_total_usd`, as percentages.',
    ),
    formula: 'the used amount divided by the total, as a percentage',
    figures: (data) =>
      rowsOf(data.services)
        .flatMap(({ days }) => rowsOf(days))
        .flatMap((day) => [
          rateOf(day, 'capacity_pct', 'capacity_used', 'capacity_total'),
          rateOf(day, 'commitment_pct', 'commitment_used_usd', 'commitment_total_usd'),
        ]),
  }),
  equation('getCommitment', {
    ...proposed(
      'commitments.history-makes-the-utilization',
      'preference',
      '`current_utilization_pct` of a commitment equals the used hours divided by the purchased hours of its whole `utilization_history`, as a percentage.',
      'Proposed by this contract; Commitment read semantics, rule 3',
    ),
    formula: 'the used hours divided by the purchased hours of `utilization_history`, as a percentage',
    figures: ({ current_utilization_pct, utilization_history, start_date }) => {
      // A day without a percentage is not in the history, but in the utilization.
      if (!isWhole(rowsOf(utilization_history), start_date)) return [];
      const total = (name: string) => sum(rowsOf(utilization_history).map((day) => day[name]));
      const [used, purchased] = [total('used_hours'), total('purchased_hours')];
      return [
        rateOf({ current_utilization_pct, used, purchased }, 'current_utilization_pct', 'used', 'purchased'),
      ];
    },
  }),
  totalIsSum('getCommitment', {
    ...proposed(
      'commitments.consumers-make-the-covered-spend',
      'contradiction',
      '`covered_spend_monthly` of a commitment equals the sum of `consumers[].covered_spend_monthly`.',
    ),
    sums: ({ covered_spend_monthly: total, consumers }) =>
      whole([
        {
          name: 'covered_spend_monthly',
          definition: 'the sum of `consumers[].covered_spend_monthly`',
          total,
          parts: rowsOf(consumers).map(({ covered_spend_monthly }) => covered_spend_monthly),
        },
      ]),
  }),
  totalIsSum('getRenewalOptions', {
    ...proposed(
      'renewals.all-in-follows-from-its-parts',
      'contradiction',
      '`all_in` of a renewal option equals `term_total` plus `spill_cost`, the on-demand cost that the option does not cover.',
    ),
    sums: (data) =>
      rowsOf(data.options).map(({ all_in: total, term_total, spill_cost }) => ({
        name: 'all_in',
        definition: 'the sum of `term_total` and `spill_cost`',
        total,
        parts: [term_total, spill_cost],
      })),
  }),
  equation('listCommitmentRecommendations', {
    ...proposed(
      'commitments.recommended-saving-follows-from-costs',
      'contradiction',
      '`monthly_savings` of a recommended commitment equals `on_demand_monthly` less `commitment_monthly`.',
    ),
    formula: '`on_demand_monthly` − `commitment_monthly`',
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
  totalIsSum('getCostBreakdown', {
    ...proposed(
      'costs.breakdown-dates-add-up',
      'contradiction',
      '`total_period_cost` of a breakdown equals the sum of `totals_by_date[].value`, and `cost` of a row equals the sum of `spendings_by_date[].value`.',
    ),
    sums: ({ total_period_cost, totals_by_date, items }) =>
      whole(
        [
          {
            name: 'total_period_cost',
            definition: 'the sum of `totals_by_date[].value`',
            total: total_period_cost,
            dates: totals_by_date,
          },
          ...rowsOf(items).map((row) => ({
            name: 'cost',
            definition: 'the sum of `spendings_by_date[].value`',
            total: row.cost,
            dates: row.spendings_by_date,
          })),
        ].map(({ dates, ...one }) => ({ ...one, parts: rowsOf(dates).map(({ value }) => value) })),
      ),
  }),
  equation('getCostForecast', {
    ...proposed(
      'forecast.value-follows-from-the-rate',
      'preference',
      '`forecast_value` equals `booked_to_date` plus `daily_rate` times `days_remaining`.',
    ),
    formula: '`booked_to_date` + `daily_rate` × `days_remaining`',
    figures: (data) => [
      figure(
        data,
        'forecast_value',
        ['booked_to_date', 'daily_rate', 'days_remaining'],
        (booked, rate, days) => booked + rate * days,
        // The rate may be rounded to cents.
        0.02 + 0.005 * Number(data.days_remaining),
      ),
    ],
  }),
  totalIsSum('getCostForecast', {
    ...proposed(
      'forecast.booked-is-the-month-so-far',
      'contradiction',
      '`booked_to_date` equals the sum over the past days of the current month in `sparkline`.',
    ),
    sums: ({ booked_to_date: total, sparkline, future_start_index, actuals_through }, exchange) => {
      const through = writtenDay(actuals_through) ?? '';
      const days = Number(through.slice(8));
      const isThisMonth = through.slice(0, 7) === monthOf(nowOf(exchange));
      return isThisMonth &&
        list(sparkline).length > future_start_index &&
        days <= future_start_index &&
        (requested(exchange, 'horizon') ?? 'month') === 'month'
        ? [
            {
              name: 'booked_to_date',
              definition: 'the sum over the past days of the current month in `sparkline`',
              total,
              parts: list(sparkline).slice(future_start_index - days, future_start_index),
            },
          ]
        : [];
    },
  }),
];

/** Returns the number of units of a reservation; 1 for a plan, whose prices are for the whole plan. */
const quantityOf = ({ qty, fixed_price }: any) => (typeof fixed_price === 'number' ? qty : (qty ?? 1));

/** Drops sums whose parts the server does not return. */
const whole = <T extends { readonly parts: readonly unknown[] }>(sums: readonly T[]) =>
  sums.filter(({ parts }) => parts.length > 0);

/** Whether a history has 30 days in a row, or all since the start of the commitment. */
function isWhole(history: readonly any[], start: unknown): boolean {
  const days = history.map(({ date }) => instant(date) / dayMs);
  const [first = Number.NaN, last = Number.NaN] = [days.at(0), days.at(-1)];
  return last - first === days.length - 1 && (days.length >= 30 || first <= instant(start) / dayMs + 1);
}

/** Returns a field that is a percentage, with two decimals, of two fields in whole cents. */
function rateOf(row: any, name: string, part: string, whole: string): Figure {
  const rate = (some: number, all: number) => (all > 0 ? (some / all) * 100 : Number.NaN);
  return percentage(row, name, [part, whole], rate, 0.02 + 1 / Number(row[whole]));
}

const monthOf = (moment: number) => (Number.isNaN(moment) ? '' : isoDay(moment).slice(0, 7));
