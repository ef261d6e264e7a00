import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Day, dayOf, firstDayOf, type Instant, isoDate, lastDayOf, monthOf } from '../calendar.js';
import type { ScenarioLedger } from '../ledger/index.js';
import type { PricedCell } from '../ledger/prices.js';
import { type DomainDay, domainDays } from '../ledger/scenario/day.js';
import type { ScenarioDomain } from '../ledger/scenario/domain.js';
import type { Slot } from '../ledger/stack.js';
import type { Cell } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { CommitmentRows } from './commitment-rows.js';
import { InvoiceRows } from './invoice-rows.js';
import type { Charge } from './row-parts.js';
import { UsageRows } from './usage-rows.js';

/** Days before the end whose on-demand usage is exported by hour, if commitments could cover it. */
const hourlyDays = 31;

export interface ExportRange {
  readonly first: Day;
  /** The last day with actual costs: the one before the export is made. */
  readonly last: Day;
}

/** The days that an export contains. @param first a later first day than the scenario's */
export function exportRange(ledger: ScenarioLedger, now: Instant, first = ledger.firstDay): ExportRange {
  return { first: Math.max(first, ledger.firstDay), last: dayOf(now) - 1 };
}

/** Every charge of a scenario in a range of days as a row of a FOCUS 1.2 export, by day. */
export function* scenarioRows(ledger: ScenarioLedger, range: ExportRange): Generator<ExportRow> {
  const start = isoDate(range.first);
  const providers = ledger.seedData.providers.map(({ id }) => {
    const invoices = new InvoiceRows(ledger, id);
    return {
      invoices,
      domains: ledger.domainsOf(id).map((domain) => new DomainRows(ledger, domain, invoices)),
    };
  });
  // An invoice contains late charges of the last day before it, which the first month of a scenario lacks.
  const firstInvoice = monthOf(Math.max(range.first - 1, ledger.firstDay)) + 1;
  for (let day = Math.min(range.first, firstDayOf(firstInvoice) - 1); day <= range.last; day++) {
    for (const { invoices, domains } of providers) {
      for (const domain of domains) {
        for (const row of domain.onDay(day, day > range.last - hourlyDays)) if (day >= range.first) yield row;
      }
      const month = monthOf(day);
      if (day !== lastDayOf(month) || month < firstInvoice) continue;
      // An invoice can correct the month before.
      for (const row of invoices.close(month)) if ((row.ChargePeriodStart ?? '') >= start) yield row;
    }
  }
}

/** Writes the rows of the usage and commitments of one service. */
class DomainRows {
  private readonly compute: (day: Day) => DomainDay;
  private readonly usage = new Map<Cell, UsageRows>();
  private readonly commitments = new Map<Slot, CommitmentRows>();

  constructor(
    private readonly ledger: ScenarioLedger,
    private readonly domain: ScenarioDomain,
    private readonly invoices: InvoiceRows,
  ) {
    this.compute = domainDays(domain);
  }

  *onDay(day: Day, isRecent: boolean): Generator<ExportRow> {
    const { onDemand, used, held } = this.compute(day);
    const byHour = isRecent && this.domain.pools.length > 0;
    for (const one of onDemand) {
      const rows = this.usageOf(one.cell);
      yield* this.rowsOf(day, one.cell, rows.onDemand(day, one, byHour));
      if (one.credit !== 0) yield* this.rowsOf(day, one.cell, [rows.credit(day, one.credit)]);
    }
    for (const one of used) yield* this.rowsOf(day, one.cell, [this.usageOf(one.cell).used(day, one)]);
    for (const one of held) yield* this.rowsOf(day, null, this.commitmentOf(one.slot).onDay(day, one));
  }

  private *rowsOf(day: Day, cell: Cell | null, charges: Iterable<Charge>): Generator<ExportRow> {
    const month = this.invoices.monthOf(day, cell);
    for (const charge of charges) yield this.invoices.row(month, charge);
  }

  private usageOf(cell: PricedCell): UsageRows {
    return getOrInsert(this.usage, cell, () => new UsageRows(this.ledger, cell));
  }

  private commitmentOf(slot: Slot): CommitmentRows {
    return getOrInsert(this.commitments, slot, () => new CommitmentRows(this.ledger, slot));
  }
}
