/** Engines that the statement of the compact form is written for; apart from it, so that the help loads quickly. */
export const engines = ['duckdb', 'spark', 'trino', 'clickhouse'] as const;
export type Engine = (typeof engines)[number];

export const focusVersions = ['1.0', '1.1', '1.2', '1.3', '1.4'] as const;
export type FocusVersion = (typeof focusVersions)[number];

/** Columns that engines store as JSON in a text, or as a map. */
export const mapColumns = ['Tags', 'SkuPriceDetails'] as const;
export type MapColumn = (typeof mapColumns)[number];
