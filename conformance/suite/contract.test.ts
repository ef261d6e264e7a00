import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { document } from '../../src/generated/document.js';
import { operations } from '../../src/generated/operations.js';
import {
  isProposedConstraint,
  isProposedOperation,
  isProposedParameter,
  isProposedPart,
  operationOf,
} from './contract.js';

test('an operation whose path is not documented by the service is proposed', () => {
  expect(isProposedOperation('getCoverageRates')).toBe(true);
  expect(isProposedOperation('listCommitments')).toBe(false);
});

test('a parameter can be stated while its constraint is proposed', () => {
  expect(isProposedParameter('listCommitments', 'query:page_size')).toBe(false);
  expect(isProposedConstraint('listCommitments', 'query:page_size')).toBe(true);
  expect(isProposedConstraint('listCommitments', 'query:kind')).toBe(false);
});

test('a field of a stated resource is stated, across lists and references', () => {
  expect(isProposedPart('listCommitments', 200, ['data', 'items', '0', 'monthly_commitment_usd'])).toBe(
    false,
  );
});

test('an undocumented field is proposed', () => {
  expect(isProposedPart('listCommitments', 200, ['data', 'items', '0', 'colour'])).toBe(true);
});

test('a field inside a proposed part is proposed', () => {
  expect(isProposedPart('listCommitmentInventory', 200, ['data', 'rows', '0', 'state'])).toBe(true);
});

test('operationOf returns the operation of an id', () => {
  expect(operationOf('listProviders').path).toBe('/api/v1/providers');
});

describe('the engine', () => {
  const folder = 'conformance/engine';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const source = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const words = new Set(source.match(/\w+/g));

  test('names no operation of the contract', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(operations.map(({ operationId }) => operationId).filter((id) => words.has(id))).toEqual([]);
  });

  test('names no field of the contract', () => {
    const fields = [...fieldsOf(document)].filter((name) => name.includes('_'));
    expect(fields.length).toBeGreaterThan(100);
    expect(fields.filter((name) => words.has(name))).toEqual([]);
  });
});

/** Returns the names of all properties in schemas. */
function fieldsOf(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return names;
  for (const [key, own] of Object.entries(value)) {
    if (key === 'properties') for (const name of Object.keys(own)) names.add(name);
    fieldsOf(own, names);
  }
  return names;
}
