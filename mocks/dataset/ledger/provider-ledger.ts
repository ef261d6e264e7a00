import { getOrInsert } from '../../../src/get-or-insert.js';
import { groupBy } from '../../../src/group-by.js';
import type { Day } from '../calendar.js';
import { isSpendKind } from '../seed-data/offerings.js';
import type { BilledService, HeldCommitment } from '../seed-data/types.js';
import { type Bill, noBill } from './bill.js';
import { Domain } from './domain.js';
import type { AccountRef } from './figures.js';
import type { Ledger } from './index.js';
import type { Invoices } from './invoices.js';
import { type MeasuresParts, ProviderMeasures } from './measures.js';
import type { UsageGroup } from './usage-groups.js';
import type { UsagePeriod } from './usage-period.js';
import { type Instrument, instrumentKinds, UtilizationGroup } from './utilization.js';

export interface ProviderLedgerParts extends MeasuresParts {
  readonly provider: string;
  readonly accounts: ReadonlyMap<string, AccountRef>;
  readonly services: ReadonlyMap<string, BilledService>;
  readonly commitments: ReadonlyMap<string, HeldCommitment>;
  readonly bill: () => Bill;
  /** Null for a provider without invoices. */
  readonly invoices: Invoices | null;
  readonly planLabelOf: (planType: string) => string;
}

/** The charges of one provider, and the figures over them. */
export class ProviderLedger {
  readonly domains: ReadonlyMap<string, Domain>;
  readonly measures: ProviderMeasures;
  private readonly utilizations = {
    ri: new WeakMap<readonly UsagePeriod[], readonly UtilizationGroup[]>(),
    sp: new WeakMap<readonly UsagePeriod[], readonly UtilizationGroup[]>(),
  };

  constructor(readonly parts: ProviderLedgerParts) {
    const { provider, services, periodsOf } = parts;
    const isCapacity = (id: string) => {
      const kind = this.kindOf(id);
      return kind !== undefined && !isSpendKind(kind);
    };
    this.measures = new ProviderMeasures(parts);
    this.domains = new Map(
      [...services.keys()].map((service) => [service, new Domain(provider, service, periodsOf, isCapacity)]),
    );
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
        const service = this.parts.services.get(id);
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
    this.parts.commitments.get(commitment as string)?.planType ??
    this.parts.services.get(service)?.planType ??
    '';

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
    accountOf: (provider, account) => ledgerOf(provider)?.parts.accounts.get(account),
    serviceOf: (provider, service) => ledgerOf(provider)?.parts.services.get(service),
    domainsOf: (provider) => [...(ledgerOf(provider)?.domains.values() ?? [])],
    billOf: (provider) => ledgerOf(provider)?.parts.bill() ?? noBill,
    invoicesOf: (provider) => ledgerOf(provider)?.parts.invoices ?? null,
    domainOf: ({ provider, service }) => ledgerOf(provider)!.domains.get(service)!,
    measuresOf: ({ provider }) => ledgerOf(provider)!.measures,
    utilizationOf: (provider, instrument, first, last) =>
      ledgerOf(provider)?.utilization(instrument, first, last) ?? [],
  } satisfies Partial<Ledger>;
}
