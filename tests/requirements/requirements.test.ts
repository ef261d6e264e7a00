import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checks } from '../../conformance/checks/index.js';
import { document } from '../../src/generated/document.js';
import { expandBraces, operationNodes, type Place, resolveAddress } from './address.js';
import { dereference, isProposed, statedFields } from './schema-walk.js';

interface Row {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  readonly basis: string;
  readonly document: readonly string[];
  readonly expect?: Readonly<Record<string, unknown>>;
  readonly checks?: readonly string[];
  readonly unseen?: string;
}

const rows: readonly Row[] = parse(
  readFileSync(new URL('../../conformance/requirements.yaml', import.meta.url), 'utf8'),
);

const placesOf = (address: string): Place[] =>
  expandBraces(address).flatMap((expanded) => resolveAddress(document, expanded));

/** An address that leads nowhere fails in the test of its own row, and only there. */
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
  it('gives every row its own id', () => {
    expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))]);
  });

  it('says of every row where it comes from and on what ground', () => {
    for (const { id, section, statement, basis } of rows) {
      expect(section, id).toBeTruthy();
      expect(statement, id).toMatch(/\.$/);
      expect(basis, id).toMatch(/^(stated|derived)$/);
    }
  });

  it('names for every row the checks that prove it, or why none can', () => {
    const ids = new Set(checks.map(({ id }) => id));
    for (const { id, checks: named = [], unseen } of rows) {
      expect(named.length > 0, id).toBe(unseen === undefined);
      for (const check of named) expect(ids, id).toContain(check);
    }
  });

  it('has a row for every check that can fail a server', () => {
    const bound = new Set(rows.flatMap(({ checks: named = [] }) => named));
    const failing = checks.filter(({ level, basis }) => level === 'MUST' && basis !== 'proposed');
    expect(failing.map(({ id }) => id).filter((id) => !bound.has(id))).toEqual([]);
  });

  it.each(rows)('$id stands where it says', ({ document: addresses, expect: expected = {} }) => {
    for (const address of addresses) expect(placesOf(address), address).not.toHaveLength(0);
    for (const { facts } of placesOf(addresses[0] ?? '')) {
      for (const [name, value] of Object.entries(expected)) {
        if (name === 'type') expect([facts.type].flat()).toContain(value);
        else expect(facts, name).toHaveProperty(name, value);
      }
    }
  });
});

describe('the document holds nothing stated that no row tells', () => {
  it.each(operations.map(({ node }) => [node.operationId, node]))('%s', (_, operation) => {
    const untold: string[] = [];
    if (!statedNodes.has(operation)) untold.push('the operation');
    for (const raw of operation.parameters ?? []) {
      const parameter = dereference(document, raw);
      if (!isProposed(document, parameter) && !statedNodes.has(parameter))
        untold.push(`${parameter.in} ${parameter.name}`);
    }
    const bodies: [string, any][] = operation.requestBody ? [['body', operation.requestBody]] : [];
    for (const [where, message] of [...bodies, ...Object.entries<any>(operation.responses)]) {
      if (isProposed(document, message)) continue;
      const { headers = {} } = dereference(document, message);
      for (const [name, header] of Object.entries(headers)) {
        if (!isProposed(document, header) && !statedNodes.has(dereference(document, header))) {
          untold.push(`${where} header ${name}`);
        }
      }
      for (const { node, path } of statedFields(document, jsonSchema(message))) {
        if (!statedNodes.has(node)) untold.push(`${where} ${path}`);
      }
    }
    expect(untold).toEqual([]);
  });
});

describe('the commitments', () => {
  it('can only be read', () => {
    const methods = operations
      .filter(({ node }) => node.tags.includes('commitments'))
      .map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(['get']));
  });
});
