import type { components } from '../../../src/generated/types.js';
import type { Instant, Range } from '../calendar.js';
import type { Micros } from '../money.js';
import type { TagKeySeed } from '../tags/rules.js';
import type { Budget, InvoiceRule } from './billing-types.js';

/**
 * The input of a dataset: accounts, services, usage levels and commitments. All responses are computed
 * from it and from hourly usage; it contains no totals or percentages.
 */
export interface SeedData {
  readonly organizationId: string;
  /** The savings rate of organizations with a similar mix, in percent. */
  readonly benchmarkRate: number;
  /** Whether price lookups for purchases fail. */
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
  /** Whether its commitments are measured; if not, their figures are null, not zero. */
  readonly measured: boolean;
  /** Whether its bills contain list prices, which savings rates require. */
  readonly hasListPrices: boolean;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  /** Negotiated discount on list prices, in basis points. */
  readonly discountBps: number;
  /** Whether the account shares commitments within the organization. */
  readonly shares: boolean;
}

/** The unit of a service's capacity; null if it has none. */
export type Sizing = 'vcpu' | 'node' | null;

export interface Service {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly sizing: Sizing;
  /** The type of the savings plans that apply to it; null if there are none. */
  readonly planType: string | null;
  /** The provider's name of the node offering; null if it has none. */
  readonly nodeOffering: string | null;
  /** GiB of memory of a unit; null if not reported. */
  readonly memoryPerUnit: number | null;
  /** The resources that can be reserved, with the units of each; empty if there are none. */
  readonly sizes: Readonly<Record<string, number>>;
  /** The unit in which usage is metered. */
  readonly usageUnit: string;
  readonly marketplace?: boolean;
}

/** A service with what its charges show. */
export interface BilledService extends Service {
  /** Whether commitments of it are charged; its spend is then in scope `eligible`. */
  readonly commitable: boolean;
}

/** The daily usage pattern of a cell. */
export type Profile = 'flat' | 'office' | 'evening' | 'batch';

/** Usage of one resource type by one account at one price: the smallest unit of the ledger. */
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
  /** Hourly list price of one unit. */
  readonly listPrice: Micros;
  /** Units in an average hour. */
  readonly units: number;
  readonly profile: Profile;
  /** Growth over thirty days, in basis points. */
  readonly growthBps: number;
  /** Number of resources (instances, buckets, …) with this usage. */
  readonly resources: number;
  /** Promotional credit on its charges, in basis points. */
  readonly creditBps: number;
}

export type CommitmentKind = components['schemas']['CommitmentKind'];

export type PaymentOption = 'all_upfront' | 'partial_upfront' | 'no_upfront';

/** A state that the provider reports regardless of dates; null if the state follows from the dates. */
export type StateOverride = 'queued-deleted' | 'payment-pending' | 'payment-failed' | null;

type AlwaysKnown = 'id' | 'provider' | 'service' | 'holder' | 'region' | 'kind' | 'stateOverride';

/** A commitment as responses show it. What is not known of a commitment in a real bill is null. */
export interface HeldCommitment
  extends Pick<Commitment, AlwaysKnown>,
    Nullable<Omit<Commitment, AlwaysKnown | 'coversListPerHour' | 'termMonths'>> {
  /** The state in the inventory of a real bill, null if not known; absent if the state follows from the dates. */
  readonly reported?: string | null;
  /** Whether the end is the sum of start and term; absent if it follows from the state. */
  readonly isEndDerived?: boolean;
  /** Of a commitment in a real bill, which may have no known start or end. */
  readonly charged?: ChargedDays;
  readonly termMonths: number | null;
  /** Units or dollars an hour in the inventory of a real bill, null if not known; absent if there is a capacity. */
  readonly quantity?: number | null;
  /** What was paid for the whole term in a real bill, null if not known; absent if it follows from `upfrontPerHour`. */
  readonly upfront?: Micros | null;
  /** The type of the savings plan; absent if it follows from the service. */
  readonly planType?: string | null;
}

/** The first and the last day with charges of a commitment in a real bill. */
export interface ChargedDays extends Range {
  /** Whether it is charged on one of the last days with usage, so that it has not ended. */
  readonly isCurrent: boolean;
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

export interface Commitment {
  readonly id: string;
  readonly provider: string;
  readonly service: string;
  readonly holder: string;
  /** A region, or `global` for one that applies everywhere. */
  readonly region: string;
  readonly kind: CommitmentKind;
  readonly stateOverride: StateOverride;
  readonly start: Instant;
  readonly end: Instant;
  /** When it was exchanged or sold before its end. */
  readonly retiredAt: Instant | null;
  readonly termMonths: 12 | 36;
  readonly payment: PaymentOption;
  /** The reserved capacity; null for a spend commitment. */
  readonly capacity: Capacity | null;
  /** Hourly fee at list price, with the upfront payment amortized over the term. */
  readonly feePerHour: Micros;
  /** The part of `feePerHour` that was paid upfront. */
  readonly upfrontPerHour: Micros;
  /** List price of the usage that a spend commitment can cover in an hour; 0 for others. */
  readonly coversListPerHour: Micros;
  /** Null if the provider does not report it. */
  readonly exchangeable: boolean | null;
  /** An empty value means a key without a value. */
  readonly tags: Readonly<Record<string, string>>;
  /** The name given at purchase. */
  readonly name: string | null;
  /** The error of the price lookup for a replacement; null if it succeeds. */
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
  /** vCPUs or nodes in one resource. */
  readonly unitsPerOne: number;
  /** Hourly list price of one unit. */
  readonly listPrice: Micros;
}

/** A purchase to replace a commitment, either pending or bought and queued. */
export interface RaisedRenewal {
  readonly recommendation: string;
  readonly createdBy: string | null;
  readonly createdAt: Instant;
  readonly bought: boolean;
  readonly rebound: boolean;
  readonly termMonths: 12 | 36;
  readonly payment: PaymentOption;
  /** Whole units, or micro-dollars an hour for a savings plan. */
  readonly quantity: number;
}

export interface Contract {
  readonly id: string;
  readonly vendor: string;
  readonly floorMonthly: Micros;
  /** Average monthly consumption; actual months deviate slightly. */
  readonly consumedMonthly: Micros;
}

export type RecommendationStatus = components['schemas']['RecommendationStatus'];

export type RepositoryTarget = components['schemas']['RepositoryTarget'];

export interface Recommendation {
  readonly id: string;
  readonly provider: string;
  readonly cell: string;
  readonly action: 'rightsize' | 'stop_idle' | 'change_storage_class' | 'modernize' | 'delete_unattached';
  /** Share of the cell's spend that it would save, in basis points. */
  readonly savingBps: number;
  readonly status: RecommendationStatus;
  readonly createdAt: Instant;
  readonly acceptedBy: string | null;
  /** The recommendation that must be implemented before this one. */
  readonly after: string | null;
  /** The commitment whose renewal should wait for it. */
  readonly resizes: string | null;
  /** The repositories in which it would be implemented. */
  readonly targets: readonly RepositoryTarget[];
}

export type ImplementationMethod = 'one-click' | 'one-click-plus-iac' | 'iac' | 'manual';

type AuditRow = components['schemas']['RealizedSavingsAudit'];
type FirstView = 'first_view_channel' | 'view_count_at_audit' | 'dashboard_viewer' | 'dashboard_view_id';

/** The audit of an implemented recommendation, for the month of its implementation. */
export interface Audit {
  readonly id: number;
  readonly recommendation: string;
  readonly verification: string;
  readonly method: ImplementationMethod;
  readonly implementedAt: Instant;
  /** Cost of the implementation. */
  readonly cost: Micros;
  readonly resource: string;
  readonly event: Pick<AuditRow, 'cloud_event_id' | 'cloud_event_name'>;
  readonly actor: Pick<AuditRow, 'actor_principal' | 'actor_type' | 'actor_ip'>;
  readonly evidence: AuditRow['evidence'];
  readonly firstViewAt: Instant;
  readonly firstView: Pick<AuditRow, FirstView>;
  readonly lines: readonly AuditLine[];
}

export interface AuditLine {
  readonly usageType: string;
  readonly operation: string;
  readonly unit: string;
  /** Reduction of daily usage, in thousandths of a unit. */
  readonly milliUnitsPerDay: number;
  /** Saving on one unit; negative for an additional cost. */
  readonly unitPrice: Micros;
}
