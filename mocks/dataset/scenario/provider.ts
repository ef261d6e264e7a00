import type { ChargeTable } from '../../../src/focus/tables/tables.js';
import { getOrInsert, getOrInsertUpTo } from '../../../src/get-or-insert.js';
import { type Day, dayOf, firstDayOf, lastDayOf, type Month, monthOf, type Range } from '../calendar.js';
import { lazily } from '../lazily.js';
import { Bill, billMonths } from '../ledger/bill.js';
import { ChargeIndex } from '../ledger/charge-index.js';
import type { AccountRef } from '../ledger/figures.js';
import { type InvoiceMonths, type Invoices, invoiceMonths, noInvoice } from '../ledger/invoices.js';
import { ProviderLedger } from '../ledger/provider-ledger.js';
import type { BillMonth } from '../ledger/spans.js';
import { type PeriodsOf, UsagePeriod } from '../ledger/usage-period.js';
import { afterDiscount } from '../money.js';
import type { Commitment, Service } from '../seed-data/types.js';
import { staticLines } from './charge-line.js';
import { usageTable } from './charge-tables.js';
import { InvoiceCharges } from './invoice-charges.js';
import type { ScenarioCharges } from './scenario-charges.js';
import type { ServiceCharges } from './service-charges.js';

function halvesOf(month: Month): readonly Range[] {
  const first = firstDayOf(month);
  return [
    { first, last: first + 14 },
    { first: first + 15, last: lastDayOf(month) },
  ];
}

/**
 * The halves of months with days from `first` to `last`. A window of 30 days reaches into three halves at most, which are
 * fewer days than two months.
 */
function halvesWith(first: Day, last: Day): readonly Range[] {
  const [from, to] = [monthOf(first), monthOf(last)];
  const months = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  return months.flatMap(halvesOf).filter((half) => half.first <= last && half.last >= first);
}

/** The tables of one provider by service and half a month. */
export class ProviderTables {
  readonly services: readonly ServiceCharges[];
  readonly invoices: InvoiceCharges;
  private readonly tables = new Map<string, ChargeTable>();

  constructor(charges: ScenarioCharges, provider: string) {
    this.services = charges.services.get(provider) ?? [];
    this.invoices = new InvoiceCharges(charges, provider, (month) => this.invoiced(month));
  }

  of(service: ServiceCharges, half: Range): ChargeTable {
    return getOrInsert(this.tables, `${service.service.id} ${half.first}`, () =>
      usageTable(service, half, this.invoices.lateCells),
    );
  }

  private ofServices(halves: readonly Range[]): readonly ChargeTable[] {
    return this.services.flatMap((service) => halves.map((half) => this.of(service, half)));
  }

  /** The tables with what the invoice of a month taxes: its charges, and late ones of the month before. */
  private invoiced(month: Month): readonly ChargeTable[] {
    const { lateCells } = this.invoices;
    const areLate = this.services.filter(({ cells }) => cells.some(({ id }) => lateCells.has(id)));
    const lastDay = firstDayOf(month) - 1;
    const late = areLate.flatMap((service) =>
      halvesWith(lastDay, lastDay).map((half) => this.of(service, half)),
    );
    return [...late, ...this.ofServices(halvesOf(month))];
  }

  /** All charges of one or both halves of a month; taxes and adjustments are on its last day. */
  all(halves: readonly Range[]): readonly ChargeTable[] {
    const { last } = halves.at(-1)!;
    const ofInvoice = last === lastDayOf(monthOf(last)) ? this.invoices.table(monthOf(last)) : null;
    return [...this.ofServices(halves), ...(ofInvoice === null ? [] : [ofInvoice])];
  }
}

export function createProviderLedger(
  charges: ScenarioCharges,
  provider: string,
  commitments: ReadonlyMap<string, Commitment>,
): ProviderLedger {
  const { seedData } = charges;
  const tables = new ProviderTables(charges, provider);
  const accounts = new Map<string, AccountRef>(
    seedData.accounts.filter((account) => account.provider === provider).map((one) => [one.id, one]),
  );
  const services = new Map(tables.services.map(({ service }) => [service.id, service]));
  return new ProviderLedger({
    provider,
    accounts,
    services,
    commitments,
    bill: lazily(() => billOf(charges, tables, provider)),
    invoices: tables.invoices.hasRule ? invoicesOf(charges, tables, provider) : null,
    periodsOf: periodsOf(tables, provider, accounts),
    unitOf: (id) => {
      const one = commitments.get(id);
      return one === undefined ? null : commitmentUnit(one, services.get(one.service) as Service);
    },
    longPeriodsOf: () => [],
    listRatioOf: (id) => listRatio(charges, commitments.get(id)),
    planLabelOf: (type) => `${type.charAt(0).toUpperCase()}${type.slice(1)} savings plans`,
  });
}

/** List price divided by price of a commitment, if its purchase is among the charges. */
function listRatio({ seedData, firstDay }: ScenarioCharges, commitment: Commitment | undefined): number {
  const holder = seedData.accounts.find(({ id }) => id === commitment?.holder);
  if (commitment === undefined || holder === undefined) return 1;
  const { feePerHour, upfrontPerHour, start } = commitment;
  const isPurchased = feePerHour > upfrontPerHour || dayOf(start) >= firstDay;
  return isPurchased ? feePerHour / afterDiscount(feePerHour, holder) : 1;
}

/** The unit of a commitment's quantities, as an export states it. */
export function commitmentUnit({ capacity }: Commitment, service: Pick<Service, 'usageUnit'>): string {
  return capacity === null ? 'USD' : focusUnit(service);
}

/** The unit of a service's usage in the form of FOCUS: `vCPU-Hours`, `Node-Hours`. */
export function focusUnit({ usageUnit }: Pick<Service, 'usageUnit'>): string {
  return usageUnit.replace(/-hour$/, '-Hours').replace(/^[a-z](?=[a-z])/, (letter) => letter.toUpperCase());
}

function billOf({ firstDay }: ScenarioCharges, tables: ProviderTables, provider: string): Bill {
  const index = new ChargeIndex(provider);
  for (const { line, cell } of tables.services.flatMap(staticLines)) index.add(line, cell);
  for (const line of tables.invoices.lines) index.add(line);
  const months = new Map<Month, { readonly last: Day; readonly month: BillMonth }>();
  const monthWith = (first: Day, last: Day): BillMonth => {
    const known = months.get(monthOf(first));
    if (known !== undefined && known.last >= last) return known.month;
    // From its first day on: parts of a charge are rounded on the running total of the month.
    const halves = halvesWith(Math.max(firstDay, firstDayOf(monthOf(first))), last);
    const own = tables.all(halves).map((table) => ({ table, chargeOf: index.positionsOf(table.lines) }));
    const month = billMonths(own, index.charges, provider).get(monthOf(first))!;
    months.set(monthOf(first), { last: halves.at(-1)!.last, month });
    return month;
  };
  const days = { first: firstDay, last: Number.POSITIVE_INFINITY };
  return new Bill(provider, index.charges, firstDay, days, monthWith);
}

function invoicesOf({ firstDay }: ScenarioCharges, tables: ProviderTables, provider: string): Invoices {
  const months = new Map<Month, readonly InvoiceMonths[]>();
  const chargedIn = (month: Month) =>
    getOrInsert(months, month, () =>
      tables.all(halvesOf(month)).map((table) => invoiceMonths(table, provider)),
    );
  return {
    oldest: monthOf(firstDay),
    newest: Number.POSITIVE_INFINITY,
    of(month, credits) {
      const sum = noInvoice();
      // Charges of the month before can be late.
      for (const one of [...chargedIn(month), ...(month > monthOf(firstDay) ? chargedIn(month - 1) : [])]) {
        const own = one[credits].get(month) ?? noInvoice();
        for (const part of Object.keys(sum) as (keyof typeof sum)[]) sum[part] += own[part];
      }
      return sum;
    },
  };
}

/** Limits the cached lists of periods, since a request chooses their months. */
const maxLists = 100;

/** Periods of one service and month each; lists of them are cached by their months. */
function periodsOf(
  tables: ProviderTables,
  provider: string,
  accounts: ReadonlyMap<string, AccountRef>,
): PeriodsOf {
  const periods = new Map<string, UsagePeriod>();
  const lists = new Map<string, readonly UsagePeriod[]>();
  const accountOf = (id: string | null) => accounts.get(id as string) as AccountRef;
  const period = (service: ServiceCharges, half: Range) =>
    getOrInsert(
      periods,
      `${service.service.id} ${half.first}`,
      () => new UsagePeriod(tables.of(service, half), provider, accountOf, true),
    );
  return (service: string | null, first: Day, last: Day) => {
    const halves = halvesWith(first, last);
    return getOrInsertUpTo(maxLists, lists, `${service ?? ''} ${halves[0]?.first} ${halves.length}`, () => {
      const own = tables.services.filter((one) => service === null || one.service.id === service);
      return halves.flatMap((half) => own.map((one) => period(one, half)));
    });
  };
}
