import type { Check } from '../../check.js';
import {
  coverageAtOtherPrices,
  coverageFigures,
  isEligible,
  isUsage,
  perMonth,
  share,
} from '../../figures/commitment-query.js';
import type { ComparedFigure } from '../../figures/comparison.js';
import { type Days, isDay, lengthOf } from '../../figures/days.js';
import { namesOf, shownValue } from '../../figures/groups.js';
import type { ExpectedRow } from '../../figures/known-bill.js';
import type { ProviderBill } from '../../figures/provider-bills.js';
import { chargedFrom, type Query } from '../../figures/query.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, committedProviders, mostProviders, ofBill } from './bill-check.js';

export const coverageBillChecks: readonly Check[] = [
  ofBill('getCoverageRates', {
    id: 'bill.coverage-is-weighted-by-dollars',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`coverage_pct` is covered usage as a share of covered usage and the on-demand remainder, both at on-demand prices, of the measured days.',
    source: 'Commitment read semantics, rule 4',
    cost: mostProviders,
    async compare(billCase) {
      for (const provider of committedProviders(billCase)) {
        await billCase.comparison.part(() => compareRates(billCase, provider));
      }
    },
  }),
];

/** The coverage rates of a provider and the days that they are measured on. */
export async function measuredDays(
  { probe }: BillCase,
  { id }: ProviderBill,
): Promise<{ exchange: CompleteExchange; data: any; days: Days }> {
  await probe.correct('getCoverageRates');
  const exchange = await successOf(probe, requestTo('getCoverageRates', { query: { provider: id } }));
  const data = dataOf(exchange);
  const { measured_from: first, measured_to: last } = data;
  if (!isDay(first) || !isDay(last)) throw new NotApplicable(`${id} has not been measured`);
  return { exchange, data, days: { first, last } };
}

/** Returns the query for eligible usage in some days. */
export function eligibleQuery({ where }: ProviderBill, days: Days): Query {
  return {
    figures: coverageFigures,
    where: [where, ...chargedFrom(days.first, days.last), isUsage, isEligible],
  };
}

async function compareRates(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill } = billCase;
  const { exchange, data, days } = await measuredDays(billCase, provider);
  const query = eligibleQuery(provider, days);
  compareCoverage(billCase, {
    actual: data.totals,
    from: await bill.total(query),
    about: '`totals`',
    days,
    exchange,
  });
  for (const [list, field, name, expression] of [
    ['services', 'service', 'service', 'ServiceName'],
    ['accounts', 'account_id', 'account', 'SubAccountId'],
  ] as const) {
    const expected = await bill.expected({ ...query, groupBy: { [field]: expression } });
    const rows = rowsOf(data[list]);
    const shown = rows.map((one) => one[field]);
    const names = await namesOf(bill, expression, provider, shown);
    for (const from of expected) {
      const row = rows.find((one) => names.of(one[field]) === (from.group[field] ?? null));
      if (!row) continue;
      const about = `${name} ${shownValue(from.group[field])}`;
      compareCoverage(billCase, { actual: row, from, about, days, exchange });
    }
  }
}

type Expected = Pick<ComparedFigure, 'from' | 'expected' | 'figures' | 'formula' | 'unit'>;

/** Returns a figure of some days as an amount of a month. */
export function monthly(from: ExpectedRow, figure: string, days: Days): Expected {
  const formula = `${figure} × 730 / ${24 * lengthOf(days)}`;
  return { from, expected: perMonth(from.figures[figure], days), figures: [figure], formula };
}

/** Returns a part of the covered usage as a percentage of the eligible usage. */
export function coverageIn(from: ExpectedRow, part = 'covered'): Expected {
  const { covered, on_demand } = from.figures;
  return {
    from,
    expected: share(from.figures[part], (covered ?? 0) + (on_demand ?? 0)),
    figures: [...new Set([part, 'covered', 'on_demand'])],
    formula: `100 × ${part} / (covered + on_demand)`,
    unit: 'measure',
  };
}

interface ComparedCoverage {
  readonly actual: any;
  readonly from: ExpectedRow;
  readonly about: string;
  readonly days: Days;
  readonly exchange: CompleteExchange;
}

function compareCoverage(
  { comparison }: BillCase,
  { actual, from, about, days, exchange }: ComparedCoverage,
): void {
  comparison.figure({
    ...coverageIn(from),
    alternatives: coverageAtOtherPrices(from.figures),
    name: `\`coverage_pct\` of ${about}`,
    actual: actual?.coverage_pct,
    exchange,
  });
  for (const figure of ['covered', 'on_demand']) {
    comparison.figure({
      ...monthly(from, figure, days),
      name: `\`${figure}_monthly\` of ${about}`,
      actual: actual?.[`${figure}_monthly`],
      exchange,
      basis: 'proposed',
    });
  }
  for (const { instrument, covered_monthly, coverage_pct } of rowsOf(actual?.instruments)) {
    const part = `covered_by_${instrument}`;
    if (!(part in from.figures)) continue;
    const name = `of ${instrument} of ${about}`;
    comparison.figure({
      ...monthly(from, part, days),
      name: `\`covered_monthly\` ${name}`,
      actual: covered_monthly,
      exchange,
      basis: 'proposed',
    });
    comparison.figure({
      ...coverageIn(from, part),
      name: `\`coverage_pct\` ${name}`,
      actual: coverage_pct,
      exchange,
      basis: 'proposed',
    });
  }
}
