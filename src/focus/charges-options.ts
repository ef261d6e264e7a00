// Without types of DuckDB, since the types of the mock must compile where it is not installed.

/** Provider ids by the name of the provider in the data. */
export type ProviderIds = Readonly<Record<string, string>>;

export interface ChargesOptions {
  /** Ids for providers, by their names in the data. Default: by cost. */
  readonly providerIds?: ProviderIds;
  /** Whether rows may repeat other rows, in every column or in another file. Default: false. */
  readonly allowRepeatedRows?: boolean;
  /** Whether a file is left out if files that were modified later have the same charges. Default: false. */
  readonly newestFileWins?: boolean;
  /** Such as `1GB`. Default: 1,200 MB. */
  readonly memoryLimit?: string;
  /** Called once a second while the files are read, from the second second on, with a share from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends reading with an error, until `close`. */
  readonly signal?: AbortSignal;
}
