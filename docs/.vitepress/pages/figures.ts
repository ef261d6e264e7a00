import { operations } from './document.js';
import { billMock, read } from './mock.js';
import { shapeOf } from './shape.js';

/** Colours of the theme; `unused` is of this site. */
const colors = {
  used: 'green-3',
  unused: 'unused',
  'on-demand': 'yellow-3',
  above: 'yellow-soft',
  paid: 'text-3',
  negotiated: 'indigo-3',
  lost: 'red-3',
  blank: 'bg',
};
interface Part {
  readonly kind: keyof typeof colors;
  readonly amount: number;
}
interface Row {
  readonly label: string;
  readonly value: string;
  readonly parts: readonly Part[];
}

const [utilization, coverage, rate, uncovered] = await Promise.all(
  ['utilization', 'coverage-rates', 'esr', 'uncovered'].map((name) => read(`/api/v1/commitments/${name}`)),
);
const bill = await billMock();
const billed = {
  plan: (await read('/api/v1/commitments/utilization?type=sp&provider=provider_a', bill)).services[0],
  account: (await read('/api/v1/commitments/esr?period=2026-06', bill)).accounts[0],
};
const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`;
const percent = (value: number) => `${String(value).replace('-', '−')} %`;
const part = (kind: Part['kind'], amount: number): Part => ({ kind, amount: Math.max(0, amount) });
const ofHundred = (label: string, amount: number): Row => ({
  label,
  value: percent(amount),
  parts: [part('used', amount), part('unused', 100 - amount)],
});

/** The figures of the guides as Markdown, drawn from responses of the mock. */
export const figures: Readonly<Record<string, string>> = {
  glance: bars([
    ofHundred(`Utilization, ${utilization.services[0].service}`, utilization.services[0].utilization_pct),
    ofHundred('Coverage', coverage.totals.coverage_pct),
    ofHundred('Savings rate', rate.totals.total_rate_pct),
  ]),
  utilization: utilizationFigure(),
  coverage: coverageFigure(),
  'savings-rate': savingsRateFigure(),
  'savings-steps': savingsStepsFigure(),
  uncovered: uncoveredFigure(),
  'worked-example': workedExample(),
  'paged-operations': pagedOperations(),
};

function utilizationFigure(): string {
  const services = utilization.services.filter((one: any) => one.purchased_hours > 0);
  const [first] = services;
  const hours = (amount: number) => `${Math.round(amount).toLocaleString('en-US')} h`;
  return bars(
    services.map((one: any) => ofHundred(one.service_label, one.utilization_pct)),
    `Reservations from ${utilization.start} to ${utilization.end}. ${first.service_label}: ${hours(first.used_hours)} used of ${hours(first.purchased_hours)} purchased is ${first.utilization_pct} %. Hours of different services cannot be added, so no average is shown.`,
    { used: 'used hours', unused: 'purchased, not used' },
  );
}

function coverageFigure(): string {
  const { totals, services, measured_from, measured_to } = coverage;
  return bars(
    services.map((one: any) => ({
      label: one.service_label,
      value: percent(one.coverage_pct),
      parts: [part('used', one.covered_monthly), part('on-demand', one.on_demand_monthly)],
    })),
    `Dollars a month, ${measured_from} to ${measured_to}. In total ${dollars(totals.covered_monthly)} covered and ${dollars(totals.on_demand_monthly)} on demand: a coverage of ${totals.coverage_pct} %, which is not the mean of the percentages.`,
    { used: 'covered by a commitment', 'on-demand': 'on demand' },
  );
}

function savingsRateFigure(): string {
  const accounts = rate.accounts.filter((one: any) => one.measured);
  const lost = accounts.find((one: any) => one.commitment_saved < 0);
  return bars(
    accounts.map((one: any) => ({
      label: one.account_name,
      value: percent(one.total_rate_pct),
      parts: [
        part('paid', Math.min(one.effective_cost, one.on_demand_equivalent)),
        part('used', one.commitment_saved),
        part('negotiated', one.negotiated_saved),
        part('lost', -one.total_saved),
      ],
    })),
    `${rate.period}, by account. The length of a bar is the cost of its usage at public prices. ${lost ? `${lost.account_name} lost ${dollars(-lost.commitment_saved)} on commitments it did not use.` : ''}`,
    {
      paid: 'paid',
      used: 'saved by commitments',
      negotiated: 'saved by negotiation',
      lost: 'paid on top, for commitments not used',
    },
  );
}

/** The steps from public prices to the effective cost. */
function savingsStepsFigure(): string {
  const {
    on_demand_equivalent: list,
    negotiated_saved,
    commitment_saved,
    effective_cost,
    ...rates
  } = rate.totals;
  const step = (label: string, saved: number, kind: Part['kind'], before: number) => ({
    label,
    value: `−${dollars(saved)}`,
    parts: [part('blank', before - saved), part(kind, saved)],
  });
  return bars(
    [
      { label: 'at public prices', value: dollars(list), parts: [part('paid', list)] },
      step('negotiation', negotiated_saved, 'negotiated', list),
      step('commitments', commitment_saved, 'used', effective_cost + commitment_saved),
      { label: 'paid', value: dollars(effective_cost), parts: [part('paid', effective_cost)] },
    ],
    `The organization in ${rate.period}: (${dollars(negotiated_saved)} + ${dollars(commitment_saved)}) ÷ ${dollars(list)} = ${rates.total_rate_pct} %, of which negotiation earned ${rates.negotiated_rate_pct} and commitments ${rates.commitment_rate_pct}.`,
  );
}

function uncoveredFigure(): string {
  const own = uncovered.filter(({ provider }: any) => provider === 'provider_a');
  const [steadiest] = [...own].sort((a, b) => a.volatility_ratio - b.volatility_ratio);
  const labelOf = ({ service_label, platform }: any) =>
    platform ? `${service_label}, ${platform}` : service_label;
  return bars(
    own.map((one: any) => ({
      label: labelOf(one),
      value: `$${one.on_demand_hourly_avg.toFixed(2)}`,
      parts: [
        part('on-demand', one.on_demand_hourly_min),
        part('above', one.on_demand_hourly_avg - one.on_demand_hourly_min),
      ],
    })),
    `On-demand dollars an hour. ${labelOf(steadiest)} is almost constant, so a commitment is safe. Usage with a floor near zero is better left on demand, whatever its average.`,
    { 'on-demand': 'hourly floor', above: 'from the floor to the average' },
  );
}

/** The steps from the list price of the usage to what is saved, for a plan that is used in 18 of 24 hours. */
function workedExample(): string {
  const { used_hours, purchased_hours } = billed.plan;
  const { on_demand_equivalent: list, effective_cost, total_saved } = billed.account;
  const exact = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  return bars(
    [
      { label: 'usage at list price', value: exact(list), parts: [part('paid', list)] },
      {
        label: 'fee of the plan',
        value: exact(effective_cost),
        parts: [part('used', used_hours), part('unused', purchased_hours - used_hours)],
      },
      {
        label: 'saved',
        value: exact(total_saved),
        parts: [part('blank', effective_cost), part('negotiated', total_saved)],
      },
    ],
    `June 29. The plan is paid for 24 hours and used in 18, so ${exact(purchased_hours - used_hours)} of its fee buys nothing. Used in all hours, it would save a third.`,
    {
      paid: '18 hours at $78.60',
      used: '18 hours at $52.40',
      unused: '6 unused hours at $52.40',
      negotiated: 'saved',
    },
  );
}

function pagedOperations(): string {
  const rows = operations.flatMap(({ operation, page, parameters }) => {
    const size = parameters.find(({ value }) => value.name === 'page_size');
    if (!size) return [];
    const { minimum, maximum, default: fallback } = shapeOf(size.value.schema).schema;
    return `| [${operation.summary}](/${page}) | ${minimum} to ${maximum} | ${fallback} |`;
  });
  return ['| Operation | `page_size` | Default |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Renders horizontal stacked bars; the longest has the full width. */
function bars(
  rows: readonly Row[],
  caption = '',
  legend: { readonly [kind in Part['kind']]?: string } = {},
): string {
  const sum = ({ parts }: Row) => parts.reduce((total, { amount }) => total + amount, 0);
  const most = Math.max(...rows.map(sum));
  const bar = (row: Row) =>
    row.parts
      .map(
        ({ kind, amount }) => `<i style="${colorOf(kind)};width:${((amount / most) * 100).toFixed(2)}%"></i>`,
      )
      .join('');
  const lines = rows.map(
    (row) =>
      `<li><span>${row.label}</span><span class="bar" aria-hidden="true">${bar(row)}</span><span>${row.value}</span></li>`,
  );
  const keys = Object.entries(legend).map(
    ([kind, text]) => `<span><i style="${colorOf(kind)}"></i> ${text}</span>`,
  );
  return `<figure class="bars"><ul>${lines.join('')}</ul>${keys.length > 0 ? `<p class="legend">${keys.join(' ')}</p>` : ''}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
}

function colorOf(kind: string): string {
  return `background:var(--vp-c-${colors[kind as Part['kind']]})`;
}
