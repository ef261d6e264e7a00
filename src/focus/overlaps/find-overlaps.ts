import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { textRows } from '../duckdb.js';
import { fileDays, fileKeys, filesOf, listFileDays, type StoredFiles, sampleKeys } from './file-keys.js';

/** Files that were delivered together: one file, or all files of a directory. */
export interface Delivery {
  /** The path of the file or of the directory. */
  readonly name: string;
  /** Their numbers. */
  readonly files: readonly number[];
}

/** Two deliveries with the same charges. */
export type Overlap = readonly [Delivery, Delivery];

/** The share of charges on common days that two deliveries have in common, from which on they overlap. */
const leastCommon = 0.5;
/** The same where rows of one file are often equal to each other, if most amounts are equal, too. */
const leastEqual = 0.9;
/** The least share of all charges of the smaller one, since files of different days may have a few charges of a month. */
const leastOfAll = 0.1;

/**
 * Finds files that have the same charges, perhaps with other amounts. Parts of one export can have some charges that are
 * equal in every dimension, but then each part has them, too.
 */
export async function findOverlaps(
  connection: DuckDBConnection,
  files: StoredFiles,
): Promise<readonly Overlap[]> {
  const paths = filesOf(files.groups);
  if (paths.length < 2) return [];
  await listFileDays(connection, files);
  const every = await sampleKeys(connection, files);
  if (every === 0) return [];
  const single = paths.map((name, number): Delivery => ({ name, files: [number] }));
  const directories = directoriesOf(paths);
  // A directory may have one export in parts, each of which has little in common with one part of another.
  const ofDirectories = directories.length > 1 ? await overlapsOf(connection, directories, every) : [];
  const known = new Set(ofDirectories.flatMap(([one, other]) => pairsOf(one, other)));
  const ofFiles = await overlapsOf(connection, single, every);
  return [
    ...ofDirectories,
    ...ofFiles.filter(([one, other]) => pairsOf(one, other).every((pair) => !known.has(pair))),
  ];
}

function directoriesOf(paths: readonly string[]): readonly Delivery[] {
  const directories = new Map<string, number[]>();
  for (const [number, path] of paths.entries()) {
    const name = dirname(path);
    directories.set(name, [...(directories.get(name) ?? []), number]);
  }
  return [...directories].map(([name, files]) => {
    const [first = 0] = files;
    return { name: files.length === 1 ? (paths[first] as string) : name, files };
  });
}

const pairOf = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;

function pairsOf(one: Delivery, other: Delivery): readonly string[] {
  return one.files.flatMap((file) => other.files.map((otherFile) => pairOf(file, otherFile)));
}

async function overlapsOf(
  connection: DuckDBConnection,
  deliveries: readonly Delivery[],
  every: number,
): Promise<readonly Overlap[]> {
  const numbers = deliveries.flatMap(({ files }, number) => files.map((file) => `(${file}, ${number})`));
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE deliveries AS SELECT * FROM (VALUES ${numbers.join(', ')}) AS numbers(file, delivery)`,
  );
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE delivery_keys AS
     SELECT delivery, month, day, key, CAST(sum(key_rows) AS BIGINT) AS key_rows, sum(billed) AS billed, sum(effective) AS effective
     FROM ${fileKeys} JOIN deliveries USING (file) GROUP BY ALL`,
  );
  const pairs = await textRows(
    connection,
    `WITH day_keys AS (
       SELECT delivery, month, day, count(*) AS keys, count(*) FILTER (key_rows > 1) AS repeated FROM delivery_keys GROUP BY ALL
     ), all_rows AS (SELECT delivery, sum(day_rows) AS all_rows FROM ${fileDays} JOIN deliveries USING (file) GROUP BY ALL
     ), on_days AS (
       SELECT one.delivery AS one, other.delivery AS other, sum(one.keys) AS one_keys, sum(other.keys) AS other_keys,
         sum(one.repeated) AS one_repeated, sum(other.repeated) AS other_repeated
       FROM day_keys one JOIN day_keys other USING (month, day) WHERE one.delivery < other.delivery GROUP BY ALL
     ), common AS (
       SELECT one.delivery AS one, other.delivery AS other, count(*) AS keys, sum(least(one.key_rows, other.key_rows)) AS common_rows,
         count(*) FILTER (one.billed <> 0 OR one.effective <> 0) AS charged,
         count(*) FILTER ((one.billed <> 0 OR one.effective <> 0) AND one.billed = other.billed AND one.effective = other.effective) AS equal
       FROM delivery_keys one JOIN delivery_keys other USING (month, day, key) WHERE one.delivery < other.delivery GROUP BY ALL
     )
     SELECT one, other FROM (
       SELECT one, other, charged, equal,
         common.keys / least(one_keys, other_keys) AS share,
         CASE WHEN one_keys <= other_keys THEN one_repeated / one_keys ELSE other_repeated / other_keys END AS repeated,
         ${every} * common_rows / least(all_one.all_rows, all_other.all_rows) AS of_all
       FROM common JOIN on_days USING (one, other)
         JOIN all_rows all_one ON all_one.delivery = one JOIN all_rows all_other ON all_other.delivery = other
     ) WHERE of_all >= ${leastOfAll} AND (
       share >= greatest(${leastCommon}, 2 * repeated)
       OR share >= ${leastEqual} AND charged > 0 AND equal / charged >= ${leastEqual}
     ) ORDER BY one, other`,
  );
  await connection.run('DROP TABLE delivery_keys');
  const at = (number: string | null | undefined) => deliveries[Number(number)] as Delivery;
  return pairs.map(([one, other]): Overlap => [at(one), at(other)]);
}

/** Days of a delivery that none of others has, as ISO dates. */
export async function daysOnlyIn(
  connection: DuckDBConnection,
  { files }: Delivery,
  others: readonly Delivery[],
): Promise<readonly string[]> {
  const otherFiles = others.flatMap((other) => other.files);
  const rows = await textRows(
    connection,
    `SELECT DISTINCT day FROM ${fileDays} WHERE file IN (${files.join(', ')}) AND (month, day) NOT IN (
       SELECT (month, day) FROM ${fileDays} WHERE file IN (${otherFiles.join(', ')})) ORDER BY day`,
  );
  return rows.map(([day]) => day ?? '');
}
