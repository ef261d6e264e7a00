import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billRows, csvOf } from '../../support/bill/bill-rows.js';
import { billRequests, figuresIn } from './bill-requests.js';
import { type Findings, findingsOf, mockOf, respond, serveTasks } from './evaluation.js';
import { usePlanBill } from './exchangeable-bill.js';
import { useDataset } from './exchangeable-dataset.js';

// As evaluator.ts, for mocks that serve a bill: a mutant is visible if it changes a figure that a bill determines.

/** The clocks that mutants are compared at: within the bill, and at its end. */
const starts = ['2026-06-28T12:00:00Z', '2026-07-01T00:00:00Z'];

const directory = mkdtempSync(join(tmpdir(), 'bill-mutants-'));
const data = join(directory, 'bill.csv');
writeFileSync(data, csvOf(billRows()));

const mockAt = (index: number) => mockOf({ data, now: starts[index] as string });

const originals: string[][] = [];

async function nextVisible(from: number) {
  for (let index = from; index < originals.length; index += 1) {
    const mock = await mockAt(index);
    for (const [i, sent] of billRequests.entries()) {
      const { body } = await respond(mock, sent);
      const original = String(originals[index]?.[i]);
      if (body === original) continue;
      const [before = [], after = []] = [original, body].map((text) => figuresIn(JSON.parse(text).data));
      const changed = before.findIndex((figure, place) => figure !== after[place]);
      if (changed === -1 && before.length === after.length) continue;
      const { operationId: operation, request } = sent;
      const difference = `${before[changed] ?? 'none'} → ${after[Math.max(0, changed)] ?? 'none'}`;
      return { index, operation, request, difference };
    }
  }
  return null;
}

/** Findings of the checks of the bill. */
const ofBill = async (index: number) => findingsOf(await mockAt(index), { data, only: ['bill.*'] });
/** Findings of the others. The dataset does not affect authentication and limits. */
const ofOthers = async (index: number) =>
  findingsOf(await mockAt(index), { data, skip: ['bill.*', 'authentication.*', 'limits.*'] });

/** What other checks report of the original, which is not the mutant's. */
const known = new Map<number, Findings>();

serveTasks({
  use(mutant) {
    useDataset(mutant);
    usePlanBill(mutant.planBill);
  },
  async record() {
    for (const index of starts.keys()) {
      const mock = await mockAt(index);
      const bodies: string[] = [];
      for (const sent of billRequests) bodies.push((await respond(mock, sent)).body);
      originals.push(bodies);
    }
    for (const index of starts.keys()) known.set(index, await ofOthers(index));
    const refused = originals[0]?.findIndex((body) => !body.startsWith('{"success":true')) ?? -1;
    if (refused !== -1)
      throw new Error(
        `The original refuses ${JSON.stringify(billRequests[refused])}: ${originals[0]?.[refused]}`,
      );
    return { starts, requests: billRequests.length };
  },
  nextVisible,
  /** Runs the checks of the bill, then, if they find nothing, the others. */
  async judge(index) {
    const found = await ofBill(index);
    if (found.failed.length + found.warned.length > 0) return found;
    const { failed, warned } = await ofOthers(index);
    const before = known.get(index);
    return {
      failed: failed.filter((id) => !before?.failed.includes(id)),
      warned: warned.filter((id) => !before?.warned.includes(id)),
    };
  },
});
