import type { Account, Provider, Service } from './types.js';

/** The organization that the default world and the document's examples share. */
export const providers: readonly Provider[] = [
  { id: 'provider_a', name: 'Provider A', measured: true },
  { id: 'provider_b', name: 'Provider B', measured: true },
  { id: 'provider_c', name: 'Provider C', measured: false },
  { id: 'provider_d', name: 'Provider D', measured: false },
];

export const platform = '100200300401';
export const storefront = '100200300402';
export const dataLake = '100200300403';
export const research = '100200300404';
export const media = 'prj-media';
export const analytics = 'prj-analytics';

export const accounts: readonly Account[] = [
  account('provider_a', platform, 'platform', 400),
  account('provider_a', storefront, 'storefront', 400),
  account('provider_a', dataLake, 'data-lake', 400),
  // A better agreement than the others, and no part in the sharing of commitments.
  { ...account('provider_a', research, 'research', 1200), shares: false },
  account('provider_b', media, 'media', 0),
  account('provider_b', analytics, 'analytics', 0),
];

function account(provider: string, id: string, name: string, discountBps: number): Account {
  return { provider, id, name, discountBps, shares: true };
}

export const services: readonly Service[] = [
  service('provider_a', 'compute', 'Compute instances', 'vcpu', 'compute', 'vCPU-hour', {
    'c-large': 2,
    'c-xlarge': 4,
  }),
  service('provider_a', 'relational-database', 'Relational database', 'vcpu', 'database', 'vCPU-hour', {
    'db-large': 4,
  }),
  service('provider_a', 'cache', 'In-memory cache', 'node', 'database', 'node-hour', { 'cache-small': 1 }),
  service('provider_a', 'warehouse', 'Data warehouse', 'node', 'warehouse', 'node-hour', { 'node-large': 1 }),
  service('provider_a', 'search', 'Search', 'node', 'search', 'node-hour', { 'node-large': 1 }),
  service('provider_a', 'object-storage', 'Object storage', null, null, 'GB-hour', {}),
  service('provider_a', 'data-transfer', 'Data transfer', null, null, 'GB', {}),
  service('provider_b', 'virtual-machines', 'Virtual machines', 'vcpu', 'flexible', 'vCPU-hour', { vcpu: 1 }),
  service('provider_b', 'analytics-engine', 'Analytics engine', 'node', 'flexible', 'slot-hour', {}),
  {
    ...service('provider_b', 'marketplace-software', 'Marketplace software', null, null, 'licence-hour', {}),
    marketplace: true,
  },
];

function service(
  provider: string,
  id: string,
  label: string,
  sizing: Service['sizing'],
  family: string | null,
  usageUnit: string,
  sizes: Service['sizes'],
): Service {
  return { provider, id, label, sizing, family, usageUnit, sizes };
}
