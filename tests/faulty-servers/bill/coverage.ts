import { changed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { changes, coverage, isUnused, isUsed, mean, ofAnotherService, replacing } from './row-changes.js';

const isNull = () => null;

export const coverageFaults: readonly BillFault[] = [
  {
    name: 'total coverage as the mean of the services',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'totals.coverage_pct', (_, { services }) =>
      mean(services.map((one: any) => one.coverage_pct)),
    ),
  },
  {
    name: 'unused commitment counts as coverage',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    rows: changes(isUnused, () => ({ CommitmentDiscountStatus: 'Used' })),
    when: coverage,
  },
  {
    name: 'coverage of what commitments cost',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    rows: changes(isUsed, (row) => ({ ListCost: row.EffectiveCost, ContractedCost: row.EffectiveCost })),
    when: coverage,
  },
  {
    name: 'coverage counts the account that holds the commitment',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    rows: changes(isUsed, (row) =>
      row.CommitmentDiscountId === 'ri-c-7' ? {} : { SubAccountId: '111111111111' },
    ),
    when: coverage,
  },
  {
    name: 'services without commitments are in the remainder',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    rows: changes(
      (row) => row.ServiceName === 'Object Storage',
      () => ({ ServiceName: 'Compute' }),
    ),
    when: coverage,
  },
  {
    name: 'coverage of services is null',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'services[].coverage_pct', () => null),
  },
  {
    name: 'coverage without what savings plans contribute',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'services[].instruments', (instruments) =>
      instruments.filter(({ instrument }: any) => instrument !== 'sp'),
    ),
  },
  {
    name: 'the deprecated list of coverage counts unused commitment',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    rows: changes(isUnused, () => ({ CommitmentDiscountStatus: 'Used' })),
    when: 'GET /commitments/coverage',
  },
  {
    name: 'the deprecated list has another service',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: ofAnotherService('GET /commitments/coverage', 'items[]'),
  },
  {
    name: 'the deprecated list has the other provider',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: changed('GET /commitments/coverage', 'items[].provider', replacing('provider_a', 'provider_b')),
  },
  {
    name: 'the deprecated list has the payer as the account of each commitment',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: changed('GET /commitments/coverage', 'items[].account_id', '999999999999'),
  },
  {
    name: 'coverage without the on-demand remainder of services',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'services[].on_demand_monthly', isNull),
  },
  {
    name: 'coverage without accounts',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'accounts', () => []),
  },
  {
    name: 'coverage without the last service',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'services', (services) => services.slice(0, -1)),
  },
  {
    name: 'the deprecated list has no costs of usage',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: changed('GET /commitments/coverage', 'items[].usage_cost_monthly', isNull),
  },
];
