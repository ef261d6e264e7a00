import type { DuckDBConnection } from '@duckdb/node-api';
import type { ProviderIds } from './charges-options.js';
import { textRows } from './duckdb.js';
import { FocusError, listed } from './focus-error.js';
import type { ProviderName } from './rows/charges-sql.js';
import { lines } from './rows/day-sums.js';

/**
 * Assigns ids: those that the caller chose, and `provider_a`, `provider_b` and so on by cost.
 *
 * @throws {FocusError} if the caller names a provider that is not in the data
 */
export async function providerNames(
  connection: DuckDBConnection,
  chosen: ProviderIds,
): Promise<readonly ProviderName[]> {
  const names = await textRows(
    connection,
    `SELECT "ProviderName" FROM ${lines} GROUP BY 1 ORDER BY sum("BilledCost") DESC, 1`,
  );
  const publishers = await ownPublishers(connection);
  const ids = assignIds(
    names.map(([name]) => name ?? ''),
    chosen,
  );
  return [...ids].map(([name, id]) => ({ name, id, ownPublisher: publishers.get(name) ?? null }));
}

function assignIds(names: readonly string[], chosen: ProviderIds): ReadonlyMap<string, string> {
  const unknown = Object.keys(chosen).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new FocusError(`No row has the provider ${unknown}. The providers are ${listed(names)}.`);
  }
  const taken = Object.values(chosen);
  const repeated = taken.find((id, index) => taken.indexOf(id) !== index);
  if (repeated !== undefined)
    throw new FocusError(`Two providers have the id ${repeated}. Give each its own.`);
  let next = 0;
  const free = () => {
    let id = letterId(next);
    while (taken.includes(id)) id = letterId(++next);
    next += 1;
    return id;
  };
  return new Map(
    names.map((name) => [name, Object.hasOwn(chosen, name) ? (chosen[name] as string) : free()]),
  );
}

/** `provider_a` to `provider_z`, then `provider_aa` and so on. */
function letterId(index: number): string {
  const letters = (rest: number): string => {
    const last = String.fromCharCode(97 + (rest % 26));
    return rest < 26 ? last : letters(Math.floor(rest / 26) - 1) + last;
  };
  return `provider_${letters(index)}`;
}

/**
 * Some providers name themselves differently as publisher ("Provider A, Inc."): where no publisher of a provider's
 * rows has the provider's name, the publisher with the highest cost is the provider.
 */
async function ownPublishers(connection: DuckDBConnection): Promise<ReadonlyMap<string, string>> {
  const rows = await textRows(
    connection,
    `SELECT "ProviderName", arg_max("PublisherName", billed) FROM (
       SELECT "ProviderName", "PublisherName", sum("BilledCost") AS billed FROM ${lines} GROUP BY ALL ORDER BY 2)
     GROUP BY 1 HAVING NOT bool_or("PublisherName" IS NULL OR "PublisherName" = "ProviderName")`,
  );
  return new Map(rows.map(([name, publisher]) => [name ?? '', publisher ?? '']));
}
