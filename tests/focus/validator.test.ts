import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type ExportRow, exportColumnsIn } from '../../mocks/dataset/export/columns.js';
import { exportRange, scenarioRows } from '../../mocks/dataset/export/scenario-rows.js';
import { scenarioCharges } from '../../mocks/dataset/scenario/scenario-charges.js';
import { createSeedData, type Scenario } from '../../mocks/dataset/seed-data/index.js';
import { csvChunks } from '../../src/focus/files/csv.js';
import { pythonPackages } from '../support/python-packages.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// The first run installs the validator.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
// numpy 1.26, which the validator requires, has no packages for later versions of Python.
const validator = pythonPackages('focus-validator', requirements, ['3.10', '3.13']);
const missing = validator.missing();

/** Columns that version 1.0.0 of the validator reads under names that FOCUS 1.0 does not have. */
const otherNames = {
  ChargeType: 'ChargeCategory',
  InvoiceIssuer: 'InvoiceIssuerName',
  Provider: 'ProviderName',
  Publisher: 'PublisherName',
  ResourceID: 'ResourceId',
} as const satisfies Record<string, keyof ExportRow>;

type Row = ExportRow & { readonly [name in keyof typeof otherNames]?: string | null };

// In CI, a missing pip is a failure, so that the tests are not skipped unnoticed. No other Python can be installed there.
const isSkipped = missing !== null && (!process.env.CI || missing.startsWith('Python'));
describe.skipIf(isSkipped)(`the FOCUS validator${isSkipped ? ` (skipped: ${missing})` : ''}`, () => {
  const folder = temporaryFolder('focus-validator');
  let env: Readonly<Record<string, string>> = {};
  beforeAll(() => {
    env = validator.install();
    // The validator reads this file, which its package lacks, below the working directory.
    const utils = join(folder, 'focus_validator/utils');
    mkdirSync(utils, { recursive: true });
    writeFileSync(join(utils, 'currency_codes.csv'), ',currency_codes\n0,USD\n');
  });

  /** The names of the failed checks, and the number of all checks. */
  function validate(rows: Iterable<Row>): { failed: string[]; count: number } {
    const columns = [...Object.keys(exportColumnsIn('1.2')), ...Object.keys(otherNames)] as (keyof Row)[];
    writeFileSync(join(folder, 'bill.csv'), [...csvChunks(columns, rows)].join(''));
    const run = 'from focus_validator.main import main; main()';
    const options = ['--data-file', 'bill.csv', '--validate-version', '1.0', '--output-type', 'unittest'];
    execFileSync(validator.python, ['-c', run, ...options, '--output-destination', 'results.xml'], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'pipe',
    });
    const results = readFileSync(join(folder, 'results.xml'), 'utf8');
    const failed = [...results.matchAll(/<failure name="(\w+)"/g)].map(([, name]) => name as string);
    return { failed, count: results.split('<testcase ').length - 1 };
  }

  function rowsOf(scenario: Scenario, seed: number, days: number): Row[] {
    const origin = Date.parse('2026-06-15T12:00:00Z');
    const charges = scenarioCharges(createSeedData(scenario, origin), seed, origin);
    const { last } = exportRange(charges, origin);
    return Array.from(scenarioRows(charges, { first: last - days + 1, last }), (row) => ({
      ...row,
      ...Object.fromEntries(Object.entries(otherNames).map(([name, column]) => [name, row[column]])),
    }));
  }

  test.each([
    ['default', 1, 800],
    ['expiring-soon', 2, 400],
    ['unmeasured', 3, 100],
  ] as const)('accepts the export of %s, seed %i, %i days', (scenario, seed, days) => {
    expect(validate(rowsOf(scenario, seed, days))).toEqual({ failed: [], count: 133 });
  });

  test('rejects missing costs, unknown services and times without a zone', () => {
    const [row] = rowsOf('default', 1, 1);
    const { failed } = validate([
      { ...row, BilledCost: null },
      { ...row, ServiceCategory: 'Machines' },
      { ...row, ChargePeriodStart: '2026-06-14 00:00:00' },
    ]);
    expect(failed).toEqual(
      expect.arrayContaining(['BilledCost_NotNull', 'ServiceCategory_Enum', 'ChargePeriodStart_IsDateTime']),
    );
  });
});
