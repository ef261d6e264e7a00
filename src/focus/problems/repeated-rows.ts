import type { DuckDBConnection } from '@duckdb/node-api';
import { textRows } from '../duckdb.js';
import type { FileGroup } from '../files/file-groups.js';
import { FocusError, listed } from '../focus-error.js';
import { columnsSql, conversionOf } from '../rows/rows-sql.js';
import { identifier } from '../sql.js';
import { numberedRows, placeOf } from './first-problem.js';

/** A cheap hash: rows that are equal have the same one, and few others. */
const roughHash = `hash("ChargePeriodStart", "BilledCost", "ConsumedQuantity", "ResourceId", "SkuPriceId", "SubAccountId", "ChargeCategory")`;

/**
 * Refuses rows that repeat another row in every column, also in columns that are not read.
 *
 * @throws {FocusError}
 */
export async function refuseRepeatedRows(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<void> {
  // A sort is faster than groups of one row each, and a sort of half hashes faster than of whole ones.
  const half = 'CAST(rough >> 32 AS UINTEGER)';
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE suspects AS
     WITH hashes AS MATERIALIZED (SELECT ${roughHash} AS rough FROM focus_rows)
     SELECT rough FROM hashes WHERE ${half} IN (
       SELECT half FROM (SELECT half, lag(half) OVER (ORDER BY half) AS previous FROM (SELECT ${half} AS half FROM hashes))
       WHERE half = previous
     ) GROUP BY rough HAVING count(*) > 1`,
  );
  const [[suspects] = []] = await textRows(connection, 'SELECT count(*) FROM suspects');
  if (suspects !== '0') await refuseAmongSuspects(connection, groups);
  await connection.run('DROP TABLE suspects');
}

async function refuseAmongSuspects(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<void> {
  const files = groups.flatMap((group) => group.files.map((file) => [group, file] as const));
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE suspect_rows (file INTEGER, "row" BIGINT, complete UBIGINT, rough UBIGINT)',
  );
  for (const [index, [group, file]] of files.entries()) {
    const whole = group.columns.map(({ name }, i) => `CAST(${identifier(name)} AS VARCHAR) AS "column ${i}"`);
    const rows = numberedRows(group, file, [...columnsSql(group, conversionOf(groups)), ...whole]);
    // The hash of the whole row is computed of suspects only.
    await connection.run(
      `INSERT INTO suspect_rows SELECT ${index}, "row", ${completeHash(group)}, rough FROM (SELECT *, ${roughHash} AS rough FROM (${rows}))
        WHERE rough IN (SELECT rough FROM suspects)`,
    );
  }
  const place = `{'file': file, 'row': "row"}`;
  const repeated = await textRows(
    connection,
    `SELECT (min(${place})).file, (min(${place})).row, (max(${place})).file, (max(${place})).row, sum(count(*) - 1) OVER ()
      FROM suspect_rows GROUP BY complete, rough HAVING count(*) > 1 ORDER BY min(${place}) LIMIT 3`,
  );
  await connection.run('DROP TABLE suspect_rows');
  if (repeated.length === 0) return;
  const placeAt = (file = '', row = '') =>
    placeOf(...(files[Number(file)] as [FileGroup, string]), Number(row));
  const pairs = repeated.map(([file, row, otherFile, otherRow]) => {
    return `${placeAt(otherFile ?? '', otherRow ?? '')} repeats ${placeAt(file ?? '', row ?? '')}`;
  });
  throw new FocusError(
    `${listed(pairs)}, in every column; repeated rows: ${repeated[0]?.[4]}. Remove them, or allow them with --allow-repeated-rows if the provider charged twice.`,
  );
}

/** A hash of every column of the file, in an order that does not depend on the file. */
function completeHash({ columns }: FileGroup): string {
  const sorted = columns
    .map(({ name }, i) => ({ name: name.toLowerCase(), column: `"column ${i}"` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return `hash(${sorted.map(({ column }) => column).join(', ')})`;
}
