import { describe, expect, it } from 'vitest';
import { document } from '../../../src/generated/document.js';
import { worldOf } from '../../../tests/invariants/support/ask.js';

const examples = (name: string) => document.components.examples[name].value.data;

/** What a reader of an example expects to find again in the mock. */
const factsOf = ({ id, provider, service, account_id, region, kind, start_date, end_date, status }: any) => ({
  id,
  provider,
  service,
  account_id,
  region,
  kind,
  start_date,
  end_date,
  status,
});

describe('the default world', () => {
  const { ask } = worldOf();
  const rows = ask('listCommitments', { query: { page_size: 100 } }).items as any[];

  it('holds the commitments of the examples, on the same terms', () => {
    for (const shown of examples('listCommitments.everything').items) {
      const row = rows.find(({ id }) => id === shown.id);
      expect(factsOf(row)).toEqual(factsOf(shown));
      expect(row.monthly_commitment_usd).toBe(shown.monthly_commitment_usd);
    }
  });

  it('prices the reservations of the examples as they do', () => {
    const inventory = ask('listCommitmentInventory', { query: { instrument: 'ri' } }).rows as any[];
    for (const shown of examples('listCommitmentInventory.reservations').rows) {
      const row = inventory.find(({ id }) => id === shown.id);
      for (const fact of ['resource', 'qty', 'state', 'payment_option', 'fixed_price', 'recurring_hourly']) {
        expect(row[fact], `${fact} of ${row.id}`).toBe(shown[fact]);
      }
    }
  });

  it('names the accounts of the examples as they do', () => {
    for (const shown of examples('getCoverageRates.measured').accounts) {
      const { accounts } = ask('getCoverageRates');
      expect(accounts.map(({ account_id }: any) => account_id)).toContain(shown.account_id);
    }
  });
});
