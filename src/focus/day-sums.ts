import { focusColumns } from './columns.js';
import { columnNamed, type FileGroup } from './file-groups.js';
import { cleanSql } from './rows-sql.js';
import { identifier } from './sql.js';

/** The table of sums by day that `openCharges` creates from the rows. */
export const daySums = 'day_sums';

/** What the rows of a sum have in common. */
export const daySumKeys = [
  'ProviderName',
  'PublisherName',
  'SubAccountId',
  'ServiceName',
  'RegionId',
  'ChargeCategory',
  'ChargeClass',
  'ChargeFrequency',
  'SkuPriceDetails',
  'Tags',
  'CommitmentDiscountId',
  'CommitmentDiscountStatus',
  'BillingCurrency',
] as const;

export const summed = [
  'BilledCost',
  'EffectiveCost',
  'ListCost',
  'ContractedCost',
  'CommitmentDiscountQuantity',
] as const;

/**
 * In SQL: the value of a summed column. FOCUS demands all costs, but some exports leave out prices; a discount that
 * the data do not show is then zero, and no saving is invented.
 */
export function costSql(name: (typeof summed)[number]): string {
  if (name === 'ListCost') return 'COALESCE("ListCost", "ContractedCost", "EffectiveCost")';
  if (name === 'ContractedCost') return 'COALESCE("ContractedCost", "ListCost", "EffectiveCost")';
  return identifier(name);
}

/** Names that depend on an id, and the billing account, of which a sum shows one. */
const names = [
  'BillingAccountId',
  'SubAccountName',
  'CommitmentDiscountName',
  'CommitmentDiscountCategory',
  'CommitmentDiscountType',
];

const periodsEndEarly =
  '"ChargePeriodEnd" < "ChargePeriodStart" OR "BillingPeriodEnd" < "BillingPeriodStart"';

/**
 * Sums the rows of the view `focus_rows` by day, and counts what the checks of the data need, in one pass.
 *
 * @param groups determine which columns were text and could therefore be unreadable
 */
export function daySumsSql(groups: readonly FileGroup[]): string {
  const month = 'year("BillingPeriodStart") * 12 + month("BillingPeriodStart") - 1';
  const columns = [
    ...daySumKeys.map(identifier),
    'usage_type',
    `CAST(${month} AS INTEGER) AS invoice_month`,
    'CAST("ChargePeriodStart" AS DATE) AS charge_day',
    ...summed.map((name) => `sum(${costSql(name)}) AS ${identifier(name)}`),
    ...summed.map((name) => `count(${identifier(name)}) AS ${identifier(`count of ${name}`)}`),
    ...names.map((name) => `max(${identifier(name)}) AS ${identifier(name)}`),
    'min("CommitmentDiscountUnit") AS first_unit',
    'max("CommitmentDiscountUnit") AS last_unit',
    'count(*) AS row_count',
    'count("ChargePeriodEnd") AS end_count',
    'min("ChargePeriodStart") AS first_start',
    'max("ChargePeriodEnd") AS last_end',
    `bool_or(${periodsEndEarly}) AS ends_early`,
    `bool_or(lower("CommitmentDiscountCategory") NOT IN ('usage', 'spend', '')) AS has_other_category`,
    ...otherCounts(groups),
  ];
  const clean = [...daySumKeys, ...names].map((name) => `${cleanSql(name)} AS ${identifier(name)}`);
  return `CREATE TEMP TABLE ${daySums} AS SELECT * REPLACE (${clean.join(', ')})
    FROM (SELECT ${columns.join(', ')} FROM focus_rows GROUP BY ALL)`;
}

/** Counts the values of other columns, since only a value that is read can turn out to be unreadable. */
function otherCounts(groups: readonly FileGroup[]): readonly string[] {
  const read: readonly string[] = [...daySumKeys, ...summed, ...names, 'CommitmentDiscountUnit'];
  return focusColumns
    .filter(({ name, kind }) => {
      if (read.includes(name)) return false;
      const sources = groups.filter((group) => columnNamed(group, name)?.type === 'VARCHAR');
      // Text in a CSV file can be of another encoding.
      return sources.some(({ format }) => format === 'csv' || kind === 'number' || kind === 'time');
    })
    .map(({ name }) => `count(${identifier(name)}) AS ${identifier(`count of ${name}`)}`);
}
