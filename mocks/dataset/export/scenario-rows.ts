import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Day, dayOf, type Instant, lastDayOf, type Month, monthOf, startOfDay } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import type { InvoiceCharge } from '../scenario/invoice-charges.js';
import { ProviderTables } from '../scenario/provider.js';
import type { ScenarioCharges } from '../scenario/scenario-charges.js';
import type { ServiceCharges } from '../scenario/service-charges.js';
import type { Slot } from '../scenario/stack.js';
import type { ExportRow } from './columns.js';
import { CommitmentRows } from './commitment-rows.js';
import {
  billingPeriod,
  type Charge,
  chargePeriod,
  costColumns,
  type DayCharge,
  placeColumns,
} from './row-parts.js';
import { UsageRows } from './usage-rows.js';

/** Days before the end whose on-demand usage is exported by hour, if commitments could cover it. */
const hourlyDays = 31;

export interface ExportRange {
  readonly first: Day;
  /** The last day with actual costs: the one before the export is made. */
  readonly last: Day;
}

/** The days that an export contains. @param first a later first day than the scenario's */
export function exportRange({ firstDay }: ScenarioCharges, now: Instant, first: Day = firstDay): ExportRange {
  return { first: Math.max(first, firstDay), last: dayOf(now) - 1 };
}

/** Every charge of a scenario in a range of days as a row of a FOCUS export, by day. */
export function* scenarioRows(charges: ScenarioCharges, range: ExportRange): Generator<ExportRow> {
  const providers = charges.seedData.providers.map(({ id }) => new ProviderRows(charges, id, range));
  for (let day = range.first; day <= range.last; day++) {
    for (const provider of providers) yield* provider.onDay(day);
  }
}

/** Writes the rows of one provider. */
class ProviderRows {
  private readonly tables: ProviderTables;
  private readonly services: readonly ServiceRows[];

  constructor(
    private readonly charges: ScenarioCharges,
    private readonly provider: string,
    private readonly range: ExportRange,
  ) {
    this.tables = new ProviderTables(charges, provider);
    this.services = this.tables.services.map((service) => new ServiceRows(charges, service));
  }

  *onDay(day: Day): Generator<ExportRow> {
    const { invoices } = this.tables;
    const month = monthOf(day);
    for (const service of this.services) {
      for (const { charge, cell } of service.onDay(day, day > this.range.last - hourlyDays)) {
        const isLate = cell !== null && invoices.lateCells.has(cell.id) && day === lastDayOf(month);
        yield this.row(isLate ? month + 1 : month, charge);
      }
    }
    if (day !== lastDayOf(month)) return;
    for (const one of invoices.of(month)) yield this.row(one.line.invoiceMonth, this.invoiced(day, one));
  }

  private row(month: Month, { columns, costs }: Charge): ExportRow {
    return { ...columns, ...costColumns(costs), ...billingPeriod(this.provider, month) };
  }

  private invoiced(day: Day, { kind, line, costs }: InvoiceCharge): Charge {
    const { provider, service, category, frequency, isCorrection } = line;
    const place = { provider, account: null, service: { id: service ?? '' }, region: null };
    return {
      columns: {
        ...placeColumns(this.charges.seedData, place),
        ...chargePeriod(startOfDay(day), startOfDay(day + 1)),
        ChargeCategory: category,
        ChargeClass: isCorrection ? 'Correction' : null,
        ChargeDescription: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} of the invoice`,
        ChargeFrequency: frequency,
      },
      costs,
    };
  }
}

/** Writes the rows of the usage and commitments of one service. */
class ServiceRows {
  private readonly usage = new Map<PricedCell, UsageRows>();
  private readonly commitments = new Map<Slot, CommitmentRows>();

  constructor(
    private readonly charges: ScenarioCharges,
    private readonly service: ServiceCharges,
  ) {}

  /** Each charge, with the cell whose usage it is for. */
  *onDay(day: Day, isRecent: boolean): Generator<{ charge: Charge; cell: PricedCell | null }> {
    for (const { hours, ...one } of this.chargesOn(day)) {
      if ('cell' in one) {
        const { cell } = one;
        for (const charge of this.usageOf(cell).onDay(day, one, isRecent ? hours : null))
          yield { charge, cell };
      } else yield { charge: this.commitmentOf(one.slot).onDay(day, one), cell: null };
    }
  }

  private chargesOn(day: Day): readonly (DayCharge & { readonly hours: Float64Array | null })[] {
    const { reader } = this.service;
    const charges: ReturnType<typeof this.chargesOn>[number][] = [];
    reader.read(day, (key, billed, effective, list, contracted, quantity) => {
      const costs = { billed, effective, list, contracted };
      charges.push({ ...reader.sourceOf(key), costs, quantity, hours: reader.hoursOf(key) });
    });
    return charges;
  }

  private usageOf(cell: PricedCell): UsageRows {
    const { service } = this.service;
    return getOrInsert(this.usage, cell, () => new UsageRows(this.charges.seedData, service, cell));
  }

  private commitmentOf(slot: Slot): CommitmentRows {
    const { service } = this.service;
    return getOrInsert(
      this.commitments,
      slot,
      () => new CommitmentRows(this.charges.seedData, service, slot),
    );
  }
}
