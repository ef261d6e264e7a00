import type { DuckDBConnection } from '@duckdb/node-api';
import type { ChargesInfo } from './charges-info.js';
import { focusColumns } from './columns.js';
import { textRows } from './duckdb.js';
import { columnNamed, type FileGroup } from './files/file-groups.js';
import { listed } from './focus-error.js';
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
      ...missingColumns(groups),
      ...publisherNotes(providers),
      ...(await gaps(connection)),
    ],
  };
}

function isoTime(text: string | null | undefined): string {
  return `${(text ?? '').slice(0, 19).replace(' ', 'T')}Z`;
}

/** Nothing converts amounts, so names of fields can be wrong about the currency. */
function currencyNotes(currency: string): readonly string[] {
  return currency === 'USD'
    ? []
    : [
        `Amounts are in ${currency}, and not converted: fields whose names end in _usd contain ${currency}, too.`,
      ];
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

/** Columns that no version of FOCUS lacks, or without which a figure is not known. */
const noted = new Map([
  ['SubAccountId', 'accounts are not known'],
  ['RegionId', 'regions are not known'],
  ['Tags', 'tags are not known'],
  ['PublisherName', 'marketplace charges are not known'],
  ['ChargeClass', 'corrections are not known'],
  ['ChargeFrequency', 'terms of commitments are not known'],
  ['CommitmentDiscountId', 'commitments are not known'],
  ['CommitmentDiscountStatus', 'used and unused commitments cannot be distinguished'],
  ['CommitmentDiscountCategory', 'reservations and savings plans cannot be distinguished'],
]);

function missingColumns(groups: readonly FileGroup[]): readonly string[] {
  return focusColumns.flatMap(({ name }) => {
    const consequence = noted.get(name);
    const files = groups.filter((group) => !columnNamed(group, name)).flatMap((group) => group.files);
    if (consequence === undefined || files.length === 0) return [];
    return [`Column ${name} is missing in ${listed(files, 3)}: ${consequence}.`];
  });
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
  const [status, quantity] = found.map(Number);
  return [
    ...(await unknownPrices(connection)),
    status
      ? `Usage rows with CommitmentDiscountId but without CommitmentDiscountStatus: ${status}. They count as neither used, unused nor on demand.`
      : '',
    quantity
      ? `Commitments with rows without CommitmentDiscountQuantity: ${quantity}. Their utilization is computed from EffectiveCost.`
      : '',
  ].filter((note) => note !== '');
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
    const of = (unknown: number) => `${unknown} of ${all} usage rows of ${provider}`;
    const savings =
      listed === 0
        ? 'No savings rate is measured of them'
        : 'The savings rate counts them without a saving, and measured_share_pct leaves them out';
    return [
      list > 0
        ? `ListCost is not known (empty, or 0 beside a cost) of ${of(list)}. ContractedCost, else EffectiveCost, takes its place. ${savings}; coverage weighs them by that cost.`
        : '',
      contracted > 0
        ? `ContractedCost is not known (empty, or 0 beside a cost) of ${of(contracted)}. ListCost, else EffectiveCost, takes its place, so that they show no negotiated saving; measured_share_pct leaves them out.`
        : '',
    ];
  });
}
