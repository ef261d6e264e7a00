import { expect, it } from 'vitest';
import { invariants } from './index.js';

/** W1 to W92 that no property of shown figures stands for, and where they are held instead. */
const heldElsewhere: Readonly<Record<string, string>> = {
  W1: 'the envelope: `ask` and `testing/validated.ts` hold every answer to the document',
};

it('holds every invariant in a property, or says where else it is held', () => {
  const held = new Set(invariants.flatMap((claim) => claim.invariants));
  const all = Array.from({ length: 92 }, (_, i) => `W${i + 1}`);
  expect(all.filter((name) => !held.has(name)).toSorted()).toEqual(Object.keys(heldElsewhere).toSorted());
  expect([...held].filter((name) => !all.includes(name))).toEqual([]);
});

it('says each thing once', () => {
  const sentences = invariants.map(({ sentence }) => sentence);
  expect(new Set(sentences).size).toBe(sentences.length);
});
