/** What a FOCUS export contains. */
export interface ChargesInfo {
  readonly files: readonly string[];
  readonly rows: number;
  /** Versions of FOCUS, by the columns of the files: such as `1.2`. */
  readonly versions: readonly string[];
  /** From the first start of charges to the last end of usage, since a purchase lasts for years; ISO 8601. */
  readonly period: { readonly start: string; readonly end: string };
  readonly currency: string;
  /** The highest cost first. */
  readonly providers: readonly {
    readonly id: string;
    /** As in the data. */
    readonly name: string;
    readonly rows: number;
  }[];
  readonly accounts: number;
  readonly services: number;
  readonly commitments: number;
  /** Other data sets of FOCUS in files beside the costs. */
  readonly otherDatasets: readonly {
    /** Such as `Contract Commitment`. */
    readonly name: string;
    readonly version: string;
    readonly files: readonly string[];
    /** Null if the data set is not used. */
    readonly rows: number | null;
  }[];
  /** What the data do not determine, one sentence each. */
  readonly notes: readonly string[];
}
