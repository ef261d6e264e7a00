import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, expectTypeOf, test } from 'vitest';
import { operationMethods } from '../generated/methods.js';
import { operations } from '../generated/operations.js';
import type { DataOf, OperationId } from './named-methods.js';

test('has a method for every operation of the document', () => {
  expect(Object.keys(operationMethods)).toEqual(operations.map(({ operationId }) => operationId));
});

test('returns a PagedResponse for exactly the operations whose payload is a page', () => {
  type Methods = typeof operationMethods;
  type Paged = { [Id in OperationId]: Methods[Id] extends { paged: true } ? Id : never }[OperationId];
  type Page = {
    [Id in OperationId]: DataOf<Id> extends { items: readonly unknown[]; pagination: object } ? Id : never;
  }[OperationId];
  expectTypeOf<Paged>().toEqualTypeOf<Page>();
});

test('has no path parameter with the name of a query parameter', () => {
  for (const { operationId, parameters } of operations) {
    const names = parameters.filter(({ in: where }) => where !== 'header').map(({ name }) => name);
    expect(new Set(names).size, operationId).toBe(names.length);
  }
});

test('provides the summary and deprecation of each method to editors', {
  timeout: 60_000,
}, () => {
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
  const type = checker.getDeclaredTypeOfSymbol(client);
  for (const { operationId, summary, deprecated } of operations) {
    const method = type.getProperty(operationId) as ts.Symbol;
    expect(ts.displayPartsToString(method.getDocumentationComment(checker))).toBe(`${summary}.`);
    expect(method.getJsDocTags(checker).some(({ name }) => name === 'deprecated')).toBe(deprecated);
  }
});
