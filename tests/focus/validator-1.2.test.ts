import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const requirements = fileURLToPath(new URL('requirements-1.2.txt', import.meta.url));
/** The rules of FOCUS 1.2 are the latest that it has; it would download others. */
const version = '1.2.0.1';

/** A rule of the validator. */
interface Rule {
  readonly ValidationCriteria: {
    readonly Requirement: {
      readonly CheckFunction?: string;
      readonly Items?: readonly { readonly ModelRuleId?: string }[];
    };
  };
}

// numpy 1.26, which the validator requires, has no packages for later versions of Python.
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

  /**
   * The parts of rules that require one of several rules, such as a value in every row or in none: if the whole passes, a part
   * that fails is only the other choice.
   */
  function alternatives(passes: (name: string) => boolean): ReadonlySet<string> {
    const path = join(env.PYTHONPATH as string, 'focus_validator/rules', `model-${version}.json`);
    const { ModelRules } = JSON.parse(readFileSync(path, 'utf8')) as { ModelRules: Record<string, Rule> };
    const parts = Object.entries(ModelRules).flatMap(([name, { ValidationCriteria }]) => {
      const { CheckFunction, Items = [] } = ValidationCriteria.Requirement;
      return CheckFunction === 'OR' && passes(name) ? Items : [];
    });
    return new Set(parts.flatMap(({ ModelRuleId = [] }) => ModelRuleId));
  }

  /** The names of the failed rules, and whether there are any rules. */
  function validate(rows: Iterable<ExportRow>): { failed: string[]; hasRules: boolean } {
    const columns = Object.keys(exportColumnsIn('1.2')) as (keyof ExportRow)[];
    writeFileSync(join(folder, 'bill.csv'), [...csvChunks(columns, rows)].join(''));
    const run = 'from focus_validator.main import main; main()';
    const options = ['--data-file', 'bill.csv', '--validate-version', version, '--block-download'];
    const output = ['--output-type', 'unittest', '--output-destination', 'results.xml'];
    execFileSync(validator.python, ['-c', run, ...options, '--focus-dataset', 'CostAndUsage', ...output], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'pipe',
    });
    const [, ...cases] = readFileSync(join(folder, 'results.xml'), 'utf8').split('<testcase name="');
    const named = (outcome: RegExp) =>
      cases.filter((text) => outcome.test(text)).map((text) => text.split(' ', 1)[0] as string);
    const failed = new Set(named(/<(failure|error)\b/));
    const others = alternatives((name) => !failed.has(name));
    return { failed: [...failed].filter((name) => !others.has(name)), hasRules: cases.length > 500 };
  }

  function rowsOf(scenario: Scenario, seed: number, days: number): ExportRow[] {
    const origin = Date.parse('2026-06-15T12:00:00Z');
    const charges = scenarioCharges(createSeedData(scenario, origin), seed, origin);
    const { last } = exportRange(charges, origin);
    return [...scenarioRows(charges, { first: last - days + 1, last })];
  }

  test('accepts the exports of three scenarios', () => {
    const rows = [
      ...rowsOf('default', 1, 10),
      ...rowsOf('expiring-soon', 2, 40),
      ...rowsOf('unmeasured', 3, 100),
    ];
    expect(validate(rows)).toEqual({ failed: [], hasRules: true });
  });

  test('rejects missing costs, and invoices of a part of the rows', () => {
    const [row, ...more] = rowsOf('default', 1, 1);
    const { failed } = validate([{ ...row, BilledCost: null, InvoiceId: null }, ...more]);
    expect(failed).toEqual(
      expect.arrayContaining(['BilledCost-C-003-M', 'InvoiceId-C-003-C', 'InvoiceId-C-004-C']),
    );
  });
});
