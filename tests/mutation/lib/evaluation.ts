import { pathToFileURL } from 'node:url';
import { encodeSegment } from '../../../conformance/engine/http/requests.js';
import type { RunOptions } from '../../../conformance/engine/run-options.js';
import { runChecks } from '../../../conformance/suite/run.js';
import { createMock, type Mock, type MockOptions } from '../../../mocks/create-mock.js';
import { type OperationId, operations } from '../../../src/generated/operations.js';
import type { CallInput } from '../../support/dataset/dataset.js';
import { inProcess } from '../../support/in-process.js';
import { mockHandler } from '../../support/mock-handler.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];

export interface Sent {
  readonly operationId: OperationId;
  readonly request: CallInput;
  /** Advances the clock before the request. */
  readonly afterSeconds?: number;
}

export interface Response {
  readonly status: number;
  readonly body: string;
}

export const mockOf = (options: MockOptions): Promise<Mock> =>
  createMock({ ...options, frozen: true, keys: apiKeys, rateLimit: 60_000 });

export async function respond(
  mock: Mock,
  { operationId, request, afterSeconds = 0 }: Sent,
): Promise<Response> {
  if (afterSeconds > 0) await mock.control.advance(afterSeconds * 1000);
  const operation = operations.find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  const { path = {}, query = {}, body } = request;
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeSegment(String(path[name])));
  const values = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  const response = await mock.fetch(`http://127.0.0.1${filled}?${new URLSearchParams(values)}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${apiKeys[0]}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.text() };
}

export interface Findings {
  readonly failed: readonly string[];
  readonly warned: readonly string[];
}

/** Runs the suite against a mock, and returns the ids of the checks with findings. */
export async function findingsOf(mock: Mock, options: Partial<RunOptions>): Promise<Findings> {
  const sender = inProcess(mockHandler(mock));
  const report = await runChecks({ target: 'http://127.0.0.1', sender, apiKeys, ...options }).catch(
    (error: Error) => {
      // Such a server is not accepted as this API at all.
      if (error.name === 'CannotStart') return null;
      throw error;
    },
  );
  if (report === null) return { failed: ['the run cannot start'], warned: [] };
  const idsOf = (wanted: string) => [
    ...new Set(report.results.filter(({ status }) => status === wanted).map(({ id }) => id)),
  ];
  return { failed: idsOf('failed'), warned: idsOf('warned') };
}

interface Evaluator {
  /** Uses a dataset from now on. */
  use(mutant: any): void;
  /** Records the responses of the original, and returns what was recorded. */
  record(): Promise<object>;
  /** Returns the next dataset, from an index on, whose responses differ, and their first difference. */
  nextVisible(from: number): Promise<object | null>;
  /** Runs the suite against one dataset. */
  judge(index: number): Promise<Findings>;
}

/** Does what the parent process requests, which ends this one if a mutant does not return. */
export function serveTasks({ use, record, nextVisible, judge }: Evaluator): void {
  const load = async (file: string) => use(await import(pathToFileURL(file).href));
  const tasks = {
    async original({ file }: { file: string }) {
      await load(file);
      return { ...(await record()), visible: await nextVisible(0) };
    },
    async compare({ file, from }: { file: string; from: number }) {
      await load(file);
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
}
