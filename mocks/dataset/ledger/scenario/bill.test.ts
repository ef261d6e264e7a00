import { describe, expect, it } from 'vitest';
import { firstDayOf, lastDayOf } from '../../calendar.js';
import { createSeedData } from '../../seed-data/index.js';
import { createLedger } from '../index.js';
import { amountOf, columnOf } from '../spans.js';
import type { ScenarioBill } from './bill.js';

const origin = Date.parse('2026-06-15T12:00:00Z');
const ledger = createLedger(createSeedData('default', origin), 1, origin);
const bill = ledger.billOf('provider_a') as ScenarioBill;
const may = { first: firstDayOf(ledger.originMonth - 1), last: lastDayOf(ledger.originMonth - 1) };
const unblended = columnOf('unblended', 'before');
const sumOver = (figure: (charge: number) => number) =>
  bill.charges.reduce((sum, _, c) => sum + figure(c), 0);

describe('a bill', () => {
  it('differs from the ledger by at most half a cent for each charge', () => {
    const spans = bill.spans(may.first, may.last);
    let exact = 0;
    for (const domain of ledger.domainsOf('provider_a')) {
      const { cells, lines } = domain.sum(may.first, may.last);
      for (const { list, capacityList, spendList } of cells) exact += list - capacityList - spendList;
      for (const { cash } of lines) exact += cash;
    }
    const rounded = sumOver((c) => amountOf(spans, unblended, c));
    expect(Math.abs(exact - rounded)).toBeLessThanOrEqual(5000 * bill.charges.length);
    expect(bill.residue(ledger.originMonth - 1)).toBe(exact - rounded);
  });

  it('amortizes the full fees of commitments', () => {
    const [amortized, net] = [columnOf('amortized', 'before'), columnOf('net_amortized', 'before')];
    const spans = bill.spans(may.first, may.last);
    const fees = ledger
      .domainsOf('provider_a')
      .flatMap((domain) => domain.sum(may.first, may.last).lines)
      .reduce((sum, { fee }) => sum + fee, 0);
    const spread = sumOver((c) =>
      bill.charges[c]?.chargeType === 'usage' ? 0 : amountOf(spans, amortized, c),
    );
    expect(Math.abs(fees - spread)).toBeLessThanOrEqual(5000 * bill.charges.length);
    expect(sumOver((c) => amountOf(spans, net, c))).toBeLessThan(
      sumOver((c) => amountOf(spans, amortized, c)),
    );
  });

  it('returns no spans before its first day', () => {
    expect(bill.spans(bill.firstDay - 40, bill.firstDay - 1)).toEqual([]);
  });
});
