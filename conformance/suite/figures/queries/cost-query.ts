import { lines } from '../../../../src/focus/rows/day-sums.js';
import { literal, literals } from '../../../../src/focus/sql.js';
import type { ComparedFigure } from '../comparison.js';
import type { Days } from '../days.js';
import type { ExpectedRow, KnownBill } from '../known-bill.js';
import { invoicedId, type ProviderBill } from '../provider-bills.js';
import { chargedIn, isOneOf, type Query } from './query.js';

/** The SQL expression of each dimension of costs, except tags. */
export const dimensions = {
  service: 'ServiceName',
  account_id: 'SubAccountId',
  // Responses may show costs of no region as those of the region `global`.
  region: "NULLIF(RegionId, 'global')",
  charge_type: `CASE WHEN ChargeCategory = 'Usage' AND CommitmentDiscountStatus = 'Used' THEN 'covered_usage' WHEN ChargeCategory = 'Usage' AND CommitmentDiscountStatus = 'Unused' OR ChargeCategory = 'Purchase' AND CommitmentDiscountId IS NOT NULL THEN 'commitment_fee' ELSE lower(ChargeCategory) END`,
  usage_type: 'usage_type',
  platform: 'platform',
} as const;

export type Dimension = keyof typeof dimensions;

export type Granularity = 'daily' | 'monthly';

/** A selection by one dimension. */
export interface Filter {
  readonly name: Dimension | 'tag_key' | 'tag_value' | 'environment';
  readonly values: readonly string[];
  /** The keys under which a tag value or an environment counts; defaults to all. */
  readonly keys?: readonly string[];
  readonly mode?: 'include' | 'exclude';
}

/** What is requested of the costs of one provider or, if it is null, of all. */
export interface CostSelection {
  readonly provider: ProviderBill | null;
  readonly days: Days;
  readonly groupBy?: readonly ('service' | 'account_id' | 'region' | 'tag')[];
  /** The key of `groupBy` tag. */
  readonly tagKey?: string;
  readonly filters?: readonly Filter[];
  readonly view?: string;
  readonly credits?: 'before' | 'after';
}

/** Returns the SQL expression of the value of a tag. */
export function tagValue(key: string): string {
  const name = key.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `json_extract_string(Tags, ${literal(`$."${name}"`)})`;
}

/** Returns the column of the cost that a view shows. */
function costColumn(view = 'unblended'): string {
  return view.includes('amortized') ? 'EffectiveCost' : 'BilledCost';
}

/** Returns the SQL condition that rows count; the credits of other providers always do. */
export function withoutCredits(
  credits: CostSelection['credits'] | undefined,
  provider: Pick<ProviderBill, 'id'> | null,
): string[] {
  if (credits !== 'before' || (provider && provider.id !== invoicedId)) return [];
  const isCounted = "ChargeCategory <> 'Credit'";
  return [provider ? isCounted : `(provider_id <> '${invoicedId}' OR ${isCounted})`];
}

/** Returns the query for the costs by group. */
export function costQuery(selection: CostSelection): Query {
  const { provider, days, groupBy = [], tagKey = '', filters = [], view, credits } = selection;
  return {
    figures: { cost: `sum(${costColumn(view)})` },
    where: [
      ...(provider ? [provider.where] : []),
      ...chargedIn(days),
      ...withoutCredits(credits, provider),
      ...filters.map(conditionOf),
    ],
    groupBy: Object.fromEntries(
      groupBy.map((name) => [name, name === 'tag' ? tagValue(tagKey) : dimensions[name]]),
    ),
  };
}

/** Adds the day or month of the charge period to the groups of a query. */
export function byDate(query: Query, granularity: Granularity): Query {
  const format = granularity === 'daily' ? '%Y-%m-%d' : '%Y-%m';
  return { ...query, groupBy: { ...query.groupBy, date: `strftime(ChargePeriodStart, '${format}')` } };
}

/** The tags that show the environment of a row, in any letter case. */
export const environmentKeys = ['environment', 'env'];

export function isEnvironmentKey(key: string): boolean {
  return environmentKeys.includes(key.toLowerCase());
}

/** In SQL: the tag keys of a row, and their values. */
export const tagKeys = 'json_keys(Tags)';
export const tagValues = "json_extract_string(Tags, '$.*')";

/** In SQL: each tag key of each row, and each value. */
export const eachTagKey = `unnest(${tagKeys})`;
export const eachTagValue = `unnest(${tagValues})`;

/** Tag keys that rows of the export have with the value null: whether these rows carry the tag is open. */
export const openTagKeys = `SELECT DISTINCT tag.key FROM (SELECT unnest(map_entries(json_transform(Tags, '"MAP(VARCHAR, VARCHAR)"'))) AS tag FROM ${lines}) WHERE tag.value IS NULL`;

/** Returns the SQL expression of each tag key that has a value. */
export function eachTagKeyOf(value: string): string {
  return `unnest([pair[1] for pair in list_zip(${tagKeys}, ${tagValues}) if pair[2] = ${literal(value)}])`;
}

/** Returns the SQL condition that rows pass a filter. */
export function conditionOf({ mode = 'include', ...filter }: Filter): string {
  const matches = matchOf(filter);
  return mode === 'include' ? matches : `(${matches}) IS NOT TRUE`;
}

function matchOf({ name, values, keys }: Filter): string {
  if (name === 'tag_key') return `(${values.map((key) => `${tagValue(key)} IS NOT NULL`).join(' OR ')})`;
  if (name !== 'tag_value' && name !== 'environment') return isOneOf(dimensions[name], values);
  if (keys) return `(${keys.map((key) => isOneOf(tagValue(key), values)).join(' OR ')})`;
  return `list_has_any(${tagValues}, ${literals(values)})`;
}

/** What an upfront payment costs is never spread in what the invoice shows. */
const isSpreadable = "NOT (ChargeCategory = 'Purchase' AND ChargeFrequency IS NOT DISTINCT FROM 'One-Time')";

/** Returns by how much the cost of a group, one of which is a date, can differ in another reading. */
export type SpreadOn = (from: ExpectedRow) => Pick<ComparedFigure, 'possibleSlack'>;

/**
 * Rows whose charge period has several dates, such as the tax of a month, count on the first of them. A server may
 * spread them over all, of which some can be beyond the selected days.
 */
export async function spreadRows(
  bill: KnownBill,
  selection: CostSelection,
  granularity: Granularity,
): Promise<SpreadOn> {
  const format = granularity === 'daily' ? '%Y-%m-%d' : '%Y-%m';
  const first = `strftime(ChargePeriodStart, '${format}')`;
  const last = `strftime(ChargePeriodEnd - INTERVAL 1 MICROSECOND, '${format}')`;
  const days = { first: '0001-01-01', last: selection.days.last };
  const { where, groupBy = {} } = costQuery({ ...selection, days });
  const isBeyond = `ChargePeriodStart < DATE ${literal(selection.days.first)} OR ChargePeriodEnd > DATE ${literal(selection.days.last)} + INTERVAL 1 DAY`;
  const rows = await bill.expected({
    figures: { spread: `sum(abs(${costColumn(selection.view)}))` },
    where: [...where, isSpreadable, `(${last} > ${first} OR ${isBeyond})`],
    groupBy: { ...groupBy, first_date: first, last_date: last },
  });
  return ({ group }) => {
    const date = String(group.date);
    const ofGroup = rows.filter(({ group: { first_date, last_date, ...own } }) => {
      const isOfGroup = Object.entries(own).every(([name, value]) => group[name] === value);
      return isOfGroup && String(first_date) <= date && date <= String(last_date);
    });
    return { possibleSlack: ofGroup.reduce((sum, { figures }) => sum + (figures.spread ?? 0), 0) };
  };
}
