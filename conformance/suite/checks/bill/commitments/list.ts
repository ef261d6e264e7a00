import type { Check } from '../../../../engine/check.js';
import { show } from '../../../../engine/show.js';
import { derived, proposal } from '../../../claims.js';
import { plusDays } from '../../../figures/days.js';
import { eitherOf, monthly } from '../../../figures/formulas.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { byCommitment, knownCommitments } from '../../../figures/queries/commitment-query.js';
import { compareTable } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, mostClosely, mostProviders, ofBill, type ProviderRead } from '../bill-check.js';
import { compareCommitments, compareConsumers, compareSaturation, coveredUsage } from './commitment.js';
import { compareHolding } from './holding.js';

/** Most pages that are compared of the main providers; of others, only the first is, to limit the requests. */
const mostPages = 10;

/** Days of other windows that a server may call recent; the service's description states none. */
const otherLengths = [7, 14, 60, 90];

export const listChecks: readonly Check[] = [
  ofBill('listCommitments', {
    id: 'bill.commitments-are-used-as-their-rows',
    ...derived,
    source: 'Commitment read semantics, rule 3',
    requirement:
      '`current_utilization_pct` of a commitment is the used quantity as a share of the used and unused quantity in the measured days.',
    requests: mostProviders + mostClosely * (mostPages - 1),
    of: (billCase) => billCase.committedProviders,
    compare: compareListed,
  }),
  ofBill('listCommitments', {
    id: 'bill.commitments-are-held-as-purchased',
    ...proposal,
    requirement:
      'A listed commitment has the provider, the kind and the service of its rows, and the account, the region and the dates of its purchase, if all its rows agree on them.',
    requests: 0,
    of: (billCase) => billCase.committedProviders,
    async compare(billCase, provider) {
      for await (const read of pagesOf(billCase, provider, 1))
        for (const row of rowsOf(read.data.items)) await compareHolding(read, row);
    },
  }),
  ofBill('getCommitmentPortfolio', {
    id: 'bill.portfolio-is-used-as-its-rows',
    ...proposal,
    requirement:
      'A portfolio row shows the utilization of its commitment, and for each consumer what the covered usage would cost on demand.',
    requests: 2,
    of: (billCase) =>
      [undefined, 'list'].flatMap((basis) =>
        billCase.committedProviders.map((provider) => ({ provider, basis })),
      ),
    async compare(billCase, { provider, basis }) {
      const read = await billCase.readMeasured('getCommitmentPortfolio', provider, { basis });
      await comparePortfolio(read, basis === undefined ? 'ContractedCost' : 'ListCost');
    },
  }),
  ofBill('listCommitmentCoverage', {
    id: 'bill.listed-coverage-is-that-of-its-rows',
    ...proposal,
    requirement:
      'A row of the deprecated list of coverage shows the utilization of its commitment and what the covered usage would cost on demand.',
    requests: mostProviders,
    of: (billCase) => billCase.committedProviders,
    compare: compareListedCoverage,
  }),
];

/** Reads the pages of the list of commitments. */
export async function* pagesOf(
  billCase: BillCase,
  provider: ProviderBill,
  most: number,
  days = provider.days,
): AsyncGenerator<ProviderRead> {
  for (let page = 1, hasNext = true; hasNext && page <= most; page++) {
    const query = { provider: provider.id, page_size: '100', page: page > 1 ? String(page) : undefined };
    const read = await billCase.read('listCommitments', provider, { query, days });
    hasNext = read.data.pagination?.has_next === true;
    yield read;
  }
}

async function compareListed(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const { days } = await billCase.measured(provider);
  const windows = otherLengths.map((length) => ({ ...days, first: plusDays(days.last, 1 - length) }));
  const others = await Promise.all(windows.map((window) => bill.expected(byCommitment(provider, window))));
  const most = billCase.mainProviders.includes(provider) ? mostPages : 1;
  const listed = new Set<unknown>();
  for await (const read of pagesOf(billCase, provider, most, days)) {
    const { items, pagination } = read.data;
    for (const { id } of rowsOf(items)) listed.add(id);
    await compareCommitments(read, {
      ...{ path: 'items[]', prefix: 'current_' },
      otherWindows: ({ group }, is) =>
        others.flat().flatMap((row) => (row.group.id === group.id ? is(row, days).expected : [])),
    });
    const all = pagination?.has_next === false ? await bill.expected(byCommitment(provider, days)) : [];
    for (const from of all.filter(({ group }) => !listed.has(group.id))) {
      const expected = show(from.group.id);
      const message = `Commitment ${expected} is not in the list.`;
      const actual = 'no such commitment';
      comparison.violation({ message, actual, expected, from, exchange: read.exchange });
    }
  }
}

async function comparePortfolio(read: ProviderRead, price: string): Promise<void> {
  const { bill, provider, days } = read;
  const { whole } = await knownCommitments(bill, provider, days);
  const held = new Set(await bill.values('CommitmentDiscountId', [provider.where]));
  const rows = rowsOf(read.data.rows).filter(({ id }) => held.has(id));
  for (const row of rows) await compareHolding(read, row);
  await compareCommitments(read, {
    ...{ path: 'rows[]', rows, prefix: '' },
    each: (row, from, inUnits) => whole.has(row.id) && compareSaturation(read, { row, from, inUnits }),
  });
  for (const row of rows) if (whole.has(row.id)) await compareConsumers(read, row, coveredUsage(read, price));
}

async function compareListedCoverage(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const query = { provider: provider.id, page_size: '100' };
  const read = await billCase.readMeasured('listCommitmentCoverage', provider, query);
  for (const row of rowsOf(read.data.items)) await compareHolding(read, { ...row, id: row.row_id });
  const table = { path: 'items[]', keys: { id: 'row_id' } };
  await compareCommitments(read, { ...table, prefix: '' });
  const { whole } = await knownCommitments(read.bill, provider, read.days);
  const usage = coveredUsage(read, 'ListCost');
  await compareTable(read, {
    ...{ ...table, query: { ...usage, figures: { ...usage.figures, contracted: 'sum(ContractedCost)' } } },
    figures: [
      {
        // The rates that are paid are those on demand, before or after a negotiated discount.
        ...{ field: 'usage_cost_monthly', is: eitherOf(monthly('covered'), monthly('contracted')) },
        ...{ required: 'known', when: ({ group }) => whole.has(group.id) },
      },
    ],
  });
}
