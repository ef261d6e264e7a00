import { getOrInsert } from '../../../src/get-or-insert.js';
import { groupBy } from '../../../src/group-by.js';
import type { Day } from '../calendar.js';
import type { BilledService, HeldCommitment } from '../seed-data/types.js';
import type { Bill } from './bill.js';
import { Domain } from './domain.js';
import type { AccountRef } from './figures.js';
import type { Ledger } from './index.js';
import type { Invoices } from './invoices.js';
import { ProviderMeasures } from './measures.js';
import type { LongPeriod } from './tables.js';
import type { UsageGroup } from './usage-groups.js';
import type { PeriodsOf, UsagePeriod } from './usage-period.js';
import { type Instrument, UtilizationGroup } from './utilization.js';

export interface ProviderLedgerParts {
  readonly provider: string;
  readonly accounts: ReadonlyMap<string, AccountRef>;
  readonly services: ReadonlyMap<string, BilledService>;
  readonly commitments: ReadonlyMap<string, HeldCommitment>;
  readonly bill: () => Bill;
  /** Null for a provider without invoices. */
  readonly invoices: Invoices | null;
  readonly periodsOf: PeriodsOf;
  readonly hasUsage: (service: string) => boolean;
  /** The unit of a commitment's quantities; null if it is not known. */
  readonly unitOf: (commitment: string) => string | null;
  readonly longPeriodsOf: (commitment: string) => readonly LongPeriod[];
  /** List price divided by price of the purchases of a commitment; 1 without purchases. */
  readonly listRatioOf: (commitment: string) => number;
  readonly planLabelOf: (planType: string) => string;
}

const instrumentKinds = { ri: 'reserved_instance', sp: 'savings_plan' } as const;

/** The charges of one provider, and the figures over them. */
export class ProviderLedger {
  readonly domains: readonly Domain[];
  private readonly byService: ReadonlyMap<string, Domain>;
  private readonly utilizations = {
    ri: new WeakMap<readonly UsagePeriod[], readonly UtilizationGroup[]>(),
    sp: new WeakMap<readonly UsagePeriod[], readonly UtilizationGroup[]>(),
  };

  constructor(private readonly parts: ProviderLedgerParts) {
    const { provider, services, periodsOf, hasUsage, unitOf, longPeriodsOf, listRatioOf } = parts;
    const measures = new ProviderMeasures(periodsOf, unitOf, longPeriodsOf, listRatioOf);
    const isCapacity = (id: string) => holdsCapacity(parts.commitments.get(id));
    this.byService = new Map(
      [...services.keys()].map((service) => [
        service,
        new Domain({ provider, service, hasUsage: hasUsage(service), periodsOf, measures, isCapacity }),
      ]),
    );
    this.domains = [...this.byService.values()];
  }

  get accounts(): ReadonlyMap<string, AccountRef> {
    return this.parts.accounts;
  }

  get services(): ReadonlyMap<string, BilledService> {
    return this.parts.services;
  }

  get bill(): Bill {
    return this.parts.bill();
  }

  get invoices(): Invoices | null {
    return this.parts.invoices;
  }

  domainOf(service: string): Domain {
    return this.byService.get(service) as Domain;
  }

  /** The groups with commitments in a range of days, and perhaps others. */
  utilization(instrument: Instrument, first: Day, last: Day): readonly UtilizationGroup[] {
    const periods = this.parts.periodsOf(null, first, last);
    return getOrInsert(this.utilizations[instrument], periods, () => this.grouped(instrument, periods));
  }

  private grouped(instrument: Instrument, periods: readonly UsagePeriod[]): readonly UtilizationGroup[] {
    const all = periods.flatMap(({ groups }) => groups);
    const own = all.filter(({ commitment }) => this.kindOf(commitment) === instrumentKinds[instrument]);
    const idOf = instrument === 'ri' ? ({ service }: UsageGroup) => service : this.planTypeOf;
    return [...groupBy(own, idOf)]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, groups]) => {
        const covered = new Set(groups.map(({ service }) => service));
        const service = this.services.get(id);
        return new UtilizationGroup({
          instrument,
          id,
          label: instrument === 'ri' ? (service?.label ?? id) : this.parts.planLabelOf(id),
          memoryPerUnit: service?.memoryPerUnit ?? null,
          groups,
          longPeriodsOf: this.parts.longPeriodsOf,
          units: this.unitsOf(groups),
          eligible: all.filter(({ service, status }) => status !== 'Unused' && covered.has(service)),
        });
      });
  }

  private kindOf(commitment: string | null): HeldCommitment['kind'] | undefined {
    return commitment === null ? undefined : this.parts.commitments.get(commitment)?.kind;
  }

  private readonly planTypeOf = ({ commitment, service }: UsageGroup): string =>
    this.parts.commitments.get(commitment as string)?.planType ?? this.services.get(service)?.planType ?? '';

  private unitsOf(groups: readonly UsageGroup[]): ReadonlySet<string> {
    const units = new Map<string, string>();
    for (const { commitment } of groups) {
      const unit = this.parts.unitOf(commitment ?? '');
      if (unit) units.set(unit.toLowerCase(), unit);
    }
    return new Set(units.values());
  }
}

/** The part of a ledger that reads the figures of one provider. @param ledgerOf undefined for a provider without charges */
export function byProvider(ledgerOf: (provider: string) => ProviderLedger | undefined) {
  return {
    accountOf: (provider, account) => ledgerOf(provider)?.accounts.get(account),
    serviceOf: (provider, service) => ledgerOf(provider)?.services.get(service),
    domainsOf: (provider) => ledgerOf(provider)?.domains ?? [],
    billOf: (provider) => ledgerOf(provider)?.bill ?? null,
    invoicesOf: (provider) => ledgerOf(provider)?.invoices ?? null,
    domainOf: ({ provider, service }) => (ledgerOf(provider) as ProviderLedger).domainOf(service),
    utilizationOf: (provider, instrument, first, last) =>
      ledgerOf(provider)?.utilization(instrument, first, last) ?? [],
  } satisfies Partial<Ledger>;
}

function holdsCapacity(commitment: HeldCommitment | undefined): boolean {
  return commitment?.kind === 'reserved_instance' || commitment?.kind === 'committed_use_discount';
}
