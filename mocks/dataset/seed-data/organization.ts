import type { Account, Provider, Service } from './types.js';

/** The organization that the default dataset and the document's examples share. */

export const providers: readonly Provider[] = [
  { id: 'provider_a', name: 'Provider A', measured: true, hasListPrices: true },
  { id: 'provider_b', name: 'Provider B', measured: true, hasListPrices: true },
  { id: 'provider_c', name: 'Provider C', measured: false, hasListPrices: false },
  { id: 'provider_d', name: 'Provider D', measured: true, hasListPrices: false },
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
  // The negotiated agreement does not cover it.
  account('provider_a', dataLake, 'data-lake', 0),
  // Has a larger negotiated discount than the others, and does not share commitments.
  { ...account('provider_a', research, 'research', 1200), shares: false },
  account('provider_b', media, 'media', 0),
  account('provider_b', analytics, 'analytics', 0),
];

function account(provider: string, id: string, name: string, discountBps: number): Account {
  return { provider, id, name, discountBps, shares: true };
}

const unsold = {
  nodeOffering: null,
  sizing: null,
  planType: null,
  memoryPerUnit: null,
  sizes: {},
} as const;
const byProcessor = {
  sizing: 'vcpu',
  nodeOffering: null,
  usageUnit: 'vCPU-hour',
} as const;
const byNode = {
  sizing: 'node',
  planType: null,
  nodeOffering: null,
  memoryPerUnit: null,
  usageUnit: 'node-hour',
} as const;

export const services: readonly Service[] = [
  {
    ...byProcessor,
    id: 'compute',
    label: 'Compute instances',
    provider: 'provider_a',
    planType: 'compute',
    memoryPerUnit: 2,
    sizes: { 'c-large': 2, 'c-xlarge': 4 },
  },
  {
    ...byProcessor,
    id: 'relational-database',
    label: 'Relational database',
    provider: 'provider_a',
    planType: 'database',
    memoryPerUnit: 4,
    sizes: { 'db-large': 4 },
  },
  {
    ...byNode,
    id: 'cache',
    label: 'In-memory cache',
    provider: 'provider_a',
    nodeOffering: 'standard-node',
    sizes: { 'cache-small': 1 },
  },
  {
    ...byNode,
    id: 'warehouse',
    label: 'Data warehouse',
    provider: 'provider_a',
    nodeOffering: 'regular',
    sizes: { 'node-large': 1 },
  },
  { ...byNode, id: 'search', label: 'Search', provider: 'provider_a', sizes: { 'node-large': 1 } },
  {
    ...unsold,
    id: 'object-storage',
    label: 'Object storage',
    provider: 'provider_a',
    usageUnit: 'GB-hour',
  },
  { ...unsold, id: 'data-transfer', label: 'Data transfer', provider: 'provider_a', usageUnit: 'GB' },
  {
    ...byProcessor,
    id: 'virtual-machines',
    label: 'Virtual machines',
    provider: 'provider_b',
    planType: null,
    memoryPerUnit: null,
    sizes: { vcpu: 1 },
  },
  {
    ...unsold,
    id: 'analytics-engine',
    label: 'Analytics engine',
    provider: 'provider_b',
    planType: 'analytics',
    usageUnit: 'slot-hour',
  },
  {
    ...unsold,
    id: 'marketplace-software',
    label: 'Marketplace software',
    provider: 'provider_b',
    usageUnit: 'licence-hour',
    marketplace: true,
  },
];
