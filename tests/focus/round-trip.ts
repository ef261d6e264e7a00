import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inventoryColumns } from '../../mocks/dataset/bill/inventory/inventory.js';
import { loadBill } from '../../mocks/dataset/bill/load-bill.js';
import { startOfDay } from '../../mocks/dataset/calendar.js';
import { exportColumns } from '../../mocks/dataset/export/columns.js';
import { csvChunks } from '../../mocks/dataset/export/csv.js';
import { inventoryRows } from '../../mocks/dataset/export/inventory-rows.js';
import { exportRange, scenarioRows } from '../../mocks/dataset/export/scenario-rows.js';
import { createLedger, type ScenarioLedger } from '../../mocks/dataset/ledger/index.js';
import { ScenarioBill } from '../../mocks/dataset/ledger/scenario/bill.js';
import { ScenarioInvoices } from '../../mocks/dataset/ledger/scenario/invoices.js';
import { createSeedData, type Scenario } from '../../mocks/dataset/seed-data/index.js';
import { lastInstantOf } from '../../mocks/dataset/seed-data/last-instant.js';
import type { SeedData } from '../../mocks/dataset/seed-data/types.js';
import { type TestDataset, testPlan } from '../support/dataset/dataset.js';
import type { DatasetStart } from '../support/dataset/datasets.js';

/** A scenario, and the mock on its export. */
export interface RoundTrip {
  readonly scenario: TestDataset;
  readonly bill: TestDataset;
}

/** Exports a variant of a scenario, and opens the export. */
export async function roundTrip(
  { scenario, seed, now }: DatasetStart & { readonly scenario: Scenario },
  variant: (seedData: SeedData) => SeedData = (seedData) => seedData,
): Promise<RoundTrip> {
  const origin = Date.parse(now);
  const seedData = variant(createSeedData(scenario, origin));
  const ledger = createLedger(seedData, seed, origin);
  const range = exportRange(ledger, origin);
  const folder = mkdtempSync(join(tmpdir(), 'round-trip-'));
  const [charges, inventory] = [join(folder, 'charges.csv'), join(folder, 'inventory.csv')];
  try {
    const columns = Object.keys(exportColumns) as (keyof typeof exportColumns)[];
    writeFileSync(charges, [...csvChunks(columns, scenarioRows(ledger, range))].join(''));
    writeFileSync(inventory, [...csvChunks(inventoryColumns, inventoryRows(ledger, origin))].join(''));
    const { plan } = await loadBill({ paths: [charges], inventory, charges: {} });
    const known = asInBill(seedData, startOfDay(range.first), startOfDay(range.last + 1));
    return {
      scenario: testPlan({ seed, ledger: unrounded(createLedger(known, seed, origin)) }, now),
      bill: testPlan(plan, now),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A ledger with bills that are not rounded. The bill of a scenario is in cents, like an invoice: it rounds the running
 * total of each charge in a month. An export has exact amounts.
 */
function unrounded(ledger: ScenarioLedger): ScenarioLedger {
  const bills = new Map(
    [...ledger.providers.keys()].map((provider) => {
      const exact = (total: number) => total;
      return [
        provider,
        new ScenarioBill(provider, ledger.domainsOf(provider), ledger.firstDay, exact),
      ] as const;
    }),
  );
  return {
    ...ledger,
    billOf: (provider) => bills.get(provider) ?? null,
    invoicesOf(provider) {
      const rule = ledger.seedData.invoiceRules.find((one) => one.provider === provider);
      const bill = bills.get(provider);
      return rule && bill ? new ScenarioInvoices(bill, rule, ledger.services, ledger.originMonth) : null;
    },
  };
}

/** What a bill of a period shows of a scenario. */
function asInBill(seedData: SeedData, from: number, to: number): SeedData {
  const ran = seedData.commitments.filter(
    (one) => one.stateOverride === null && one.start < to && lastInstantOf(one) > from,
  );
  const committed = new Set(ran.map(({ service }) => service));
  const billed = new Set(seedData.cells.map(({ provider }) => provider));
  return {
    ...seedData,
    // A provider without charges is not in the bill; every charge has a list price.
    providers: seedData.providers
      .filter(({ id }) => billed.has(id))
      .map((provider) => ({ ...provider, measured: true, hasListPrices: true })),
    // The bill has one name of a service. It shows that a service is commitable by a charge of a commitment.
    services: seedData.services.map((service) => ({
      ...service,
      label: service.id,
      commitable: committed.has(service.id),
    })),
    // The environment is the tag.
    cells: seedData.cells.map((cell) => ({
      ...cell,
      environment: cell.tags.environment ?? cell.tags.env ?? null,
    })),
    commitments: seedData.commitments.map((commitment) => ({
      ...commitment,
      renewal: null,
      predecessor: null,
    })),
    contracts: [],
    recommendations: [],
    audits: [],
    budgets: [],
    tagKeys: [],
  };
}

/** Without negotiated discounts: a bill has no costs before them. */
export function withoutDiscounts(seedData: SeedData): SeedData {
  return { ...seedData, accounts: seedData.accounts.map((account) => ({ ...account, discountBps: 0 })) };
}

/** Without taxes and adjustments, which the scenario has on invoices only. */
export function withoutInvoices(seedData: SeedData): SeedData {
  return { ...seedData, invoiceRules: [] };
}
