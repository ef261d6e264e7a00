import type { Micros } from '../money.js';
import { recordsOf } from './records.js';
import type { Account, Cell, Provider, Service } from './types.js';

/** The organization that the default dataset and the document's examples share. */

export const providers: readonly Provider[] = recordsOf<Provider>()(
  ['id', 'name', 'measured', 'hasListPrices'],
  [
    ['provider_a', 'Provider A', true, true],
    ['provider_b', 'Provider B', true, true],
    ['provider_c', 'Provider C', false, false],
    ['provider_d', 'Provider D', true, false],
  ],
);

export const platform = '100200300401';
export const storefront = '100200300402';
export const dataLake = '100200300403';
export const research = '100200300404';
export const media = 'prj-media';
export const analytics = 'prj-analytics';

export const accounts: readonly Account[] = recordsOf<Account>()(
  ['provider', 'id', 'name', 'discountBps', 'shares'],
  [
    ['provider_a', platform, 'platform', 400, true],
    ['provider_a', storefront, 'storefront', 400, true],
    // The negotiated agreement does not cover it.
    ['provider_a', dataLake, 'data-lake', 0, true],
    // Has a larger negotiated discount than the others, and does not share commitments.
    ['provider_a', research, 'research', 1200, false],
    ['provider_b', media, 'media', 0, true],
    ['provider_b', analytics, 'analytics', 0, true],
  ],
);

/** The provider of an account. */
export function providerOf(account: string): string {
  return (accounts.find(({ id }) => id === account) as Account).provider;
}

/** The services, apart from what they have for commitments. */
const sold = recordsOf<Service>()(
  ['provider', 'id', 'label', 'usageUnit', 'sizing', 'planType', 'nodeOffering', 'memoryPerUnit'],
  [
    ['provider_a', 'compute', 'Compute instances', 'vCPU-hour', 'vcpu', 'compute', null, 2],
    ['provider_a', 'relational-database', 'Relational database', 'vCPU-hour', 'vcpu', 'database', null, 4],
    ['provider_a', 'cache', 'In-memory cache', 'node-hour', 'node', null, 'standard-node', null],
    ['provider_a', 'warehouse', 'Data warehouse', 'node-hour', 'node', null, 'regular', null],
    ['provider_a', 'search', 'Search', 'node-hour', 'node', null, null, null],
    ['provider_a', 'object-storage', 'Object storage', 'GB-hour', null, null, null, null],
    ['provider_a', 'data-transfer', 'Data transfer', 'GB', null, null, null, null],
    ['provider_b', 'virtual-machines', 'Virtual machines', 'vCPU-hour', 'vcpu', null, null, null],
    ['provider_b', 'analytics-engine', 'Analytics engine', 'slot-hour', null, 'analytics', null, null],
    ['provider_b', 'marketplace-software', 'Marketplace software', 'licence-hour', null, null, null, null],
  ],
);

/** The resources of each service that can be reserved, with the units of each. */
export const sizes: Readonly<Record<string, Service['sizes']>> = {
  compute: { 'c-large': 2, 'c-xlarge': 4 },
  'relational-database': { 'db-large': 4 },
  cache: { 'cache-small': 1 },
  warehouse: { 'node-large': 1 },
  search: { 'node-large': 1 },
  'virtual-machines': { vcpu: 1 },
};

export const services: readonly Service[] = sold.map((one) => {
  return { ...one, sizes: sizes[one.id] ?? {}, marketplace: one.id === 'marketplace-software' };
});

/** What usage is metered as, at an hourly list price of one unit. */
export type Product = Pick<Cell, 'service' | 'resource' | 'platform' | 'usageType' | 'listPrice'>;

const product = (
  ...[service, resource, platform, usageType, listPrice]: readonly [
    service: string,
    resource: string | null,
    platform: string | null,
    usageType: string,
    listPrice: Micros,
  ]
): Product => ({ service, resource, platform, usageType, listPrice });

export const products = {
  'c-large': product('compute', 'c-large', 'linux', 'instance:c-large', 50_000),
  'c-xlarge': product('compute', 'c-xlarge', 'linux', 'instance:c-xlarge', 55_000),
  windows: product('compute', 'c-xlarge', 'windows', 'instance:c-xlarge-windows', 96_000),
  database: product('relational-database', 'db-large', 'open-source engine', 'database:db-large', 109_649),
  cache: product('cache', 'cache-small', null, 'node:cache-small', 131_579),
  warehouse: product('warehouse', 'node-large', null, 'node:node-large', 625_000),
  search: product('search', 'node-large', null, 'node:node-large', 320_513),
  storage: product('object-storage', null, null, 'storage:standard', 32),
  transfer: product('data-transfer', null, null, 'transfer:out', 90_000),
  machine: product('virtual-machines', 'c-large', 'linux', 'machine:c-large', 32_000),
  'large machine': product('virtual-machines', 'c-xlarge', 'linux', 'machine:c-xlarge', 32_000),
  slot: product('analytics-engine', null, null, 'slot:on-demand', 40_000),
  licence: product('marketplace-software', null, null, 'licence:hour', 20_000),
};
