import type { components } from '../../../src/generated/types.js';
import type { Instant } from '../calendar.js';
import type { Micros } from '../money.js';
import type { TagKeySeed } from '../tags/rules.js';

/**
 * Everything a world is told: who exists, what they use and what they hold. All that an endpoint shows
 * is folded out of this and the hours of usage; no total and no percentage stands in it.
 */
export interface SeedData {
  readonly organizationId: string;
  /** The savings rate of organizations with a similar mix, in percent. */
  readonly benchmarkRate: number;
  /** Whether no price of a purchase can be looked up. */
  readonly lookupsFail: boolean;
  readonly providers: readonly Provider[];
  readonly accounts: readonly Account[];
  readonly services: readonly Service[];
  readonly cells: readonly Cell[];
  readonly commitments: readonly Commitment[];
  readonly contracts: readonly Contract[];
  readonly recommendations: readonly Recommendation[];
  readonly audits: readonly Audit[];
  readonly budgets: readonly Budget[];
  readonly tagKeys: readonly TagKeySeed[];
  readonly invoiceRules: readonly InvoiceRule[];
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  /** False until its commitments have been measured: figures about them are null, not zero. */
  readonly measured: boolean;
  /** Whether its bills tell public prices, so that savings rates can be worked out. */
  readonly hasListPrices: boolean;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  /** What a negotiated agreement takes off every list price, in hundredths of a percent. */
  readonly discountBps: number;
  /** Whether the account takes part in the sharing of commitments within the organization. */
  readonly shares: boolean;
}

/** How the capacity of a service is counted: by virtual processors, by nodes, or not at all. */
export type Sizing = 'vcpu' | 'node' | null;

export interface Service {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly sizing: Sizing;
  /** Whether a commitment to it can be bought: its spend is what scope `eligible` means. */
  readonly commitable: boolean;
  /** The type of the plans that apply to it; null where only capacity is sold. */
  readonly planType: string | null;
  /** The provider's name of the offering, for capacity that is sold by the node under a name. */
  readonly nodeOffering: string | null;
  /** GiB of memory that come with a unit; null where memory is not told. */
  readonly memoryPerUnit: number | null;
  /** The resources that capacity is sold as, with the units in one; empty where it is not. */
  readonly sizes: Readonly<Record<string, number>>;
  /** What the usage of the service is metered in. */
  readonly usageUnit: string;
  readonly marketplace?: boolean;
}

/** The shape of a cell's day. */
export type Profile = 'flat' | 'office' | 'evening' | 'batch';

/** One stream of usage with one price: the smallest thing the ledger knows. */
export interface Cell {
  readonly id: string;
  readonly provider: string;
  readonly account: string;
  readonly service: string;
  readonly region: string;
  readonly platform: string | null;
  readonly resource: string | null;
  readonly usageType: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly environment: string | null;
  /** Public price of one unit for one hour. */
  readonly listPrice: Micros;
  /** Units in a middling hour. */
  readonly units: number;
  readonly profile: Profile;
  /** Growth over thirty days, in hundredths of a percent. */
  readonly growthBps: number;
  /** How many resources (instances, buckets, …) the usage stems from. */
  readonly resources: number;
  /** Promotional credit on its charges, in hundredths of a percent. */
  readonly creditBps: number;
}

export type CommitmentKind = components['schemas']['CommitmentKind'];

export type PaymentOption = 'all_upfront' | 'partial_upfront' | 'no_upfront';

/** What the provider says of a commitment whatever its dates are; null where it follows its dates. */
export type StickyState = 'queued-deleted' | 'payment-pending' | 'payment-failed' | null;

export interface Commitment {
  readonly id: string;
  readonly provider: string;
  readonly service: string;
  readonly holder: string;
  /** A region, or `global` for one that applies everywhere. */
  readonly region: string;
  readonly kind: CommitmentKind;
  readonly sticky: StickyState;
  readonly start: Instant;
  readonly end: Instant;
  /** When it was exchanged or sold before its end. */
  readonly retiredAt: Instant | null;
  readonly termMonths: 12 | 36;
  readonly payment: PaymentOption;
  /** Of one that reserves capacity; null for one that commits dollars. */
  readonly capacity: Capacity | null;
  /** What it costs for each hour of the term, upfront payment spread over it, at list. */
  readonly feePerHour: Micros;
  /** The part of `feePerHour` that was paid at the start. */
  readonly upfrontPerHour: Micros;
  /** List price of the usage it can cover in one hour. Only for one that commits dollars. */
  readonly coversListPerHour: Micros;
  /** Null where the provider does not say. */
  readonly exchangeable: boolean | null;
  /** An empty value stands for a key without one. */
  readonly tags: Readonly<Record<string, string>>;
  /** What somebody called it when buying. */
  readonly name: string | null;
  /** Set where the price of a replacement cannot be found: what the lookup said. */
  readonly lookupError: string | null;
  /** The purchase that was raised to replace it. */
  readonly renewal: RaisedRenewal | null;
  /** The commitment that this one replaces. */
  readonly predecessor: string | null;
}

export interface Capacity {
  readonly resource: string;
  readonly platform: string | null;
  readonly quantity: number;
  /** Virtual processors or nodes in one. */
  readonly unitsPerOne: number;
  /** Public price of one unit for one hour. */
  readonly listPrice: Micros;
}

/** A purchase to replace a commitment: waiting to be bought, or bought and queued. */
export interface RaisedRenewal {
  readonly recommendation: string;
  readonly createdBy: string | null;
  readonly createdAt: Instant;
  readonly bought: boolean;
  readonly rebound: boolean;
  readonly termMonths: 12 | 36;
  readonly payment: PaymentOption;
  /** Whole units, or for a plan micro-dollars an hour. */
  readonly quantity: number;
}

export interface Contract {
  readonly id: string;
  readonly vendor: string;
  readonly floorMonthly: Micros;
  /** What a middling month consumes; each month strays from it a little. */
  readonly consumedMonthly: Micros;
}

export type RecommendationStatus =
  | 'available'
  | 'pending'
  | 'processing'
  | 'in_progress'
  | 'optimized'
  | 'rejected'
  | 'unavailable'
  | 'failed';

export interface Recommendation {
  readonly id: string;
  readonly provider: string;
  readonly cell: string;
  readonly action: 'rightsize' | 'stop_idle' | 'change_storage_class' | 'modernize' | 'delete_unattached';
  /** Share of the cell's spend that it would save, in hundredths of a percent. */
  readonly savingBps: number;
  readonly status: RecommendationStatus;
  readonly createdAt: Instant;
  readonly acceptedBy: string | null;
  /** The recommendation that must be carried out before this one. */
  readonly after: string | null;
  /** The commitment whose renewal should wait for it. */
  readonly resizes: string | null;
  readonly targets: readonly RepositoryTarget[];
}

export interface RepositoryTarget {
  readonly repository: string;
  readonly installationId: number;
  readonly pullRequest: {
    readonly number: number;
    readonly status: string;
    readonly openedAt: Instant;
  } | null;
  readonly error: string | null;
}

export type ImplementationMethod = 'one-click' | 'one-click-plus-iac' | 'iac' | 'manual';

/** The audit of a carried-out recommendation, for the month it was carried out in. */
export interface Audit {
  readonly id: number;
  readonly recommendation: string;
  readonly verification: string;
  readonly method: ImplementationMethod;
  readonly implementedAt: Instant;
  /** What carrying it out has cost. */
  readonly cost: Micros;
  readonly resource: string;
  readonly event: {
    readonly id: string;
    readonly name: string;
    readonly principal: string;
    readonly type: string;
    readonly ip: string | null;
  };
  readonly evidence: Readonly<Record<string, string>> | null;
  readonly firstView: {
    readonly at: Instant;
    readonly channel: string;
    /** How often it was looked at before it was carried out. */
    readonly count: number;
    /** The look in the dashboard: whose, and its number; null for one on another channel. */
    readonly dashboard: { readonly viewer: string; readonly id: number } | null;
  };
  readonly lines: readonly AuditLine[];
}

export interface AuditLine {
  readonly usageType: string;
  readonly operation: string;
  readonly unit: string;
  /** Thousandths of a unit that were no longer used in a day. */
  readonly milliUnitsPerDay: number;
  /** What is saved on one unit; below zero for what costs more than before. */
  readonly unitPrice: Micros;
}

export interface Budget {
  readonly id: string;
  readonly name: string;
  readonly kind: 'specified' | 'last_period';
  readonly period: 'MONTH' | 'QUARTER' | 'YEAR';
  readonly amount: Micros | null;
  readonly account: string | null;
  readonly service: string | null;
  readonly credits: 'before' | 'after';
  readonly thresholds: readonly number[];
  readonly approximate: boolean;
}

/** Which charges of an account's month reach the invoice in another way than as usage. */
export interface InvoiceRule {
  readonly provider: string;
  readonly taxBps: number;
  /** Cells whose last day of the month is invoiced with the next month. */
  readonly lateCells: readonly string[];
  /**
   * One-off corrections: months before the one the world is laid out around, their amount, and what
   * rounding each of their many lines made of it.
   */
  readonly adjustments: readonly {
    readonly monthsAgo: number;
    readonly amount: Micros;
    readonly rounding: Micros;
  }[];
}
