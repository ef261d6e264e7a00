import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type ExportRow, exportColumnsIn } from '../../mocks/dataset/export/columns.js';
import { csvChunks } from '../../mocks/dataset/export/csv.js';
import { exportRange, scenarioRows } from '../../mocks/dataset/export/scenario-rows.js';
import { createLedger } from '../../mocks/dataset/ledger/index.js';
import { createSeedData, type Scenario } from '../../mocks/dataset/seed-data/index.js';
import { pythonPackages } from '../support/python-packages.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// The first run installs the validator.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const requirements = fileURLToPath(new URL('requirements-1.2.txt', import.meta.url));
// The rules of FOCUS 1.2 are the latest that it has; it would download others.
const validator = pythonPackages('focus-validator-1.2', requirements, ['3.12', '3.13']);
const missing = validator.missing();

const isSkipped = missing !== null && (!process.env.CI || missing.startsWith('Python'));
describe.skipIf(isSkipped)(`the newest FOCUS validator${isSkipped ? ` (skipped: ${missing})` : ''}`, () => {
  const folder = temporaryFolder('focus-validator-1.2');
  let env: Readonly<Record<string, string>> = {};
  beforeAll(() => {
    env = validator.install();
    // The validator reads these below the working directory.
    const rules = join(folder, 'focus_validator/rules');
    mkdirSync(rules, { recursive: true });
    const name = 'currency_codes.csv';
    cpSync(join(env.PYTHONPATH as string, 'focus_validator/rules', name), join(rules, name));
  });

  /** The names of the failed checks, and whether there are any checks. */
  function validate(rows: Iterable<ExportRow>): { failed: string[]; hasChecks: boolean } {
    const columns = Object.keys(exportColumnsIn('1.2')) as (keyof ExportRow)[];
    writeFileSync(join(folder, 'bill.csv'), [...csvChunks(columns, rows)].join(''));
    const run = 'from focus_validator.main import main; main()';
    const options = ['--data-file', 'bill.csv', '--validate-version', '1.2.0.1', '--block-download'];
    const output = ['--output-type', 'unittest', '--output-destination', 'results.xml'];
    execFileSync('python3', ['-c', run, ...options, '--focus-dataset', 'CostAndUsage', ...output], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'pipe',
    });
    const results = readFileSync(join(folder, 'results.xml'), 'utf8');
    const failed = [...results.matchAll(/<failure name="([\w-]+)"/g)].map(([, name]) => name as string);
    return { failed, hasChecks: results.split('<testcase ').length > 500 };
  }

  function rowsOf(scenario: Scenario, seed: number, days: number): ExportRow[] {
    const origin = Date.parse('2026-06-15T12:00:00Z');
    const ledger = createLedger(createSeedData(scenario, origin), seed, origin);
    const { last } = exportRange(ledger, origin);
    return [...scenarioRows(ledger, { first: last - days + 1, last })];
  }

  /** One rule fails in every bill: its parts demand an invoice of every row, or of none. */
  const parts = ['InvoiceId-C-004-C', 'InvoiceId-C-005-C'];
  const ofEveryRow = ['InvoiceId-C-000-O', 'InvoiceId-C-003-C', ...parts];

  test.each([
    ['default', 1, 10, parts.slice(1)],
    ['expiring-soon', 2, 40, ofEveryRow],
    ['unmeasured', 3, 100, ofEveryRow],
  ] as const)('accepts the export of %s, seed %i, %i days', (scenario, seed, days, failed) => {
    expect(validate(rowsOf(scenario, seed, days))).toEqual({ failed, hasChecks: true });
  });

  test('rejects missing costs', () => {
    const [row] = rowsOf('default', 1, 1);
    expect(validate([{ ...row, BilledCost: null }]).failed).toContain('BilledCost-C-003-M');
  });
});
