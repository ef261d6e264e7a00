import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadBill } from '../../mocks/dataset/bill/load-bill.js';
import { type ExportRow, exportColumnsIn } from '../../mocks/dataset/export/columns.js';
import { inventoryRows } from '../../mocks/dataset/export/inventory-rows.js';
import { exportRange, scenarioRows } from '../../mocks/dataset/export/scenario-rows.js';
import { createLedger } from '../../mocks/dataset/scenario/create-ledger.js';
import { scenarioCharges } from '../../mocks/dataset/scenario/scenario-charges.js';
import { createSeedData, type Scenario } from '../../mocks/dataset/seed-data/index.js';
import { largeSeedData } from '../../mocks/dataset/seed-data/large.js';
import { inventoryColumns } from '../../src/focus/datasets/read-inventory.js';
import { csvChunks } from '../../src/focus/files/csv.js';
import { type TestDataset, testLedger } from '../support/dataset/dataset.js';
import type { DatasetStart } from '../support/dataset/datasets.js';

/** A scenario, and the mock on its export. */
export interface RoundTrip {
  readonly scenario: TestDataset;
  readonly bill: TestDataset;
}

export interface RoundTripStart extends DatasetStart {
  readonly scenario: Scenario;
}

/** The files of an export. */
export interface ExportFiles {
  readonly data: string;
  readonly inventory: string;
}

/** Exports a scenario to a folder, and opens the export with its inventory. */
export async function roundTrip(start: RoundTripStart, folder: string): Promise<RoundTrip & ExportFiles> {
  const { scenario, seed, now } = start;
  const origin = Date.parse(now);
  const seedData = scenario === 'large' ? largeSeedData(origin, 80) : createSeedData(scenario, origin);
  const charges = scenarioCharges(seedData, seed, origin);
  const [data, inventory] = [join(folder, 'charges.csv'), join(folder, 'inventory.csv')];
  const columns = Object.keys(exportColumnsIn('1.2')) as (keyof ExportRow)[];
  const rows = scenarioRows(charges, exportRange(charges, origin));
  writeFileSync(data, [...csvChunks(columns, rows)].join(''));
  writeFileSync(inventory, [...csvChunks(inventoryColumns, inventoryRows(seedData, origin))].join(''));
  const { ledger } = await loadBill({ paths: [data], inventory, charges: {} });
  return {
    scenario: testLedger(createLedger(seedData, seed, origin), now),
    bill: testLedger(ledger, now),
    data,
    inventory,
  };
}
