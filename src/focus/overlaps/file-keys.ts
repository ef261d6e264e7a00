import type { DuckDBConnection } from '@duckdb/node-api';
import { focusColumns } from '../columns.js';
import { textRows } from '../duckdb.js';
import { columnNamed, type FileGroup } from '../files/file-groups.js';
import { normalizedTags } from '../rows/charges-sql.js';
import { cleanSql, columnsSql, conversionOf, readerSql } from '../rows/rows-sql.js';
import { fileNameColumn } from '../rows/store-csv.js';
import { identifier, literal } from '../sql.js';

/** The rows that are compared, at most about this many; keys are chosen by their hash, so that equal ones are all chosen. */
const sampleSize = 200_000;

/** The sampled keys of the files: `file`, `month`, `day`, `key`, `key_rows` and the sums `billed` and `effective`. */
export const fileKeys = 'file_keys';
/** The billing periods and days of each file: `file`, `month`, `day`, `day_rows`. */
export const fileDays = 'file_days';

/** What charges are of. Without names, which may change, and texts that another format writes in another way. */
const dimensions = [
  'ProviderName',
  'PublisherName',
  'BillingAccountId',
  'SubAccountId',
  'ServiceName',
  'RegionId',
  'BillingPeriodStart',
  'ChargePeriodStart',
  'ChargePeriodEnd',
  'ChargeCategory',
  'ChargeClass',
  'ChargeFrequency',
  'PricingCategory',
  'ResourceId',
  'SkuId',
  'SkuPriceId',
  'SkuMeter',
  'CommitmentDiscountId',
  'CommitmentDiscountStatus',
];

/** Differ between most rows, and cost little. */
const roughDimensions = ['ChargePeriodStart', 'SubAccountId', 'ServiceName', 'ResourceId', 'SkuId'];

/** An export as it is in the files, and as it is stored. */
export interface StoredFiles {
  readonly groups: readonly FileGroup[];
  /** Groups in the same order, all of Parquet. */
  readonly stored: readonly FileGroup[];
}

/** Lists the days of each file. Days of several files are few unless files overlap, or are parts of one export. */
export async function listFileDays(connection: DuckDBConnection, files: StoredFiles): Promise<void> {
  await numberFiles(connection, files.groups);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${fileDays} AS
     SELECT file, CAST("BillingPeriodStart" AS DATE) AS month,
       CAST("ChargePeriodStart" AS DATE) AS day, count(*) AS day_rows
     FROM (${rowsOfFiles(files)}) GROUP BY ALL`,
  );
}

/** In SQL: the days that several files have. */
const sharedDays = `SELECT month, day FROM ${fileDays} GROUP BY ALL HAVING count(*) > 1`;

/**
 * Reads the keys of rows on days that several files have.
 *
 * @returns of how many rows one was chosen; 0 if files have no days in common
 */
export async function sampleKeys(connection: DuckDBConnection, files: StoredFiles): Promise<number> {
  const [[shared] = []] = await textRows(
    connection,
    `SELECT COALESCE(sum(day_rows), 0) FROM ${fileDays} WHERE (month, day) IN (${sharedDays})`,
  );
  const rows = Number(shared);
  if (rows === 0) return 0;
  const every = Math.max(1, Math.floor(rows / sampleSize));
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${fileKeys} AS
     SELECT file, month, day, key, count(*) AS key_rows, sum("BilledCost") AS billed, sum("EffectiveCost") AS effective
     FROM (${keyedRows(files, `${roughKey(files.groups)} % ${every} = 0`)})
     WHERE (month, day) IN (${sharedDays}) GROUP BY ALL`,
  );
  return every;
}

/** In SQL: the rows that meet a condition, with `file`, `month`, `day`, `key`, the costs and their currency. */
export function keyedRows(files: StoredFiles, condition: string): string {
  return `SELECT file, CAST("BillingPeriodStart" AS DATE) AS month,
      CAST("ChargePeriodStart" AS DATE) AS day, ${keySql(files.groups)} AS key, "BilledCost", "EffectiveCost", "BillingCurrency"
    FROM (${rowsOfFiles(files)}) WHERE ${condition}`;
}

function keySql(groups: readonly FileGroup[]): string {
  const tags = isInAll(groups, 'Tags') ? [normalizedTags(cleanSql('Tags'))] : [];
  return `hash(${[...dimensions.filter((name) => isInAll(groups, name)).map(cleanSql), ...tags].join(', ')})`;
}

function roughKey(groups: readonly FileGroup[]): string {
  const values = roughDimensions
    .filter((name) => isInAll(groups, name))
    .map((name) => (name === 'ChargePeriodStart' ? identifier(name) : `COALESCE(${identifier(name)}, '')`));
  return `hash(${values.join(', ')})`;
}

/** Whether files can be compared by a column: versions of FOCUS differ in columns. */
function isInAll(groups: readonly FileGroup[], name: string): boolean {
  const column = focusColumns.find((one) => one.name === name);
  return column?.isRequired === true || groups.every((group) => columnNamed(group, name));
}

/** In SQL: the rows of all files, with the number of the file in `file`. */
function rowsOfFiles({ groups, stored }: StoredFiles): string {
  const conversion = conversionOf(stored);
  const rows = stored.map((group, index) => {
    const columns = [
      ...columnsSql(group, conversion),
      `${index} AS file_group`,
      `${fileNameSql(groups[index] as FileGroup)} AS file_name`,
    ];
    return `SELECT ${columns.join(', ')} FROM ${readerSql(group)}`;
  });
  return `SELECT * FROM (${rows.join(' UNION ALL ')}) JOIN file_numbers USING (file_group, file_name)`;
}

const isOfSeveral = ({ format, files }: FileGroup) => format === 'csv' && files.length > 1;

/** In SQL: what identifies the file of a row in its group. */
function fileNameSql(group: FileGroup): string {
  if (isOfSeveral(group)) return identifier(fileNameColumn);
  return group.format === 'csv' ? "'0'" : 'CAST(file_index AS VARCHAR)';
}

async function numberFiles(connection: DuckDBConnection, groups: readonly FileGroup[]): Promise<void> {
  const files = groups.flatMap((group, index) =>
    group.files.map((path, position) => ({ index, name: isOfSeveral(group) ? path : String(position) })),
  );
  const values = files.map(({ index, name }, number) => `(${index}, ${literal(name)}, ${number})`);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE file_numbers AS
     SELECT * FROM (VALUES ${values.join(', ')}) AS numbers(file_group, file_name, file)`,
  );
}

/** The files in the order of their numbers. */
export function filesOf(groups: readonly FileGroup[]): readonly string[] {
  return groups.flatMap((group) => group.files);
}
