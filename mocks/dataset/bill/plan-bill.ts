import type { InventoryEntry } from '../../../src/focus/datasets/read-inventory.js';
import type { BillTables } from '../../../src/focus/tables/tables.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import { dayOf, monthOf } from '../calendar.js';
import { Bill, billMonths, firstDayWith } from '../ledger/bill.js';
import { ChargeIndex } from '../ledger/charge-index.js';
import type { AccountRef } from '../ledger/figures.js';
import type { Ledger, LedgerData } from '../ledger/index.js';
import { type Invoices, invoiceMonths, noInvoice } from '../ledger/invoices.js';
import { noPricedUsage } from '../ledger/price-list.js';
import { byProvider, ProviderLedger } from '../ledger/provider-ledger.js';
import { UsagePeriod } from '../ledger/usage-period.js';
import { emptySeedData } from '../seed-data/default.js';
import type { BilledService, HeldCommitment, Provider } from '../seed-data/types.js';
import { contractsOf, noContracts } from './bill-contracts.js';
import { heldCommitments } from './held-commitments.js';
import { closedDayOf } from './start-of-clock.js';

/** The only provider with invoice months. */
const invoiceProvider = 'provider_b';

/**
 * Plans a dataset whose figures are computed from a real bill.
 *
 * @param inventory what the provider reports about the commitments in the bill
 */
export function planBill(
  tables: BillTables,
  inventory: readonly InventoryEntry[] = [],
  contracts = noContracts,
): Ledger {
  const commitments = heldCommitments(tables, inventory);
  const sources = new Map(tables.providers.map(({ id }) => [id, sourceOf(tables, id, commitments)]));
  const providers = tables.providers.map(({ id, name, hasListPrices }): Provider => {
    return { id, name, measured: sources.get(id)?.isMeasured === true, hasListPrices };
  });
  return {
    seedData: dataOf(tables, providers, commitments),
    currency: tables.currency,
    firstDay: tables.firstDay,
    lastDay: tables.lastDay,
    lastUsageDay: dayOf(tables.end - 1),
    closedDay: closedDayOf(tables),
    providers: new Map(providers.map((provider) => [provider.id, provider])),
    commitments: new Map(commitments.map((commitment) => [commitment.id, commitment])),
    contracts: contractsOf(tables, contracts, new Set(commitments.map(({ id }) => id))),
    priceList: { pricedUsage: () => noPricedUsage, cells: new Map() },
    ...byProvider((provider) => sources.get(provider)?.ledger),
  };
}

function dataOf(
  tables: BillTables,
  providers: readonly Provider[],
  commitments: readonly HeldCommitment[],
): LedgerData {
  return {
    ...emptySeedData(),
    organizationId: null,
    benchmarkRate: null,
    lookupsFail: true,
    providers,
    accounts: tables.accounts.map((account) => ({ ...account, discountBps: 0, shares: true })),
    commitments,
  };
}

/** The figures of a provider. Does not refer to the days of the tables later, which need as much memory as all figures. */
function sourceOf(tables: BillTables, provider: string, commitments: readonly HeldCommitment[]) {
  const accounts = accountsOf(tables, provider);
  const period = new UsagePeriod(tables, provider, accountRefs(accounts));
  const held = new Map(commitments.filter((one) => one.provider === provider).map((one) => [one.id, one]));
  const billed = tables.commitments.filter((one) => one.provider === provider);
  const units = new Map(billed.map(({ id, unit }) => [id, unit]));
  const longPeriods = new Map(billed.map((one) => [one.id, one.longPeriods]));
  const periods = [period];
  const ratios = listRatios(tables, provider);
  const bill = billOf(tables, provider);
  const ledger = new ProviderLedger({
    provider,
    accounts,
    services: servicesOf(tables, provider, held),
    commitments: held,
    bill: () => bill,
    invoices: provider === invoiceProvider ? invoicesOf(tables, provider) : null,
    periodsOf: () => periods,
    unitOf: (id) => units.get(id) ?? null,
    longPeriodsOf: (id) => longPeriods.get(id) ?? [],
    listRatioOf: (id) => ratios.get(id) ?? 1,
    planLabelOf: (planType) => planType,
  });
  return { ledger, isMeasured: period.groups.length > 0 };
}

/** List price divided by price of the purchases of each commitment. */
function listRatios({ lines, days }: BillTables, provider: string): ReadonlyMap<string, number> {
  const sums = new Map<string, { list: number; contracted: number }>();
  for (let i = 0; i < days.line.length; i++) {
    const { provider: seller, commitment, category } = lines[days.line[i]!]!;
    if (seller !== provider || category !== 'Purchase' || commitment === null) continue;
    const sum = getOrInsert(sums, commitment, () => ({ list: 0, contracted: 0 }));
    sum.list += days.list[i]!;
    sum.contracted += days.contracted[i]!;
  }
  const priced = [...sums].filter(([, { list, contracted }]) => list > 0 && contracted > 0);
  return new Map(priced.map(([id, { list, contracted }]) => [id, list / contracted]));
}

function billOf(tables: BillTables, provider: string): Bill {
  const index = new ChargeIndex(provider);
  const chargeOf = index.positionsOf(tables.lines);
  const own = { table: tables, chargeOf };
  const months = billMonths([own], index.charges, provider);
  const days = { first: tables.firstDay, last: tables.lastDay };
  return new Bill(provider, index.charges, firstDayWith(own), days, (first) => months.get(monthOf(first))!);
}

function invoicesOf(tables: BillTables, provider: string): Invoices {
  const months = invoiceMonths(tables, provider);
  const all = [...months.after.keys()];
  return {
    oldest: Math.min(...all),
    newest: Math.max(...all),
    of: (month, credits) => months[credits].get(month) ?? noInvoice(),
  };
}

function accountsOf({ accounts }: BillTables, provider: string): ReadonlyMap<string, AccountRef> {
  return new Map(accounts.filter((account) => account.provider === provider).map((one) => [one.id, one]));
}

/** Returns one object for each account of a provider, and one for costs without an account. */
function accountRefs(accounts: ReadonlyMap<string, AccountRef>): (id: string | null) => AccountRef {
  const known = new Map<string | null, AccountRef>(accounts);
  return (id) => getOrInsert(known, id, () => ({ id, name: null }));
}

/** The services of a provider by name; those with used or unused rows of a commitment are commitable. */
function servicesOf(
  { lines }: BillTables,
  provider: string,
  commitments: ReadonlyMap<string, HeldCommitment>,
): ReadonlyMap<string, BilledService> {
  const own = lines.filter((line) => line.provider === provider);
  const committed = new Set(
    own
      .filter(({ category, status }) => category === 'Usage' && status !== null)
      .map(({ service }) => service ?? ''),
  );
  const main = [...commitments.values()].map(({ service }) => service);
  const names = [...new Set([...own.map(({ service }) => service ?? ''), ...main])].sort();
  const unknown = {
    sizing: null,
    planType: null,
    nodeOffering: null,
    memoryPerUnit: null,
    sizes: {},
    usageUnit: '',
  };
  return new Map(
    names.map((id) => [id, { id, label: id, provider, commitable: committed.has(id), ...unknown }]),
  );
}
