import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

/** Names of one fact in the several reads that tell it. */
const facts: Record<string, string[]> = {
  provider: ['provider'],
  service: ['service'],
  service_label: ['service_label'],
  region: ['region'],
  kind: ['kind'],
  account: ['account_id', 'holder_account_id'],
  starts: ['start_date', 'start'],
  ends: ['end_date', 'end'],
  ends_at: ['end_at'],
};

/** Every object in the domain's examples, however deep. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

const operationIds = new Set(
  Object.values<any>(document.paths)
    .map((item) => item.get)
    .filter((operation) => operation?.tags.includes('commitments'))
    .map((operation) => operation.operationId),
);
const objects = Object.entries<any>(document.components.examples)
  .filter(([name]) => operationIds.has(name.split('.')[0]))
  .flatMap(([name, example]) => [...objectsIn(example.value)].map((object) => ({ name, object })));

const known = new Map<string, Record<string, unknown>>(
  document.components.examples['listCommitments.everything'].value.data.items.map((row: any) => [
    row.id,
    row,
  ]),
);

describe('the examples of the commitment reads', () => {
  it('tell the same facts of a commitment everywhere', () => {
    const told = new Map<string, { value: unknown; name: string }>();
    const contradictions: string[] = [];
    for (const { name, object } of objects) {
      if (!known.has(object.id as string)) continue;
      for (const [fact, names] of Object.entries(facts)) {
        const property = names.find((candidate) => object[candidate] != null);
        if (!property) continue;
        const value = object[property];
        const key = `${fact} of ${object.id}`;
        const before = told.get(key);
        if (!before) told.set(key, { value, name });
        else if (before.value !== value)
          contradictions.push(`${key}: ${before.name} ${before.value}, ${name} ${value}`);
      }
    }
    expect(told.size).toBeGreaterThan(known.size);
    expect(contradictions).toEqual([]);
  });

  it('give an account one name', () => {
    const names = new Map<unknown, Set<unknown>>();
    for (const { object } of objects) {
      for (const prefix of ['account', 'holder_account']) {
        const id = object[`${prefix}_id`];
        const accountName = object[`${prefix}_name`];
        if (id != null && accountName != null)
          names.set(id, new Set([...(names.get(id) ?? []), accountName]));
      }
    }
    expect(names.size).toBeGreaterThan(1);
    expect([...names].filter(([, set]) => set.size > 1)).toEqual([]);
  });
});
