import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { faultyServersByArea } from '../faulty-servers/index.js';
import { judge } from '../faulty-servers/judge.js';
import { reportErrors, reportSchema, schemaErrorsIn } from '../support/suite/report-errors.js';
import { runSuite } from '../support/suite/run-suite.js';

test('validates a report of the mock, which conforms', async () => {
  const report = await judge({ base: 'mock' });
  expect(exitCodeOf(report)).toBe(0);
  expect(reportErrors(report)).toEqual([]);
});

// tests/mock/scenarios.test.ts validates a report of Prism.

test('validates a report of a server with many violations', async () => {
  const defects = [...(faultyServersByArea.errors ?? []), ...(faultyServersByArea.parameters ?? [])].filter(
    ({ base }) => base === 'independent',
  );
  const report = await judge({
    change: (server) => defects.reduce((faulty, { change }) => change(faulty), server),
  });
  expect(exitCodeOf(report)).toBe(1);
  expect(report.results.some(({ violations }) => violations.length > 1)).toBe(true);
  expect(reportErrors(report)).toEqual([]);
});

test('validates an incomplete report', async () => {
  const report = await runSuite({ fixtures: {} });
  expect(exitCodeOf(report)).toBe(3);
  expect(reportErrors(report)).toEqual([]);
});

test('validates a report with a stale waiver', async () => {
  const before = await runSuite();
  const warned = before.results.find(
    ({ status, violations }) => status === 'warned' && violations.length === 1,
  );
  const known = { reason: 'Known.', expires: '2999-12-31', fingerprint: warned?.fingerprint ?? '' };
  const report = await runSuite({
    waivers: [
      { ...known, check: warned?.id ?? '', operations: [warned?.operation ?? null] },
      { ...known, check: 'envelope.success-has-data', operations: ['listProviders'] },
    ],
  });
  expect([report.summary.waived, report.stale_waivers.length]).toEqual([1, 1]);
  expect(reportErrors(report)).toEqual([]);
});

test('rejects an object that is not a report', () => {
  expect(schemaErrorsIn({}).map(({ params }) => params.missingProperty)).toEqual(reportSchema.required);
});

test('describes every property', () => {
  const undocumented: string[] = [];
  const walk = (part: any, path: string): void => {
    for (const [name, property] of Object.entries<any>(part.properties ?? {})) {
      const described =
        property.description ?? reportSchema.$defs[property.$ref?.slice('#/$defs/'.length)]?.description;
      if (!described) undocumented.push(`${path}.${name}`);
      walk(property, `${path}.${name}`);
    }
    if (part.items) walk(part.items, `${path}[]`);
  };
  walk(reportSchema, '');
  for (const [name, part] of Object.entries(reportSchema.$defs)) walk(part, name);
  expect(undocumented).toEqual([]);
});

test('is equivalent to the TypeScript types', { timeout: 120_000 }, async () => {
  const { $defs, $schema: _, $id: __, ...report } = reportSchema;
  const components = JSON.parse(
    JSON.stringify({ schemas: { Report: report, ...$defs } }).replaceAll('#/$defs/', '#/components/schemas/'),
  );
  const nodes = await openapiTypescript(
    { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components },
    { immutable: true },
  );
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const file = `${root}conformance/engine/report/agreement.ts`;
  const code = `${astToString(nodes)}
import type { OperationId } from '../operation.js';
import type { Report } from '../report.js';
/** The schema has no list of operations. */
type Widened<T> = T extends OperationId ? string : T extends object ? { readonly [K in keyof T]: Widened<T[K]> } : T;
type Described = components['schemas']['Report'];
export const toSchema = (report: Report): Described => report;
export const toType = (described: Described): Widened<Report> => described;
`;
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => (path === file ? code : readFile(path));
  host.getSourceFile = (path, target, ...rest) =>
    path === file ? ts.createSourceFile(path, code, target) : getSourceFile(path, target, ...rest);
  const program = ts.createProgram([file], { ...options, noEmit: true }, host);
  const source = program.getSourceFile(file);
  const errors = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});
