import { cell } from './build.js';
import {
  analytics,
  dataLake,
  media,
  platform,
  products,
  providerOf,
  research,
  storefront,
} from './organization.js';
import { recordsOf } from './records.js';
import type { Cell } from './types.js';

interface Usage extends Cell {
  readonly product: keyof typeof products;
  /** The value of the tag of that name; null without the tag. */
  readonly team: string | null;
}

const usage = recordsOf<Usage>()(
  [
    'product',
    'region',
    'account',
    'environment',
    'team',
    'units',
    'resources',
    'profile',
    'growthBps',
    'creditBps',
  ],
  [
    ['c-large', 'north-1', platform, 'production', 'core', 22, 11, 'flat', 0, 0],
    ['c-large', 'north-1', storefront, 'staging', 'checkout', 30, 15, 'office', 0, 0],
    ['c-xlarge', 'west-1', storefront, 'production', 'checkout', 116, 29, 'evening', 120, 0],
    ['c-xlarge', 'west-1', dataLake, 'production', 'data', 8, 2, 'batch', 0, 0],
    ['c-xlarge', 'west-1', research, null, null, 36, 9, 'batch', 0, 0],
    ['windows', 'north-1', platform, 'production', 'back-office', 32, 8, 'office', 0, 0],
    ['database', 'west-1', dataLake, 'production', 'data', 16, 4, 'flat', 0, 0],
    ['database', 'north-1', storefront, 'production', 'checkout', 20, 5, 'evening', 0, 0],
    ['cache', 'north-1', platform, 'production', 'core', 6, 6, 'flat', 0, 0],
    ['warehouse', 'west-1', dataLake, 'production', 'data', 4, 3, 'office', 0, 0],
    ['search', 'north-1', platform, 'production', 'catalog', 4, 4, 'flat', 0, 0],
    ['storage', 'north-1', storefront, 'production', 'catalog', 44_000, 12, 'flat', 0, 0],
    ['storage', 'north-1', dataLake, 'production', 'data', 58_000, 12, 'flat', 260, 0],
    ['storage', 'north-1', research, null, null, 9_000, 12, 'flat', 0, 0],
    ['transfer', 'global', storefront, null, 'checkout', 12, 3, 'evening', 0, 0],
    ['transfer', 'global', platform, null, null, 5, 3, 'office', 0, 0],
    ['machine', 'west-1', media, 'production', 'media', 92, 46, 'evening', 0, 800],
    ['large machine', 'west-1', analytics, 'staging', 'insight', 30, 8, 'office', 0, 0],
    ['slot', 'west-1', analytics, 'production', 'insight', 118, 2, 'flat', 0, 500],
    ['licence', 'global', analytics, null, null, 16, 1, 'flat', 0, 0],
  ],
);

/** All usage of the default dataset. */
export const defaultCells: readonly Cell[] = usage.map(({ product, team, ...one }) => {
  const tags: Cell['tags'] = team === null ? {} : { team };
  return cell({ ...products[product], ...one, provider: providerOf(one.account), tags });
});

/** The usage of a product by an account. */
export function cellOf(name: Usage['product'], account: string): Cell {
  const { service, usageType } = products[name];
  return defaultCells.find(
    (cell) => cell.service === service && cell.usageType === usageType && cell.account === account,
  ) as Cell;
}
