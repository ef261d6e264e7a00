import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { numbersOf, sum } from '../../expect/near.js';
import { equation, figure, percentage } from '../shared/equation.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { dayMs, instant, nowOf } from '../shared/timestamps.js';

const inventory = 'listCommitmentInventory' as const;
const detail = 'getCommitment' as const;
const source = 'Commitment reads: inventory; Proposed by this contract';

/** The hours of a month by which the document spreads hourly prices. */
const monthHours = 730;
/** The longest that 12 or 36 months differ from a multiple of 365 days, in days. */
const leapDays = 2;

const rowsOfInventory = (data: any) => rowsOf(data.rows);

/** Checks of the terms of a commitment and of what its usage costs. */
export const termChecks: readonly Check[] = [
  forEachRow(inventory, {
    id: 'inventory.payment-option-fits-the-prices',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A commitment with `no_upfront` has no upfront price, one with `all_upfront` no hourly price, and one with `partial_upfront` both.',
    source,
    each: (data) =>
      rowsOfInventory(data)
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
      rowsOfInventory(data).flatMap((row) => [
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
      rowsOfInventory(data).filter(
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
      rowsOfInventory(data).filter(
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
  forEachRow(inventory, {
    id: 'inventory.active-has-started',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`start` of a commitment whose `state` is `active` is in the past.',
    source: 'Inventory state: active, running',
    each: (data, exchange) =>
      rowsOfInventory(data).filter(
        ({ state, start }) => state === 'active' && !Number.isNaN(instant(start) + nowOf(exchange)),
      ),
    judge: ({ id, start }, exchange) =>
      instant(start) <= nowOf(exchange) + dayMs || {
        message: `\`start\` of active commitment ${show(id)} is in the future.`,
        expected: `${exchange.response.json.timestamp} or earlier`,
        actual: `start ${start}`,
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
  equation(detail, {
    id: 'commitments.fee-follows-from-the-hourly-commitment',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`fee_monthly_list` of a commitment equals `hourly_commitment_usd` over 730 hours, and `monthly_commitment_usd` is not more.',
    source: 'Commitment reads: one commitment; Proposed by this contract',
    formula: '`hourly_commitment_usd` × 730, or less at the price it was sold at',
    figures: (data) => [
      figure(data, 'fee_monthly_list', ['hourly_commitment_usd'], (hourly) => hourly * monthHours, 0.04),
      figure(
        data,
        'monthly_commitment_usd',
        ['hourly_commitment_usd', 'monthly_commitment_usd'],
        // The hourly amount is that of public prices, before a negotiated discount.
        (hourly, sold) => Math.min(sold, hourly * monthHours),
        0.04,
      ),
    ],
  }),
  equation(detail, {
    id: 'commitments.days-have-their-own-rate',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_pct` of a day in `utilization_history` equals `used_hours` divided by `purchased_hours`, as a percentage.',
    source: 'Commitment read semantics, rule 3; Proposed by this contract',
    formula: '`used_hours` as a percentage of `purchased_hours`',
    figures: (data) =>
      rowsOf(data.utilization_history).map((day) =>
        percentage(
          day,
          'utilization_pct',
          ['used_hours', 'purchased_hours'],
          (used, purchased) => (purchased > 0 ? (used / purchased) * 100 : Number.NaN),
          0.02 + 1 / Number(day.purchased_hours),
        ),
      ),
  }),
  forEachRow(detail, {
    id: 'commitments.histories-have-the-same-days',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_history` and `coverage_history` of a commitment contain the same past days, in ascending order.',
    source: 'Commitment reads: one commitment; Proposed by this contract',
    each: (data) => (rowsOf(data.utilization_history).length > 0 && data.coverage_history ? [data] : []),
    judge: ({ utilization_history, coverage_history }, exchange) => {
      const days = rowsOf(utilization_history).map(({ date }) => String(date));
      const others = rowsOf(coverage_history).map(({ date }) => String(date));
      const wrong = days.find(
        (day, index) =>
          instant(day) > nowOf(exchange) + dayMs || (index > 0 && day <= (days[index - 1] ?? '')),
      );
      return (
        (wrong === undefined && days.join() === others.join()) || {
          message: 'The days of the histories are not the same past days, in ascending order.',
          expected: wrong === undefined ? `the days ${days[0]} to ${days.at(-1)}` : 'ascending past days',
          actual: wrong ?? `the days ${others[0]} to ${others.at(-1)}`,
        }
      );
    },
  }),
  equation(detail, {
    id: 'commitments.unused-days-make-the-resizing',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`rightsizing_monthly` of a commitment equals the `unused_cost` of its `utilization_history`, as a month of 730 hours.',
    source: 'Commitment read semantics, rule 7; Proposed by this contract',
    formula: 'the sum of `utilization_history[].unused_cost`, as a month of 730 hours',
    figures: (data) => {
      const days = rowsOf(data.utilization_history);
      const unused = sum(days.map(({ unused_cost }) => unused_cost));
      return [
        figure(
          { ...data, unused },
          'rightsizing_monthly',
          ['unused'],
          // On the first and last day, the commitment may run for some hours only.
          (cost) => (days.length === 30 ? (cost / (30 * 24)) * monthHours : Number.NaN),
          0.005 * days.length * (monthHours / 720) + 0.02 * Math.abs(unused),
        ),
      ];
    },
  }),
];

/** The number of days of a measurement, both ends included. */
const daysOf = (measurement: any) =>
  (instant(measurement?.measured_to) - instant(measurement?.measured_from)) / dayMs + 1;
