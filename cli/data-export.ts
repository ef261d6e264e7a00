import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isoDate, parseDate } from '../mocks/dataset/calendar.js';
import { type ExportRow, exportColumnsIn } from '../mocks/dataset/export/columns.js';
import { inventoryRows } from '../mocks/dataset/export/inventory-rows.js';
import { exportRange, scenarioRows } from '../mocks/dataset/export/scenario-rows.js';
import type { ExportVersion } from '../mocks/dataset/export/versions.js';
import { scenarioCharges } from '../mocks/dataset/scenario/scenario-charges.js';
import { createSeedData, type Scenario } from '../mocks/dataset/seed-data/index.js';
import { defaultNow } from '../mocks/session/clock.js';
import { inventoryColumns } from '../src/focus/datasets/read-inventory.js';
import { csvChunks } from '../src/focus/files/csv.js';
import { csvToParquet } from '../src/focus/files/csv-to-parquet.js';
import { DuckDbMissingError } from '../src/focus/focus-error.js';
import { type CommandIo, UsageError } from './command.js';
import { checkNewFiles, type NewFile, WriteError, writeNewFiles } from './output/new-file.js';

export interface DataExportOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly now?: string;
  readonly start?: string;
  readonly focus: ExportVersion;
  readonly out: string;
  readonly format?: 'csv' | 'parquet';
  readonly inventory?: string;
  readonly force?: boolean;
}

type Export = ReturnType<typeof planExport>;

/**
 * Writes a scenario as a FOCUS export, and the inventory of its commitments.
 *
 * @throws {UsageError}
 */
export async function runDataExport(options: DataExportOptions, io: CommandIo): Promise<number> {
  const { signal } = io;
  checkNames(options);
  const format = formatOf(options);
  const plan = planExport(options);
  const { out, inventory, force = false } = options;
  const files = [
    ...(out === '-' ? [] : [chargesFile(out, plan, format, signal)]),
    ...(inventory === undefined ? [] : [inventoryFile(inventory, plan, signal)]),
  ];
  await checkNewFiles(files, force);
  try {
    if (out === '-') await print(chargeChunks(plan), io);
    await writeNewFiles(files, force);
  } catch (error) {
    if (error instanceof DuckDbMissingError) throw new UsageError(error.message);
    if (!(error instanceof WriteError || signal.aborted)) throw error;
    const problem = signal.aborted ? 'Interrupted: the files are not written.' : (error as Error).message;
    io.stderr.write(`cost-contract data export: ${problem}\n`);
    return 2;
  }
  io.stderr.write(summary(plan, options));
  return 0;
}

/** An export, whose rows are counted as they are written. */
function planExport({ scenario, seed, now = defaultNow, start, focus }: DataExportOptions) {
  const origin = Date.parse(now);
  const charges = scenarioCharges(createSeedData(scenario, origin), seed, origin);
  const first = start === undefined ? undefined : parseDate(start);
  const range = exportRange(charges, origin, first);
  if (range.first > range.last) {
    throw new UsageError(`--start must be at most ${isoDate(range.last)}, the day before --now.`);
  }
  return { charges, now: origin, range, columns: exportColumnsIn(focus), rows: 0 };
}

function* counted(plan: Export): Generator<ExportRow> {
  for (const row of scenarioRows(plan.charges, plan.range)) {
    plan.rows += 1;
    yield row;
  }
}

function chargeChunks(plan: Export): Iterable<string> {
  return csvChunks(Object.keys(plan.columns) as (keyof ExportRow)[], counted(plan));
}

function chargesFile(path: string, plan: Export, format: 'csv' | 'parquet', signal: AbortSignal): NewFile {
  const write = (file: string) =>
    format === 'parquet' ? writeParquet(file, plan, signal) : writeText(file, chargeChunks(plan), signal);
  return { path, write };
}

/** @throws {UsageError} for Parquet on standard output */
function formatOf({ out, format = isParquet.test(out) ? 'parquet' : 'csv' }: DataExportOptions) {
  if (format === 'csv' || out !== '-') return format;
  throw new UsageError('Parquet needs a file: add --out FILE.parquet.');
}

const isParquet = /\.parquet$/i;
const isJson = /\.json$/i;
/** Names of files in formats that are not written. */
const otherFormats = /\.(gz|json|xlsx?|zip|zst)$/i;

/** @throws {UsageError} for a name of another format, and for an inventory on standard output */
function checkNames({ out, inventory = '', format }: DataExportOptions): void {
  if (format === undefined && otherFormats.test(out))
    throw new UsageError(`${out}: charges are written as CSV or Parquet. Name the file .csv or .parquet.`);
  if (inventory === '-') throw new UsageError('The inventory needs a file: --inventory inventory.csv.');
  if (otherFormats.test(inventory.replace(isJson, '')) || isParquet.test(inventory))
    throw new UsageError(
      `${inventory}: the inventory is written as CSV or JSON. Name the file .csv or .json.`,
    );
}

/** Waits for the reader, so that memory does not grow with the output. */
async function print(chunks: Iterable<string>, { stdout, signal }: CommandIo): Promise<void> {
  for (const chunk of chunks) {
    signal.throwIfAborted();
    stdout.writeRaw(chunk);
    await stdout.drained?.();
  }
}

async function writeText(file: string, chunks: Iterable<string>, signal: AbortSignal): Promise<void> {
  await pipeline(Readable.from(chunks), createWriteStream(file), { signal });
}

async function writeParquet(file: string, plan: Export, signal: AbortSignal): Promise<void> {
  const csv = `${file}.csv`;
  try {
    await writeText(csv, chargeChunks(plan), signal);
    await csvToParquet(csv, file, plan.columns);
  } finally {
    await rm(csv, { force: true });
  }
}

function inventoryFile(path: string, { charges, now }: Export, signal: AbortSignal): NewFile {
  const rows = inventoryRows(charges.seedData, now);
  const text = isJson.test(path) ? [`${JSON.stringify(rows, null, 2)}\n`] : csvChunks(inventoryColumns, rows);
  return { path, write: (file) => writeText(file, text, signal) };
}

function summary(
  { rows, range, charges: { seedData } }: Export,
  { out, inventory }: DataExportOptions,
): string {
  const period = `${isoDate(range.first)} to ${isoDate(range.last)}`;
  const charges = `Wrote ${rows.toLocaleString('en-US')} charges from ${period} to ${out === '-' ? 'standard output' : out}.\n`;
  if (inventory === undefined) return charges;
  return `${charges}Wrote ${seedData.commitments.length} commitments to ${inventory}.\n`;
}
