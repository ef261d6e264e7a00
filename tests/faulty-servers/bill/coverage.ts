import { changed } from '../changes.js';
import { billFaults, computesFor } from './bill-fault.js';
import {
  changes,
  coverage,
  every,
  isUnused,
  isUsed,
  mean,
  ofAnotherService,
  replacing,
} from './row-changes.js';

const list = 'GET /commitments/coverage';
const uncovered = 'GET /commitments/uncovered';
const byService = 'GET /commitments/by-service';

export const coverageFaults = billFaults({
  'bill.coverage-is-weighted-by-dollars': {
    'total coverage as the mean of the services': changed(
      coverage,
      'totals.coverage_pct',
      (_, { services }) => mean(services.map((one: any) => one.coverage_pct)),
    ),
    'unused commitment counts as coverage': computesFor(
      coverage,
      changes(isUnused, () => ({ CommitmentDiscountStatus: 'Used' })),
    ),
    'coverage of what commitments cost': computesFor(
      coverage,
      changes(isUsed, (row) => ({ ListCost: row.EffectiveCost, ContractedCost: row.EffectiveCost })),
    ),
    'coverage counts the account that holds the commitment': computesFor(
      coverage,
      changes(isUsed, (row) =>
        row.CommitmentDiscountId === 'ri-c-7' ? {} : { SubAccountId: '111111111111' },
      ),
    ),
    'services without commitments are in the remainder': computesFor(
      coverage,
      changes(
        (row) => row.ServiceName === 'Object Storage',
        () => ({ ServiceName: 'Compute' }),
      ),
    ),
    'coverage of services is null': changed(coverage, 'services[].coverage_pct', null),
    'coverage without what savings plans contribute': changed(
      coverage,
      'services[].instruments',
      (instruments) => instruments.filter(({ instrument }: any) => instrument !== 'sp'),
    ),
    'coverage without the on-demand remainder of services': changed(
      coverage,
      'services[].on_demand_monthly',
      null,
    ),
    'coverage without accounts': changed(coverage, 'accounts', []),
    'coverage without the last service': changed(coverage, 'services', (services) => services.slice(0, -1)),
  },
  'bill.listed-coverage-is-that-of-its-rows': {
    'the deprecated list of coverage counts unused commitment': computesFor(
      list,
      changes(isUnused, () => ({ CommitmentDiscountStatus: 'Used' })),
    ),
    'the deprecated list has another service': ofAnotherService(list, 'items[]'),
    'the deprecated list has the other provider': changed(
      list,
      'items[].provider',
      replacing('provider_a', 'provider_b'),
    ),
    'the deprecated list has the payer as the account of each commitment': changed(
      list,
      'items[].account_id',
      '999999999999',
    ),
    'the deprecated list has no costs of usage': changed(list, 'items[].usage_cost_monthly', null),
  },
  'bill.uncovered-base-is-the-on-demand-remainder': {
    'the average as hourly floor': changed(uncovered, '', (parts) =>
      parts.map((part: any) => ({ ...part, on_demand_hourly_min: part.on_demand_hourly_avg })),
    ),
    'an uncovered base of all platforms together': computesFor(
      uncovered,
      every(() => ({ SkuPriceDetails: '' })),
    ),
    'uncovered parts without an average': changed(uncovered, '[].on_demand_hourly_avg', null),
  },
  'bill.services-show-unused-and-uncovered-rows': {
    'unused cost at list prices': computesFor(
      byService,
      changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
    ),
    'a grid without the coverage of reservations': changed(byService, 'services[].ri.coverage_pct', null),
    'a grid that lacks a service with a commitment': changed(byService, 'services', (services) =>
      services.slice(0, 1),
    ),
    'a grid without the on-demand remainder': changed(byService, 'services[].sp.uncovered_monthly', null),
  },
});
