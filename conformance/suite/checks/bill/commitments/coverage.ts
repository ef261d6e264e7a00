import type { Check } from '../../../../engine/check.js';
import { monthly, positive } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { sellerId } from '../../../figures/provider-bills.js';
import {
  coverage,
  coverageAtOtherPrices,
  eligibleQuery,
  hasPrices,
} from '../../../figures/queries/coverage-query.js';
import { aboutOf, compareFigures, compareTable, type Figure, reportMissing } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import {
  committedProviders,
  measured,
  mostProviders,
  must,
  ofBill,
  type ProviderRead,
} from '../bill-check.js';

const figures: readonly Figure[] = [
  {
    field: 'coverage_pct',
    is: coverage(),
    required: 'shown',
    requiredIf: hasPrices,
    more: (from) => ({
      alternatives: coverageAtOtherPrices(from),
      // What takes the place of an unknown price is open.
      ...(from.figures.unknown_prices ? { basis: 'proposed', deviation: 'preference' } : {}),
    }),
  },
  ...['covered', 'on_demand'].map(
    (part): Figure => ({
      field: `${part}_monthly`,
      is: monthly(part),
      required: 'known',
      requiredIf: hasPrices,
      basis: 'proposed',
    }),
  ),
];

const ofInstrument = (part: string): Figure[] => [
  { field: 'covered_monthly', is: monthly(part), basis: 'proposed' },
  { field: 'coverage_pct', is: coverage(part), basis: 'proposed' },
];

export const coverageChecks: readonly Check[] = [
  ofBill('getCoverageRates', {
    id: 'bill.coverage-is-weighted-by-dollars',
    ...must('stated', 'Commitment read semantics, rule 4'),
    requirement:
      '`coverage_pct` is covered usage as a share of covered usage and the on-demand remainder, both at on-demand prices, of the measured days.',
    requests: mostProviders,
    of: committedProviders,
    async compare(billCase, provider) {
      const read = await measured(billCase, provider);
      const query = eligibleQuery(provider, read.days);
      for (const [path, groupBy] of [
        ['totals', {}],
        ['services[]', { service: 'ServiceName' }],
        ['accounts[]', { account_id: 'SubAccountId' }],
      ] as const) {
        await compareTable(read, {
          ...{ path, query: { ...query, groupBy }, figures },
          missing: positive(monthly('covered + on_demand')),
          // Usage without an account may be left out of the list of accounts.
          mayLack: (group) => Object.values(group).some((value) => !value),
          each: ([row], from) => compareInstruments(read, `${path}.instruments[]`, row, from),
        });
      }
    },
  }),
];

/** Compares each instrument; one that covered, or was corrected by, at least a cent of a month must be listed. */
function compareInstruments(read: ProviderRead, path: string, row: any, from: ExpectedRow): void {
  // Totals and accounts have no instruments.
  if (!Array.isArray(row?.instruments)) return;
  const instruments = rowsOf(row.instruments);
  for (const instrument of ['ri', 'sp']) {
    const part = `covered_by_${instrument}`;
    const rows = instruments.filter((one) => one.instrument === instrument).slice(0, 1);
    const group = { instrument, ...from.group };
    const about = aboutOf(group);
    if (rows.length > 0) compareFigures(read, ofInstrument(part), { rows, from, path, about });
    else if (read.provider.id === sellerId)
      reportMissing(read, { path, missing: monthly(part) }, from, group);
  }
}
