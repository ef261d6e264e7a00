import type { ChargeColumns } from '../charges.js';
import { focusColumns } from '../columns.js';
import { identifier, literal } from '../sql.js';
import { costSql } from './day-sums.js';
import { cleanSql, usageTypeColumns } from './rows-sql.js';

/** What the data as a whole determine about the providers in it. */
export interface ProviderName {
  readonly name: string;
  readonly id: string;
  /** The publisher that is the provider under another name; null if rows use the provider's name. */
  readonly ownPublisher: string | null;
}

/** In SQL: a JSON object of texts, without keys that have no value. */
export function normalizedTags(tags: string): string {
  const entries = `map_entries(json_transform(${tags}, '"MAP(VARCHAR, VARCHAR)"'))`;
  const filled = `list_filter(${entries}, lambda entry: entry.value IS NOT NULL)`;
  return `CASE WHEN ${tags} IS NULL THEN '{}' ELSE CAST(to_json(map_from_entries(${filled})) AS VARCHAR) END`;
}

/** In SQL: the list of what is applied to contract commitments, which exports write with and without an object around it. */
export function appliedSql(applied: string): string {
  return `CASE json_type(${applied}) WHEN 'OBJECT' THEN json_extract(${applied}, '$.Elements') ELSE ${applied} END`;
}

const detail = (name: string) => `json_extract_string(${cleanSql('SkuPriceDetails')}, '$.${name}')`;
/** In SQL: the operating system, else the series of the instance. */
export const platformSql = `COALESCE(${detail('OperatingSystem')}, ${detail('InstanceSeries')})`;

/** In SQL: the publisher, under the provider's name if it is the provider. */
export function publisherSql(providers: readonly ProviderName[]): string {
  const own = providers.filter(({ ownPublisher }) => ownPublisher !== null);
  const cases = own.map(
    ({ name, ownPublisher }) =>
      `WHEN "ProviderName" = ${literal(name)} AND "PublisherName" = ${literal(ownPublisher ?? '')} THEN ${literal(name)}`,
  );
  const publisher = `COALESCE(${cleanSql('PublisherName')}, "ProviderName")`;
  return cases.length === 0 ? publisher : `CASE ${cases.join(' ')} ELSE ${publisher} END`;
}

/** In SQL: the id of the provider. */
export function providerIdSql(providers: readonly ProviderName[]): string {
  const cases = providers.map(({ name, id }) => `WHEN ${literal(name)} THEN ${literal(id)}`);
  return `CASE "ProviderName" ${cases.join(' ')} END`;
}

/** The columns of exports that the view does not have, or not as they are. */
const changed: ReadonlySet<string> = new Set([
  ...['PublisherName', 'SkuPriceDetails', 'SkuMeter', 'x_UsageType'],
  ...['Tags', 'ContractApplied', 'ListCost', 'ContractedCost'],
]);

/** In SQL: the columns of the view `charges`, by their names. */
export function chargeColumns(providers: readonly ProviderName[]): Record<keyof ChargeColumns, string> {
  const unchanged = focusColumns.filter(({ name }) => !changed.has(name));
  const columns = {
    provider_id: providerIdSql(providers),
    PublisherName: publisherSql(providers),
    ...Object.fromEntries(unchanged.map(({ name }) => [name, cleanSql(name)])),
    usage_type: `COALESCE(${usageTypeColumns.map(cleanSql).join(', ')})`,
    platform: platformSql,
    Tags: normalizedTags(cleanSql('Tags')),
    ListCost: costSql('ListCost'),
    ContractedCost: costSql('ContractedCost'),
    ContractApplied: appliedSql(cleanSql('ContractApplied')),
    stated_list_cost: '"ListCost"',
    stated_contracted_cost: '"ContractedCost"',
  };
  return columns as Record<keyof ChargeColumns, string>;
}

/**
 * The statement of the view `charges`.
 *
 * @param rows selects the columns of `focusColumns`
 */
export function chargesSql(rows: string, providers: readonly ProviderName[]): string {
  const columns = Object.entries(chargeColumns(providers)).map(
    ([name, sql]) => `${sql} AS ${identifier(name)}`,
  );
  return `SELECT ${columns.join(', ')} FROM (${rows})`;
}
