import type { DuckDBConnection } from '@duckdb/node-api';
import { focusColumns } from '../columns.js';
import { textRows } from '../duckdb.js';
import { columnNamed, type FileGroup } from '../files/file-groups.js';
import { FocusError, listed, quoted } from '../focus-error.js';
import { appliedSql } from '../rows/charges-sql.js';
import { lineKeys, lines } from '../rows/day-sums.js';
import { cleanSql } from '../rows/rows-sql.js';
import { identifier, literal } from '../sql.js';
import { firstProblem, firstRowWith, isPlausible } from './first-problem.js';
import { tooLargeSum } from './limit-problem.js';

/**
 * Refuses data that would lead to wrong figures. Reads the lines, and the files only to locate a problem.
 *
 * @throws {FocusError}
 */
export async function checkRows(connection: DuckDBConnection, groups: readonly FileGroup[]): Promise<void> {
  const [[rows, isBroken] = []] = await textRows(
    connection,
    `SELECT COALESCE(sum(row_count), 0), bool_or(${brokenSql()}) FROM ${lines}`,
  );
  if (Number(rows) === 0) {
    const files = groups.flatMap((group) => group.files);
    throw new FocusError(`${listed(files)}: no rows. Export a period with charges.`);
  }
  if (isBroken === 'true') throw (await firstProblem(connection, groups)) ?? new FocusError(tooLargeSum);
  await checkTags(connection, groups);
  await checkCurrency(connection, groups);
  await checkUnits(connection);
  await checkOwners(connection);
}

/**
 * Refuses values of the column ContractApplied of which a part could not be added up.
 *
 * @throws {FocusError}
 */
export async function checkApplied(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<void> {
  const own = groups.filter((group) => columnNamed(group, 'ContractApplied'));
  if (own.length === 0) return;
  const elements = `from_json(${appliedSql('text')}, '["JSON"]')`;
  const cost = `element->>'ContractCommitmentAppliedCost'`;
  const isRead = `COALESCE(element->>'ContractCommitmentId', element->>'ContractCommitmentID') IS NOT NULL AND (${cost} IS NULL OR TRY_CAST(${cost} AS DECIMAL(38,18)) IS NOT NULL)`;
  const texts = `SELECT ${cleanSql('ContractApplied')} AS text FROM focus_rows`;
  const [found] = await textRows(
    connection,
    `SELECT text FROM (${texts}) WHERE text IS NOT NULL AND NOT COALESCE(CASE WHEN json_valid(text) THEN
       json_type(${appliedSql('text')}) = 'ARRAY' AND len(list_filter(${elements}, lambda element: NOT COALESCE(${isRead}, false))) = 0 END, false)
     LIMIT 1`,
  );
  if (!found) return;
  const [text] = found;
  const row = await firstRowWith(connection, groups, 'ContractApplied', text ?? '');
  const message = `${quoted(text ?? '')} is not what is applied to contract commitments, such as {"Elements": [{"ContractCommitmentId": "a", "ContractCommitmentAppliedCost": 1.5}]}`;
  throw row?.error(message) ?? new FocusError(`Column ContractApplied: ${message}.`);
}

function brokenSql(): string {
  const keys = focusColumns.filter(({ name }) => (lineKeys as readonly string[]).includes(name));
  return [
    ...keys.filter(({ isFilled }) => isFilled).map(({ name }) => `${identifier(name)} IS NULL`),
    ...keys.flatMap(({ name, values }) =>
      values ? [`${identifier(name)} NOT IN (${values.map(literal).join(', ')})`] : [],
    ),
    'NOT isfinite("BillingPeriodStart")',
    `NOT ${isPlausible('"BillingPeriodStart"')}`,
    'NOT isfinite(first_start)',
    'NOT isfinite(last_end)',
    `NOT ${isPlausible('first_start')}`,
    `NOT ${isPlausible('last_end')}`,
    'is_broken',
    '"CommitmentDiscountStatus" IS NOT NULL AND "CommitmentDiscountId" IS NULL',
  ]
    .map((condition) => `COALESCE(${condition}, false)`)
    .join(' OR ');
}

async function checkTags(connection: DuckDBConnection, groups: readonly FileGroup[]): Promise<void> {
  for (const column of ['Tags', 'SkuPriceDetails']) {
    const texts = `SELECT DISTINCT ${identifier(column)} AS text FROM ${lines}`;
    const refuse = async (text: string, problem: string) => {
      const row = await firstRowWith(connection, groups, column, text);
      const message = `${quoted(text)} ${problem}`;
      throw row?.error(message) ?? new FocusError(`Column ${column}: ${message}.`);
    };
    const rows = await textRows(
      connection,
      `SELECT text, CASE WHEN json_valid(text) THEN len(json_keys(text)) END FROM (${texts}) WHERE text IS NOT NULL ORDER BY 1`,
    );
    const values = rows.map(([text, keys]) => ({
      text: String(text),
      keys,
      distinct: distinctKeys(String(text)),
    }));
    // DuckDB accepts a comma after the last value, and refuses half of a surrogate pair.
    const broken = values.find(({ keys, distinct }) => keys === null || distinct === null);
    if (broken) await refuse(broken.text, 'is not a JSON object, such as {"team": "web"}');
    const repeated = values.find(({ keys, distinct }) => Number(keys) !== distinct);
    if (repeated) await refuse(repeated.text, 'has a key twice');
  }
}

/** The number of distinct keys of a JSON object; null for another text. */
function distinctKeys(text: string): number | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.keys(value).length : null;
  } catch {
    return null;
  }
}

async function checkCurrency(connection: DuckDBConnection, groups: readonly FileGroup[]): Promise<void> {
  const sql = `SELECT "BillingCurrency", sum(row_count) FROM ${lines} GROUP BY 1 ORDER BY 2 DESC, 1`;
  const currencies = await textRows(connection, sql);
  if (currencies.length < 2) return;
  const places = await Promise.all(
    currencies.slice(0, 10).map(async ([currency, rows]) => {
      const first = await firstRowWith(connection, groups, 'BillingCurrency', currency ?? '');
      return `${quoted(currency ?? '')} (rows: ${rows}, first: ${first?.place})`;
    }),
  );
  throw new FocusError(
    `Column BillingCurrency: ${currencies.length} currencies, ${places.join(', ')}. Read each currency on its own.`,
  );
}

async function checkUnits(connection: DuckDBConnection): Promise<void> {
  const sql = `SELECT "CommitmentDiscountId", min("CommitmentDiscountUnit"), max("CommitmentDiscountUnit") FROM ${lines}
    WHERE "CommitmentDiscountStatus" IS NOT NULL AND "count of CommitmentDiscountQuantity" > 0
    GROUP BY 1 HAVING min(lower("CommitmentDiscountUnit")) <> max(lower("CommitmentDiscountUnit")) ORDER BY 1 LIMIT 1`;
  const [found] = await textRows(connection, sql);
  if (!found) return;
  const [id, first, last] = found;
  throw new FocusError(
    `Column CommitmentDiscountUnit: commitment ${quoted(id ?? '')} has quantities in ${quoted(first ?? '')} and in ${quoted(last ?? '')}, ` +
      'which cannot be added. Convert them to one unit.',
  );
}

/** Responses name a commitment by its id alone. */
async function checkOwners(connection: DuckDBConnection): Promise<void> {
  const sql = `SELECT "CommitmentDiscountId", min("ProviderName"), max("ProviderName") FROM ${lines}
    GROUP BY 1 HAVING "CommitmentDiscountId" IS NOT NULL AND min("ProviderName") <> max("ProviderName") ORDER BY 1 LIMIT 1`;
  const [found] = await textRows(connection, sql);
  if (!found) return;
  const [id, first, last] = found;
  throw new FocusError(
    `Column CommitmentDiscountId: ${quoted(id ?? '')} is a commitment of ${quoted(first ?? '')} and of ${quoted(last ?? '')}. ` +
      'Give each commitment its own id, or use one name for the provider.',
  );
}
