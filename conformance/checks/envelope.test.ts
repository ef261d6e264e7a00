import { expect, test } from 'vitest';
import type { CompleteExchange } from '../http/exchange.js';
import { envelopeChecks } from './envelope.js';

const judge = (body: string) => () =>
  envelopeChecks
    .find(({ id }) => id === 'envelope.body-is-a-json-object')
    ?.run({ response: { status: 200, headers: {}, body } } as unknown as CompleteExchange);

test('names a byte order mark, which would not be seen', () => {
  expect(judge('\uFEFF{"success": true}')).toThrow(
    expect.objectContaining({
      violations: [expect.objectContaining({ actual: expect.stringMatching(/^a byte order mark.*success/) })],
    }),
  );
});
