import { beforeAll, expect, test } from 'vitest';
import { operations } from '../src/generated/operations.js';
import { validated } from '../tests/support/mock/validated.js';
import { createMock, type Mock } from './create-mock.js';

const id = 'arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60';
const encoded = encodeURIComponent(id);

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});

const ofOneCommitment = operations.filter(({ path }) => path.includes('{commitment_id}'));

test.each(ofOneCommitment)(
  '$operationId finds an id that is encoded once, in upper or lower case, and no other',
  async ({ operationId, path }) => {
    const call = async (segment: string) => {
      const response = await validated(mock.fetch)(path.replace('{commitment_id}', segment), {
        headers: { authorization: 'Bearer ccc_test_caller' },
      });
      return { status: response.status, body: (await response.json()) as any };
    };
    for (const segment of [
      encoded,
      encoded.replaceAll(/%../g, (hex) => hex.toLowerCase()),
      id.replace('/', '%2F'),
    ]) {
      const { status, body } = await call(segment);
      // This commitment has no renewal purchase; the message shows that it was found.
      if (operationId === 'getRenewal') expect(body.error.message).toContain('No renewal purchase');
      else expect([status, body.data.id ?? body.data.commitment_id]).toEqual([200, id]);
    }
    for (const segment of [encodeURIComponent(encoded), id]) {
      const { status, body } = await call(segment);
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(body.error.message).not.toContain('No renewal purchase');
    }
  },
);
