import type { Check } from '../../../../engine/check.js';
import { plain } from '../../../figures/comparison.js';
import { lengthOf } from '../../../figures/days.js';
import { monthly, perMonth } from '../../../figures/formulas.js';
import { namesOf, shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { type ProviderBill, sellerId } from '../../../figures/provider-bills.js';
import {
  coverageAtOtherPrices,
  coverageIn,
  eligibleQuery,
  hasPrices,
} from '../../../figures/queries/coverage-query.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, committedProviders, mostProviders, ofBill } from '../bill-check.js';
import { type Measured, measuredDays } from '../measured-days.js';

export const coverageChecks: readonly Check[] = [
  ofBill('getCoverageRates', {
    id: 'bill.coverage-is-weighted-by-dollars',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`coverage_pct` is covered usage as a share of covered usage and the on-demand remainder, both at on-demand prices, of the measured days.',
    source: 'Commitment read semantics, rule 4',
    requests: mostProviders,
    async compare(billCase) {
      for (const provider of committedProviders(billCase)) {
        await billCase.comparison.part(() => compareRates(billCase, provider));
      }
    },
  }),
];

async function compareRates(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill } = billCase;
  const { exchange, data, days } = await measuredDays(billCase, provider);
  const query = eligibleQuery(provider, days);
  compareCoverage(billCase, {
    actual: data.totals,
    from: await bill.total(query),
    about: '`totals`',
    provider,
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
      const about = `${name} ${shownValue(from.group[field])}`;
      if (!row) {
        reportMissing(billCase, { list, from, about, days, exchange });
        continue;
      }
      compareCoverage(billCase, { actual: row, from, about, provider, days, exchange });
    }
  }
}

/** Reports a service or an account with eligible usage of at least a cent of a month that is not listed. */
function reportMissing(
  { comparison }: BillCase,
  { list, from, about, days, exchange }: Omit<ComparedCoverage, 'actual' | 'provider'> & { list: string },
): void {
  const [value] = Object.values(from.group);
  const { covered, on_demand } = from.figures;
  const usage = perMonth((covered ?? 0) + (on_demand ?? 0), days);
  // Usage without an account may be left out of the list of accounts.
  if (usage < 0.01 || !value) return;
  const found = { message: `\`${list}\` has no ${about}.`, actual: 'no entry', exchange };
  const sql = from.sqlFor(['covered', 'on_demand']);
  const expected = `${plain(usage)} = (covered + on_demand) × 730 / ${24 * lengthOf(days)}`;
  comparison.violation({ ...found, basis: 'proposed' }, { rows: from.rows, sql }, expected);
}

interface ComparedCoverage extends Measured {
  readonly actual: any;
  readonly from: ExpectedRow;
  readonly about: string;
}

function compareCoverage(
  { comparison }: BillCase,
  { provider, actual, from, about, days, exchange }: ComparedCoverage,
): void {
  comparison.figure({
    ...coverageIn(from),
    alternatives: coverageAtOtherPrices(from.figures),
    // What takes the place of an unknown price is open.
    ...(from.figures.unknown_prices ? { basis: 'proposed', deviation: 'preference' } : {}),
    name: `\`coverage_pct\` of ${about}`,
    actual: actual?.coverage_pct,
    isRequired: hasPrices(from),
    exchange,
  });
  for (const figure of ['covered', 'on_demand']) {
    comparison.figure({
      ...monthly(from, figure, days),
      name: `\`${figure}_monthly\` of ${about}`,
      actual: actual?.[`${figure}_monthly`],
      isRequired: actual?.[`${figure}_monthly`] === null && hasPrices(from),
      exchange,
      basis: 'proposed',
    });
  }
  if (provider.id === sellerId) compareListed(comparison, { actual, from, about, days, exchange });
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

/** Reports an instrument that covered, or was corrected by, at least a cent of a month and has no entry. */
function compareListed(
  comparison: BillCase['comparison'],
  { actual, from, about, days, exchange }: Omit<ComparedCoverage, 'provider'>,
): void {
  // Totals and accounts have no instruments.
  if (!Array.isArray(actual?.instruments)) return;
  const listed = rowsOf(actual.instruments).map(({ instrument }) => instrument);
  for (const instrument of ['ri', 'sp']) {
    const { expected, formula, figures = [] } = monthly(from, `covered_by_${instrument}`, days);
    const covered = expected ?? 0;
    if (Math.abs(covered) < 0.01 || listed.includes(instrument)) continue;
    const message = `\`instruments[]\` of ${about} has no entry for ${instrument}.`;
    const found = { message, actual: 'no entry', exchange, basis: 'proposed' as const };
    const source = { rows: from.rows, sql: from.sqlFor(figures) };
    comparison.violation(found, source, `${plain(covered)} = ${formula}`);
  }
}
