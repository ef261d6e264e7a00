/** Days since 1970-01-01, UTC. */
type Day = number;
/** Milliseconds since 1970. */
type Instant = number;

/** A provider of a bill. */
export interface BilledProvider {
  readonly id: string;
  readonly name: string;
  /** Whether any usage of it that ran has a list and a contracted price. True without such usage. */
  readonly hasListPrices: boolean;
}

/**
 * Charges as the mock stores them: sums of the rows of an export by day, and by hour where the uncovered base needs
 * hours. Amounts are in millionths of the billing currency, not rounded. A row belongs to the day on which its
 * charge period starts, UTC.
 */
export interface ChargeTable {
  readonly firstDay: Day;
  /** The last day on which a charge starts, or usage ends if that is later. */
  readonly lastDay: Day;
  /** The distinct dimensions of rows. */
  readonly lines: readonly BillLine[];
  readonly days: BillDays;
  readonly hours: BillHours;
}

/** The charges of a real bill, and what they are of. */
export interface BillTables extends ChargeTable {
  readonly currency: string;
  /** The end of the last charge period of usage; of those of at most two days, if there are any. */
  readonly end: Instant;
  /** The highest cost first. */
  readonly providers: readonly BilledProvider[];
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly provider: string;
  }[];
  /** The commitments named in the rows. */
  readonly commitments: readonly BilledCommitment[];
}

export interface BilledCommitment {
  readonly id: string;
  readonly provider: string;
  readonly name: string | null;
  /** Whether it is a commitment to usage or to spend; null if the export does not say. */
  readonly category: 'Usage' | 'Spend' | null;
  readonly type: string | null;
  /** The unit of its used and unused rows; of those with a quantity, if there are any. Null if they state none. */
  readonly unit: string | null;
  /** The account that is invoiced; null if the export does not say. */
  readonly billingAccount: string | null;
  /** The charge period of its one-time purchase; null if it was not bought in the data. */
  readonly term: { readonly start: Instant; readonly end: Instant } | null;
  /** Charge periods of its used and unused rows that are longer than a day, such as a month; the first day ascending. */
  readonly longPeriods: readonly LongPeriod[];
}

/** The days of charge periods that start on the same day; both included. */
export interface LongPeriod {
  readonly first: Day;
  readonly last: Day;
}

/** The dimensions of rows; null where the rows have no value. */
export interface BillLine {
  readonly provider: string;
  readonly account: string | null;
  readonly service: string | null;
  readonly region: string | null;
  readonly category: 'Usage' | 'Purchase' | 'Tax' | 'Credit' | 'Adjustment';
  readonly frequency: 'One-Time' | 'Recurring' | 'Usage-Based' | null;
  readonly isCorrection: boolean;
  readonly isMarketplace: boolean;
  readonly usageType: string | null;
  readonly platform: string | null;
  readonly tags: Readonly<Record<string, string>>;
  /** The id of the commitment, and whether the rows used it. */
  readonly commitment: string | null;
  readonly status: 'Used' | 'Unused' | null;
  /** The month of the billing period, counted from year 0. */
  readonly invoiceMonth: number;
}

/** The sums of a line on a day; entry `i` of each array belongs together. Ordered by line, then day. */
export interface BillDays {
  /** The index in `lines`. */
  readonly line: Int32Array;
  readonly day: Int32Array;
  readonly billed: Float64Array;
  readonly effective: Float64Array;
  readonly list: Float64Array;
  readonly contracted: Float64Array;
  /** `CommitmentDiscountQuantity`; NaN if no row has one. */
  readonly quantity: Float64Array;
  /** The part of `list` of rows that ran and of which a price is not known. */
  readonly unpriced: Float64Array;
}

/**
 * The on-demand usage of services with commitments, by hour since 1970. Empty if no usage row covers one hour or
 * less. Ordered by line, then hour. Sums of lines that differ only in tags, invoice month, correction or marketplace
 * are together under the first of them.
 */
export interface BillHours {
  readonly line: Int32Array;
  readonly hour: Int32Array;
  readonly list: Float64Array;
}
