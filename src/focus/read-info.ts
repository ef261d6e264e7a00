import type { DuckDBConnection } from '@duckdb/node-api';
import type { ChargesInfo } from './charges-info.js';
import { textRows } from './duckdb.js';
import { columnNamed, type FileGroup } from './files/file-groups.js';
import { commitmentNotes, currencyNotes, missingColumnNotes, priceNotes } from './notes.js';
import type { ProviderName } from './rows/charges-sql.js';
import { lines } from './rows/day-sums.js';

/** Reads what the lines show about the data. */
export async function readInfo(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  providers: readonly ProviderName[],
): Promise<Omit<ChargesInfo, 'otherDatasets'>> {
  const [total = []] = await textRows(
    connection,
    `SELECT sum(row_count), min(first_start),
       COALESCE(max(last_end) FILTER ("ChargeCategory" = 'Usage'), max(last_end)), any_value("BillingCurrency"),
       count(DISTINCT ("ProviderName", "SubAccountId")) FILTER ("SubAccountId" IS NOT NULL),
       count(DISTINCT ("ProviderName", "ServiceName")) FILTER ("ServiceName" IS NOT NULL),
       count(DISTINCT ("ProviderName", "CommitmentDiscountId")) FILTER ("CommitmentDiscountId" IS NOT NULL)
     FROM ${lines}`,
  );
  const [rows, start, end, currency, accounts, services, commitments] = total;
  const rowsOf = new Map(
    await textRows(connection, `SELECT "ProviderName", sum(row_count) FROM ${lines} GROUP BY 1`).then(
      (found) => found.map(([name, count]) => [name ?? '', Number(count)] as const),
    ),
  );
  return {
    files: groups.flatMap((group) => group.files),
    rows: Number(rows),
    versions: [...new Set(groups.map(versionOf))].sort(),
    period: { start: isoTime(start), end: isoTime(end) },
    currency: currency ?? '',
    providers: providers.map(({ id, name }) => ({ id, name, rows: rowsOf.get(name) ?? 0 })),
    accounts: Number(accounts),
    services: Number(services),
    commitments: Number(commitments),
    notes: [
      ...currencyNotes(currency ?? ''),
      ...missingColumnNotes((name) =>
        groups.filter((group) => !columnNamed(group, name)).flatMap((group) => group.files),
      ),
      ...publisherNotes(providers),
      ...(await gaps(connection)),
    ],
  };
}

function isoTime(text: string | null | undefined): string {
  return `${(text ?? '').slice(0, 19).replace(' ', 'T')}Z`;
}

/** The first version that has a column which others lack. */
function versionOf(group: FileGroup): string {
  const has = (...names: string[]) => names.some((name) => columnNamed(group, name));
  if (has('ServiceProviderName') && !has('ProviderName')) return '1.4';
  if (has('ServiceProviderName', 'HostProviderName', 'ContractApplied', 'AllocatedMethodId')) return '1.3';
  if (has('PricingCurrency')) return '1.2';
  if (!has('CommitmentDiscountQuantity', 'SkuPriceDetails', 'SkuMeter')) return '1.0';
  // Some clouds write these in 1.0, too.
  return has('InvoiceId', 'BillingAccountType') ? '1.2' : '1.1';
}

function publisherNotes(providers: readonly ProviderName[]): readonly string[] {
  return providers
    .filter(({ ownPublisher }) => ownPublisher !== null)
    .map(
      ({ name, ownPublisher }) =>
        `No publisher has the name of provider ${name}: ${ownPublisher} counts as the provider, and others as marketplace.`,
    );
}

/** Counts rows without values that figures need. */
async function gaps(connection: DuckDBConnection): Promise<readonly string[]> {
  const isUsage = `"ChargeCategory" = 'Usage'`;
  const [found = []] = await textRows(
    connection,
    `SELECT
       sum(row_count) FILTER (${isUsage} AND "CommitmentDiscountId" IS NOT NULL AND "CommitmentDiscountStatus" IS NULL),
       count(DISTINCT "CommitmentDiscountId") FILTER ("CommitmentDiscountStatus" IS NOT NULL AND "count of CommitmentDiscountQuantity" < row_count)
     FROM ${lines}`,
  );
  const [unknownStatus = 0, unknownQuantity = 0] = found.map(Number);
  return [...(await unknownPrices(connection)), ...commitmentNotes({ unknownStatus, unknownQuantity })];
}

/** Counts the usage rows of each provider whose prices are not known, and says what that does to figures. */
async function unknownPrices(connection: DuckDBConnection): Promise<readonly string[]> {
  const rows = await textRows(
    connection,
    `SELECT "ProviderName", sum(row_count - "count of ListCost"), sum(row_count - "count of ContractedCost"), sum(row_count), sum(listed_rows)
     FROM ${lines} WHERE "ChargeCategory" = 'Usage' AND "CommitmentDiscountStatus" IS DISTINCT FROM 'Unused'
     GROUP BY "ProviderName" ORDER BY "ProviderName"`,
  );
  return rows.flatMap(([provider, ...counts]) => {
    const [list = 0, contracted = 0, all = 0, listed = 0] = counts.map(Number);
    return priceNotes(provider ?? '', { list, contracted, all, listed });
  });
}
