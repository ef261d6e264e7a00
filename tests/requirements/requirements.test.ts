import { describe, expect, it } from 'vitest';
import { checks } from '../../conformance/suite/checks/index.js';
import { expandBraces, readRequirements } from '../../scripts/lib/document/requirements.mjs';
import { document } from '../../src/generated/document.js';
import { operationNodes, type Place, resolveAddress } from './address.js';
import { dereference, isProposed, statedFields } from './schema-walk.js';

const rows = readRequirements();

const placesOf = (address: string): Place[] =>
  expandBraces(address).flatMap((expanded) => resolveAddress(document, expanded));

/** Returns no places for an invalid address, which fails only in the test of its row. */
const placesIfAny = (address: string): Place[] => {
  try {
    return placesOf(address);
  } catch {
    return [];
  }
};

const statedNodes = new Set(
  rows.flatMap(({ document: addresses }) => addresses.flatMap(placesIfAny)).map(({ node }) => node),
);

const operations = operationNodes(document);
const jsonSchema = (message: any) => dereference(document, message).content['application/json'].schema;

describe('requirements.yaml', () => {
  it('has a unique id in every row', () => {
    expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))]);
  });

  it('has a section, a statement and a basis in every row', () => {
    for (const { id, section, statement, basis } of rows) {
      expect(section, id).toBeTruthy();
      expect(statement, id).toMatch(/\.$/);
      expect(basis, id).toMatch(/^(stated|derived)$/);
    }
  });

  it('lists checks in every row, or why there are none', () => {
    const ids = new Set(checks.map(({ id }) => id));
    for (const { id, checks: named = [], unseen } of rows) {
      expect(named.length > 0, id).toBe(unseen === undefined);
      for (const check of named) expect(ids, id).toContain(check);
    }
  });

  it('has a row for every check that can fail a server', () => {
    const covered = new Set(rows.flatMap(({ checks: named = [] }) => named));
    const failing = checks.filter(({ level, basis }) => level === 'MUST' && basis !== 'proposed');
    expect(failing.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });

  it.each(rows)('$id refers to the document', ({ document: addresses, expect: expected = {} }) => {
    for (const address of addresses) expect(placesOf(address), address).not.toHaveLength(0);
    for (const { facts } of placesOf(addresses[0] ?? '')) {
      for (const [name, value] of Object.entries(expected)) {
        if (name === 'type') expect([facts.type].flat()).toContain(value);
        else expect(facts, name).toHaveProperty(name, value);
      }
    }
  });
});

it.each(operations.map(({ node }) => [node.operationId, node]))(
  'every stated part of the document has a row: %s',
  (_, operation) => {
    const missing: string[] = [];
    if (!statedNodes.has(operation)) missing.push('the operation');
    for (const raw of operation.parameters ?? []) {
      const parameter = dereference(document, raw);
      if (!isProposed(document, parameter) && !statedNodes.has(parameter))
        missing.push(`${parameter.in} ${parameter.name}`);
    }
    const bodies: [string, any][] = operation.requestBody ? [['body', operation.requestBody]] : [];
    for (const [where, message] of [...bodies, ...Object.entries<any>(operation.responses)]) {
      if (isProposed(document, message)) continue;
      const { headers = {} } = dereference(document, message);
      for (const [name, header] of Object.entries(headers)) {
        if (!isProposed(document, header) && !statedNodes.has(dereference(document, header))) {
          missing.push(`${where} header ${name}`);
        }
      }
      for (const { node, path } of statedFields(document, jsonSchema(message))) {
        if (!statedNodes.has(node)) missing.push(`${where} ${path}`);
      }
    }
    expect(missing).toEqual([]);
  },
);

it('commitments are read-only', () => {
  const methods = operations
    .filter(({ node }) => node.tags.includes('commitments'))
    .map(({ method }) => method);
  expect(new Set(methods)).toEqual(new Set(['get']));
});
