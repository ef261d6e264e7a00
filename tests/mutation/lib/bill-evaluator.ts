import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encodeSegment } from '../../../conformance/engine/http/requests.js';
import type { RunOptions } from '../../../conformance/engine/run-options.js';
import { runChecks } from '../../../conformance/suite/run.js';
import { createMock } from '../../../mocks/create-mock.js';
import { operations } from '../../../src/generated/operations.js';
import { billRows, csvOf } from '../../support/bill/bill-rows.js';
import { inProcess } from '../../support/in-process.js';
import { mockHandler } from '../../support/mock-handler.js';
import { type BillRequest, billRequests, figuresIn } from './bill-requests.js';
import { usePlanBill } from './exchangeable-bill.js';
import { useDataset } from './exchangeable-dataset.js';

// As evaluator.ts, for mocks that serve a bill: a mutant is visible if it changes a figure that a bill determines. Runs in
// a process of its own, since DuckDB does not survive the end of a worker.

const apiKeys = ['one_test_caller', 'one_test_second_caller'];

/** The clocks that mutants are compared at: within the bill, and at its end. */
const starts = ['2026-06-28T12:00:00Z', '2026-07-01T00:00:00Z'];

const directory = mkdtempSync(join(tmpdir(), 'bill-mutants-'));
const data = join(directory, 'bill.csv');
writeFileSync(data, csvOf(billRows()));

const mockAt = (index: number) =>
  createMock({ data, now: starts[index] as string, frozen: true, keys: apiKeys, rateLimit: 60_000 });

type Server = Awaited<ReturnType<typeof createMock>>;

async function respond(mock: Server, { operationId, request }: BillRequest): Promise<string> {
  const operation = operations.find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  const { path = {}, query = {} } = request;
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeSegment(String(path[name])));
  const values = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  const response = await mock.fetch(`http://127.0.0.1${filled}?${new URLSearchParams(values)}`, {
    headers: { authorization: `Bearer ${apiKeys[0]}` },
  });
  return response.text();
}

const originals: string[][] = [];

async function nextVisible(from: number) {
  for (let index = from; index < originals.length; index += 1) {
    const mock = await mockAt(index);
    for (const [i, sent] of billRequests.entries()) {
      const body = await respond(mock, sent);
      const original = String(originals[index]?.[i]);
      if (body === original) continue;
      const [before, after] = [original, body].map((text) => figuresIn(JSON.parse(text).data)) as [
        string[],
        string[],
      ];
      const changed = before.findIndex((figure, place) => figure !== after[place]);
      if (changed === -1 && before.length === after.length) continue;
      const { operationId: operation, request } = sent;
      return {
        index,
        operation,
        request,
        difference: `${before[changed] ?? 'none'} → ${after[Math.max(0, changed)] ?? 'none'}`,
      };
    }
  }
  return null;
}

interface Findings {
  readonly failed: readonly string[];
  readonly warned: readonly string[];
}

const ofBill = { only: ['bill.*'] };
/** The dataset does not affect authentication and limits. */
const others = { skip: ['bill.*', 'authentication.*', 'limits.*'] };

async function findingsOf(index: number, selection: Partial<RunOptions>): Promise<Findings> {
  const mock = await mockAt(index);
  const sender = inProcess(mockHandler(mock));
  const options = { target: 'http://127.0.0.1', sender, apiKeys, data, ...selection };
  const report = await runChecks(options).catch((error: Error) => {
    if (error.name === 'CannotStart') return null;
    throw error;
  });
  if (report === null) return { failed: ['the run cannot start'], warned: [] };
  const idsOf = (wanted: string) => [
    ...new Set(report.results.filter(({ status }) => status === wanted).map(({ id }) => id)),
  ];
  return { failed: idsOf('failed'), warned: idsOf('warned') };
}

/** What other checks report of the original, which is not the mutant's. */
const known = new Map<number, Findings>();

/** Runs the checks of the bill, then, if they find nothing, the others. */
async function judge(index: number): Promise<Findings> {
  const found = await findingsOf(index, ofBill);
  if (found.failed.length + found.warned.length > 0) return found;
  const { failed, warned } = await findingsOf(index, others);
  const before = known.get(index);
  return {
    failed: failed.filter((id) => !before?.failed.includes(id)),
    warned: warned.filter((id) => !before?.warned.includes(id)),
  };
}

async function use(file: string): Promise<void> {
  const mutant = await import(pathToFileURL(file).href);
  useDataset(mutant);
  usePlanBill(mutant.planBill);
}

const tasks = {
  async original({ file }: { file: string }) {
    await use(file);
    for (const index of starts.keys()) {
      const mock = await mockAt(index);
      const bodies: string[] = [];
      for (const sent of billRequests) bodies.push(await respond(mock, sent));
      originals.push(bodies);
    }
    for (const index of starts.keys()) known.set(index, await findingsOf(index, others));
    const refused = originals[0]?.findIndex((body) => !body.startsWith('{"success":true')) ?? -1;
    if (refused !== -1)
      throw new Error(
        `The original refuses ${JSON.stringify(billRequests[refused])}: ${originals[0]?.[refused]}`,
      );
    return { starts, requests: billRequests.length, visible: await nextVisible(0) };
  },
  async compare({ file, from }: { file: string; from: number }) {
    await use(file);
    return nextVisible(from);
  },
  judge: ({ index }: { index: number }) => judge(index),
};

process.on('message', (message) => {
  const { task, input } = message as { task: keyof typeof tasks; input: any };
  tasks[task](input).then(
    (result: unknown) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: String(error.stack) }),
  );
});
