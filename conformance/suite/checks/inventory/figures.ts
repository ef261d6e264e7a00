import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { numbersOf } from '../../expect/near.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { monthHours } from '../shared/month-hours.js';
import { sameFigure } from '../shared/same-figure.js';
import { dayMs, instant } from '../shared/timestamps.js';

const inventory = 'listCommitmentInventory' as const;
const source = 'Commitment reads: inventory; Proposed by this contract';

/** The longest that 12 or 36 months differ from a multiple of 365 days, in days. */
const leapDays = 2;

/** Checks of the terms of a commitment and of what its usage costs. */
export const figureChecks: readonly Check[] = [
  equation('listCommitmentInventory', {
    id: 'inventory.monthly-amount-follows-from-prices',
    level: 'SHOULD',
    basis: 'proposed',
    deviation: 'preference',
    requirement:
      '`committed_monthly` of a commitment equals its hourly price over 730 hours plus its upfront payment divided by `term_months`.',
    source: 'Proposed by this contract',
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
  forEachRow(inventory, {
    id: 'inventory.payment-option-fits-the-prices',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A commitment with `no_upfront` has no upfront price, one with `all_upfront` no hourly price, and one with `partial_upfront` both.',
    source,
    each: (data) =>
      rowsOf(data.rows)
        .map((row) => ({ ...row, paid: row.fixed_price ?? row.upfront }))
        .filter((row) => numbersOf(row, 'paid', 'recurring_hourly')),
    judge: ({ id, payment_option: option, paid, recurring_hourly: hourly }) => {
      const expected: Record<string, boolean> = {
        no_upfront: paid === 0,
        all_upfront: hourly === 0,
        partial_upfront: paid > 0 && hourly > 0,
      };
      return (
        (expected[option] ?? true) || {
          message: `The prices of commitment ${show(id)} do not match \`payment_option\`.`,
          expected: `prices of ${option}`,
          actual: show({ upfront: paid, recurring_hourly: hourly }),
        }
      );
    },
  }),
  equation(inventory, {
    id: 'inventory.figures-follow-from-each-other',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`recurring_monthly` of a savings plan equals `recurring_hourly` over 730 hours, and `on_demand.daily_on_demand_cost` equals `on_demand_cost` divided by the measured days.',
    source,
    formula: '`recurring_hourly` × 730, or `on_demand_cost` / the measured days',
    figures: (data) =>
      rowsOf(data.rows).flatMap((row) => [
        figure(row, 'recurring_monthly', ['recurring_hourly'], (hourly) => hourly * monthHours),
        figure(
          { ...row.on_demand, days: daysOf(row.on_demand) },
          'daily_on_demand_cost',
          ['on_demand_cost', 'days'],
          (cost, days) => cost / days,
        ),
      ]),
  }),
  forEachRow(inventory, {
    id: 'inventory.unused-is-part-of-the-commitment',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`unused_monthly` of a commitment is between 0 and `committed_monthly`, and null unless it is active.',
    source,
    each: (data) =>
      rowsOf(data.rows).filter(
        (row) => row.state !== null && numbersOf(row, 'unused_monthly', 'committed_monthly'),
      ),
    judge: ({ id, state, unused_monthly, committed_monthly }) =>
      (state === 'active' && unused_monthly >= 0 && unused_monthly <= committed_monthly + 0.01) || {
        message: `\`unused_monthly\` of commitment ${show(id)} does not match \`committed_monthly\` or \`state\`.`,
        expected: state === 'active' ? `from 0 to ${committed_monthly}` : `null, as state is ${state}`,
        actual: `unused_monthly ${unused_monthly}`,
      },
  }),
  forEachRow(inventory, {
    id: 'inventory.term-fits-the-dates',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A commitment ends `term_months` after its `start`, and `end` is the day of `end_at`.',
    source,
    each: (data) =>
      rowsOf(data.rows).filter(
        ({ start, end, term_months, state }) =>
          typeof term_months === 'number' &&
          // A retired commitment may end early.
          state === 'active' &&
          !Number.isNaN(instant(start) + instant(end)),
      ),
    judge: ({ id, start, end, end_at, term_months }) => {
      const days = (instant(end) - instant(start)) / dayMs;
      const expected = (term_months * 365) / 12;
      const isSameDay =
        Number.isNaN(instant(end_at)) || Math.abs(instant(end_at) - instant(end)) <= 2 * dayMs;
      return (
        (Math.abs(days - expected) <= leapDays + 1 && isSameDay) || {
          message: `\`start\`, \`end\`, \`end_at\` and \`term_months\` of commitment ${show(id)} do not match.`,
          expected: `${term_months} months from ${start}`,
          actual: show({ end, end_at }),
        }
      );
    },
  }),
  sameFigure(inventory, {
    id: 'inventory.amounts-are-those-of-the-list',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`committed_monthly` of a commitment in the inventory equals `monthly_commitment_usd` in the list, and `qty` equals `unit_count` in the portfolio.',
    source,
    reference: 'the list or the portfolio',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const { provider, rows } = dataOf(exchange);
      const listed = rowsOf(dataOf((await probe.correct('listCommitments')).exchange).items);
      const portfolio = rowsOf(dataOf((await probe.correct('getCommitmentPortfolio')).exchange).rows);
      const isSame = (id: unknown) => (row: any) => row.id === id && row.provider === provider;
      return rowsOf(rows).flatMap(({ id, committed_monthly, qty }) => [
        {
          name: `\`committed_monthly\` of commitment ${show(id)}`,
          here: committed_monthly,
          there: listed.find(isSame(id))?.monthly_commitment_usd,
          exchange,
        },
        {
          name: `\`qty\` of commitment ${show(id)}`,
          here: qty,
          there: portfolio.find(isSame(id))?.unit_count,
          exchange,
        },
      ]);
    },
  }),
];

/** Returns the number of units of a reservation; 1 for a plan, whose prices are for the whole plan. */
const quantityOf = ({ qty, fixed_price }: any) => (typeof fixed_price === 'number' ? qty : (qty ?? 1));

/** The number of days of a measurement, both ends included. */
const daysOf = (measurement: any) =>
  (instant(measurement?.measured_to) - instant(measurement?.measured_from)) / dayMs + 1;
