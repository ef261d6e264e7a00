import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { operations } from '../generated/operations.js';
import type { PagedPath } from './call.js';
import { type NamedOperation, namedOperations } from './methods.js';

const named = Object.entries(namedOperations).flatMap(([group, methods]) =>
  Object.entries<NamedOperation>(methods).map(([name, operation]) => ({ group, name, ...operation })),
);
const operationOf = ({ method, path }: NamedOperation) =>
  operations.find((operation) => operation.method === method.toUpperCase() && operation.path === path);

describe('namedOperations', () => {
  it('names every operation of the document once', () => {
    expect(
      named
        .map(operationOf)
        .map((operation) => operation?.operationId)
        .sort(),
    ).toEqual(operations.map(({ operationId }) => operationId).sort());
  });

  it('groups them as the document does', () => {
    const groups = named.map((method) => [
      method.group.toLowerCase(),
      operationOf(method)?.tag.replace('-', ''),
    ]);
    expect(groups.filter(([group, tag]) => group !== tag)).toEqual([]);
  });

  it('tells which ones come in pages', () => {
    type Methods = {
      [Group in keyof typeof namedOperations]: (typeof namedOperations)[Group][keyof (typeof namedOperations)[Group]];
    };
    type Paged = Extract<Methods[keyof Methods], { paged: true }>['path'];
    expectTypeOf<Paged>().toEqualTypeOf<PagedPath>();
  });

  it('can tell a path parameter from a query parameter by its name', () => {
    for (const { operationId, parameters } of operations) {
      const names = parameters.filter(({ in: where }) => where !== 'header').map(({ name }) => name);
      expect(new Set(names).size, operationId).toBe(names.length);
    }
  });
});

describe('what an editor shows of a named method', { timeout: 60_000 }, () => {
  let shown: Map<string, { readonly text: string; readonly deprecated: boolean }>;
  beforeAll(() => {
    const file = fileURLToPath(new URL('create-client.ts', import.meta.url));
    const { config } = ts.readConfigFile(
      fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
      ts.sys.readFile,
    );
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
    const program = ts.createProgram([file], { ...options, noEmit: true });
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(file) as ts.SourceFile;
    const client = checker
      .getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol)
      .find(({ name }) => name === 'Client') as ts.Symbol;
    const membersOf = (symbol: ts.Symbol) => checker.getTypeOfSymbol(symbol).getProperties();
    shown = new Map(
      checker
        .getDeclaredTypeOfSymbol(client)
        .getProperties()
        .flatMap((group) =>
          membersOf(group).map((method) => [
            `${group.name}.${method.name}`,
            {
              text: ts.displayPartsToString(method.getDocumentationComment(checker)),
              deprecated: method.getJsDocTags(checker).some(({ name }) => name === 'deprecated'),
            },
          ]),
        ),
    );
  }, 60_000);

  it('is the summary of its operation, struck out where that is deprecated', () => {
    for (const method of named) {
      const operation = operationOf(method);
      expect(shown.get(`${method.group}.${method.name}`)).toEqual({
        text: `${operation?.summary}.`,
        deprecated: operation?.deprecated,
      });
    }
  });
});
