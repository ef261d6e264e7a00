import { afterAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../mocks/dataset/random.js';
import { createMock, type FaultRule } from '../../mocks/index.js';
import { createClient } from './create-client.js';

const calls = 500;
const mock = await createMock({ rateLimit: 1_000_000 });
const baseUrl = await mock.listen();
afterAll(() => mock.close());

/** Injects faults into more than a third of the attempts, in a reproducible order. */
function faultsOf(operation: FaultRule['operation']): FaultRule[] {
  const random = createRandom(6, operation);
  const kinds = [
    { kind: 'drop' },
    { kind: 'truncate', bytes: 40 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 409 },
    { kind: 'latency', ms: 5 },
  ] as const;
  return Array.from({ length: 12 }, () => ({
    operation,
    ...random.pick(kinds),
    every: random.between(5, 19),
  }));
}

describe('1,000 writes over sockets with injected faults', () => {
  /** A client that does not wait between attempts, and the number of its failed attempts. */
  const persistentClient = () => {
    let failed = 0;
    const client = createClient({
      baseUrl,
      apiKey: 'ccc_test_caller',
      retries: 10,
      sleep: async () => {},
      onAttempt({ status }) {
        if (status === null || status >= 400) failed += 1;
      },
    });
    return { client, failedAttempts: () => failed };
  };
  /** Repeats a write with the same idempotency key after the client has given up. */
  const repeatUntilSuccess = async <Result>(
    write: (idempotencyKey: string) => Promise<Result>,
  ): Promise<Result> => {
    const idempotencyKey = crypto.randomUUID();
    for (let round = 1; ; round += 1) {
      try {
        return await write(idempotencyKey);
      } catch (error) {
        if (round === 10) throw error;
      }
    }
  };
  const datasetOfMock = () => JSON.parse(mock.control.snapshot().dataset as string);

  it('500 writes of 25 concurrent callers create 500 endpoints', async () => {
    mock.control.setFaults(faultsOf('createWebhookEndpoint'));
    const { client, failedAttempts } = persistentClient();
    const urls = Array.from({ length: calls }, (_, index) => `https://receiver.example.com/${index}`);
    const work = urls.values();
    const ids: string[] = [];
    const caller = async () => {
      for (const url of work) {
        const { id } = await repeatUntilSuccess((idempotencyKey) =>
          client.createWebhookEndpoint({ url, event_types: ['optimization.failed'] }, { idempotencyKey }),
        );
        ids.push(id);
      }
    };
    await Promise.all(Array.from({ length: 25 }, caller));

    const created: { id: string; url: string }[] = datasetOfMock().endpoints;
    expect(created.map(({ url }) => url).sort()).toEqual(urls.sort());
    expect(created.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(failedAttempts()).toBeGreaterThan(calls / 3);
  });

  it('500 sequential writes increment a version by 500', async () => {
    mock.control.setFaults(faultsOf('updateVirtualTagKey'));
    const { client, failedAttempts } = persistentClient();
    const tagKeyOfMock = async () =>
      (await (await mock.fetch('/.well-known/cost-contract.json')).json()).tag_key;
    const tag_key = await tagKeyOfMock();
    let expected_version: number = tag_key.version;
    for (let index = 0; index < calls; index += 1) {
      const body = { name: tag_key.name, expected_version };
      const { key } = await repeatUntilSuccess((idempotencyKey) =>
        client.updateVirtualTagKey({ key_id: tag_key.id }, body, { idempotencyKey }),
      );
      expected_version += 1;
      expect(key.rules_version).toBe(expected_version);
    }

    expect((await tagKeyOfMock()).version).toBe(tag_key.version + calls);
    expect(failedAttempts()).toBeGreaterThan(calls / 3);
  });
});
