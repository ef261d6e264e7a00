import type { DuckDBConnection } from '@duckdb/node-api';
import { FocusError } from '../focus-error.js';
import { lines } from '../rows/day-sums.js';

/** What the mock stores in memory of a bill: each combination takes about 3 kB, and the characters of tags several bytes each. */
const maxCombinations = 1_000_000;
const maxTagCharacters = 200_000_000;

/**
 * Refuses a bill whose combinations do not fit into memory, as with a tag for each resource, before they are read.
 *
 * @throws {FocusError}
 */
export async function refuseManyCombinations(
  connection: DuckDBConnection,
  { combinations = maxCombinations, tagCharacters = maxTagCharacters } = {},
): Promise<void> {
  const reader = await connection.runAndReadAll(
    `SELECT (SELECT count(*) FROM ${lines}), count(tags), COALESCE(sum(len(tags)), 0)
     FROM (SELECT DISTINCT "Tags" AS tags FROM ${lines})`,
  );
  const [count = 0, sets = 0, characters = 0] = reader.getRowsJson()[0]?.map(Number) ?? [];
  if (count <= combinations && characters <= tagCharacters) return;
  const shown = (value: number) => value.toLocaleString('en');
  throw new FocusError(
    `The bill has ${shown(count)} combinations of account, service, region, tags, price and commitment, with ${shown(sets)} sets of tags ` +
      `of ${shown(characters)} characters. The mock reads at most ${shown(combinations)} combinations, and ${shown(tagCharacters)} characters of tags. ` +
      "Aggregate the bill with 'npx cloud-cost-contract data sql', without the tags of single resources.",
  );
}
