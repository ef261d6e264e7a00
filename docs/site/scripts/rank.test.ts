import { describe, expect, it } from 'vitest';
import { type SearchEntry, search } from './rank.js';

const index: readonly SearchEntry[] = [
  [
    'operation',
    'Quote a renewal',
    'a.html',
    'GET /api/v1/commitments/renewal-quote getRenewalQuote Renewal quote',
  ],
  ['schema', 'RenewalQuote', 'schemas.html#RenewalQuote', 'What replacing it costs.'],
  ['field', 'burn_pct', 'b.html#data.burn_pct', 'List the budgets: Share of the budget that is spent.'],
  ['check', 'renewals.quote-is-whole', 'checks.html#c', 'A renewal quote names the commitment.'],
  ['guide', 'Paging', 'paging.html', 'Read lists of any length.'],
];
const titles = (question: string) => search(index, question).map(([, title]) => title);

describe('the search', () => {
  it('puts an operation before a schema and a check that have the same words', () => {
    expect(titles('renewal quote')).toEqual(['Quote a renewal', 'RenewalQuote', 'renewals.quote-is-whole']);
  });

  it('knows an operation by its name in the document', () => {
    expect(titles('getRenewalQuote')[0]).toBe('Quote a renewal');
  });

  it('finds a field by a part of its name', () => {
    expect(titles('burn')).toEqual(['burn_pct']);
  });

  it('puts what is deprecated last', () => {
    const two: readonly SearchEntry[] = [
      ['deprecated', 'List coverage', 'a.html', 'GET /coverage listCoverage Coverage'],
      ['operation', 'Get what is covered', 'b.html', 'GET /coverage-rates getCoverageRates Coverage rates'],
    ];
    expect(search(two, 'coverage').map(([kind]) => kind)).toEqual(['operation', 'deprecated']);
  });

  it('asks for every word', () => {
    expect(titles('paging budgets')).toEqual([]);
  });

  it('finds nothing when nothing is asked for', () => {
    expect(titles('  ')).toEqual([]);
  });
});
