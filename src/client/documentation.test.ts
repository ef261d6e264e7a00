import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { scriptedFetch } from '../../tests/support/client/scripted-fetch.js';
import { operationMethods } from '../generated/methods.js';
import { operations } from '../generated/operations.js';
import { type Client, createClient } from './create-client.js';
import type { DataOf, OperationId } from './methods/operation-types.js';

test('has a method for every operation of the document', () => {
  expect(Object.keys(operationMethods)).toEqual(operations.map(({ operationId }) => operationId));
});

test('returns a PagedResponse for exactly the operations whose payload is a page', () => {
  type Paged = {
    [Id in OperationId]: ReturnType<Client[Id]> extends AsyncIterable<unknown> ? Id : never;
  }[OperationId];
  type Page = {
    [Id in OperationId]: DataOf<Id> extends { items: readonly unknown[]; pagination: object } ? Id : never;
  }[OperationId];
  expectTypeOf<Paged>().toEqualTypeOf<Page>();
  const pages: Record<Page, true> = {
    listCommitments: true,
    listCommitmentCoverage: true,
    getCostBreakdown: true,
    listRecommendations: true,
  };
  const client = createClient({
    baseUrl: 'http://127.0.0.1:4010',
    apiKey: 'ccc_test',
    fetch: scriptedFetch(),
  });
  const paged = operations.filter(({ operationId }) => {
    const response: Promise<unknown> = (client[operationId] as () => Promise<unknown>)();
    response.catch(() => {});
    return Symbol.asyncIterator in response;
  });
  expect(paged.map(({ operationId }) => operationId)).toEqual(Object.keys(pages));
});

test('has no path parameter with the name of a query parameter', () => {
  for (const { operationId, parameters } of operations) {
    const names = parameters.filter(({ in: where }) => where !== 'header').map(({ name }) => name);
    expect(new Set(names).size, operationId).toBe(names.length);
  }
});

test('exports no type of its own under the name of a schema', () => {
  const namesIn = (file: string, pattern: RegExp) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    return [...text.matchAll(pattern)].flatMap(([, names = '']) => names.match(/\b[A-Z]\w*/g) ?? []);
  };
  const generated = namesIn('../generated/types.ts', /^export type (\w+) =/gm);
  expect(generated).toEqual(expect.arrayContaining(['Commitment', 'GetCommitmentParameters']));
  const own = namesIn('index.ts', /^export (?:type )?\{(.*)\}/gm);
  expect(own.filter((name) => generated.includes(name))).toEqual([]);
});

describe('an editor', () => {
  const program = [
    "import { createClient, type InventoryRow } from './index.js';",
    "const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test_caller' });",
    "const detail = await client.getCommitment({ commitment_id: 'ri-1' });",
    'const rate = await client.getEffectiveSavingsRate();',
    'const providers = await client.listProviders();',
    'const page = await client.listCommitments();',
    'for await (const commitment of client.listCommitments()) commitment.kind;',
    "const { rows } = await client.listCommitmentInventory({ instrument: 'ri' });",
    'const row: InventoryRow | undefined = rows[0];',
    'const received = await client.getRenewal({ commitment_id: `ri-1` }).withResponse();',
    ...operations.map(({ operationId }) => `client.${operationId};`),
  ].join('\n');
  const hover = hoverIn(program);

  test.each([
    ['detail', 'const detail: CommitmentDetail'],
    ['rate', 'const rate: EffectiveSavingsRate'],
    ['providers', 'const providers: Provider[]'],
    ['page', 'const page: PageOf<CommitmentPage>'],
    ['commitment', 'const commitment: Commitment'],
    ['rows', 'const rows: InventoryRow[]'],
    ['row:', 'const row: InventoryRow | undefined'],
    ['received', 'const received: ApiResponse<Renewal>'],
    ['kind;', '(property) kind: CommitmentKind'],
  ])('shows the name of the type of %s', (name, text) => {
    expect(hover(name).text).toBe(text);
  });

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'shows the types and the documentation of %s',
    (id, { summary, deprecated, parameters }) => {
      const { text, documentation, tags } = hover(`${id};`);
      expect(text).toMatch(
        /^\(method\) NamedMethods\.\w+\([\w?:, <>]*\): (ApiPromise|PagedResponse)<[\w[\], ]+>$/,
      );
      const [title, description] = documentation.split('\n\n');
      expect([title, description !== undefined]).toEqual([`${summary}.`, !deprecated]);
      const named = tags.filter(({ name }) => name === 'param').map(({ text }) => text.split(' ')[0]);
      const inArgument = parameters.filter(({ in: where }) => where !== 'header');
      expect(named).toEqual(expect.arrayContaining(inArgument.map(({ name }) => `parameters.${name}`)));
      expect(named.at(-1)).toBe('options');
      for (const { name, text } of tags) expect(text, name).toMatch(/\S+/);
      const names = new Set(tags.map(({ name }) => name));
      for (const name of ['returns', 'throws', 'see']) expect(names).toContain(name);
      expect(names.has('deprecated')).toBe(deprecated);
    },
  );
});

/** Returns what TypeScript shows in an editor for the first occurrence of a text in a program beside this file. */
function hoverIn(program: string) {
  const file = fileURLToPath(new URL('hover.ts', import.meta.url));
  const tsconfig = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
  const read = (name: string) => (name === file ? program : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(read(name) ?? ''),
    getCurrentDirectory: () => fileURLToPath(new URL('../..', import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
  });
  return (text: string) => {
    const at = new RegExp(`(?<=const |const \\{ |\\.)${text}`).exec(program)?.index ?? -1;
    const info = service.getQuickInfoAtPosition(file, at);
    return {
      text: ts.displayPartsToString(info?.displayParts),
      documentation: ts.displayPartsToString(info?.documentation),
      tags: (info?.tags ?? []).map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text) })),
    };
  };
}
