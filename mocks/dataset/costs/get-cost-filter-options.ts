import { getOrInsert } from '../../../src/get-or-insert.js';
import type { OperationRequest } from '../../types.js';
import type { Context } from '../context.js';
import type { Bill } from '../ledger/bill.js';
import type { Charge } from '../ledger/charges.js';
import { columnOf } from '../ledger/spans.js';
import { providerNamed } from '../providers/list-providers.js';
import { portionsOf } from '../tags/allocation.js';
import type { Portion } from '../tags/shares.js';
import {
  type ChargeFilter,
  dimensionOf,
  type FilterName,
  filterOf,
  keyFilterOf,
  virtualTagOf,
} from './filter.js';
import { occurs, wholeCharges } from './portions.js';
import { actualSpans, rangeOf } from './range.js';

/** All charges, credits among them. */
const anyCharge = columnOf('unblended', 'after');

/** The lists of the response, each with the filter that it contains the options of. */
const filterOfList = {
  services: 'service',
  accounts: 'account_id',
  regions: 'region',
  tag_keys: 'tag_key',
  tag_values: 'tag_value',
  charge_types: 'charge_type',
  usage_types: 'usage_type',
  platforms: 'platform',
  environments: 'environment',
} as const satisfies Record<string, FilterName>;

/** The options of each filter, narrowed by all other filters but not by itself. */
export function getCostFilterOptions(context: Context, { path, query }: OperationRequest) {
  const provider = providerNamed(context, path.provider_id);
  const range = rangeOf(context, query);
  const virtual = virtualTagOf(context, query);

  const bill = context.ledger.billOf(provider.id);
  const spans = actualSpans(context, bill, range);
  const { key } = virtual;
  const portions = key === null ? wholeCharges(bill) : portionsOf(context, key, provider.id);
  const occurring = portions.filter((portion) => occurs(spans, anyCharge, portion));
  const within = occurring.filter(({ value }) => virtual.values === null || virtual.values.has(value));
  const data: Record<string, unknown> = { provider_id: provider.id };
  for (const [list, filter] of Object.entries(filterOfList)) {
    if (query.dimension === undefined || query.dimension === filter) {
      data[list] = optionsOf(filter, bill, within, query);
    }
  }
  if (query.dimension === undefined) {
    data.virtual_tag_keys = keysFor(context, provider.id);
    data.virtual_tag_values = key === null ? [] : valuesOf(bill, occurring, query);
  }
  return data;
}

function keysFor({ state }: Context, provider: string) {
  return [...state.tagKeys.values()]
    .filter(({ seed }) => seed.providers.includes(provider))
    .map(({ seed, rules }) => ({ id: seed.id, name: rules.name }));
}

function optionsOf(
  filter: FilterName,
  bill: Bill,
  portions: readonly Portion[],
  query: Record<string, any>,
): string[] {
  const options = new Set<string>();
  const passes = optionFilter(filter, query);
  for (const portion of portions) {
    const charge = bill.charges[portion.charge] as Charge;
    for (const value of valuesIn(charge, filter, query)) {
      // A filter cannot be empty.
      if (value !== '' && !options.has(value) && passes(charge, value)) options.add(value);
    }
  }
  return [...options].sort();
}

/** Matches charges by all filters but one, of which a value is an option. */
function optionFilter(filter: FilterName, query: Record<string, any>) {
  const others = filterOf(query, filter);
  if (filter !== 'tag_key') return others;
  // `tag_key` also limits the keys of `tag_value`, so each option is tested in place of the selected keys.
  const byKey = new Map<string, ChargeFilter>();
  const only = (key: string) => filterOf({ ...query, tag_key: [key], tag_key_mode: 'include' });
  return (charge: Charge, key: string): boolean => getOrInsert(byKey, key, only)(charge);
}

/** The values of one charge for a filter. */
function valuesIn(charge: Charge, filter: FilterName, query: Record<string, any>): readonly string[] {
  if (filter === 'tag_key') return Object.keys(charge.tags);
  if (filter === 'tag_value') {
    const inKey = keyFilterOf(query);
    return Object.entries(charge.tags).flatMap(([key, value]) => (inKey(key) ? [value] : []));
  }
  const value = dimensionOf[filter](charge);
  return value === null ? [] : [value];
}

function valuesOf(bill: Bill, portions: readonly Portion[], query: Record<string, any>): string[] {
  const passes = filterOf(query);
  const values = portions
    .filter((portion) => passes(bill.charges[portion.charge] as Charge))
    .map(({ value }) => value);
  return [...new Set(values)].sort();
}
