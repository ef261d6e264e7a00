// A mock in a process of its own, which ends with a trace as soon as something in it goes wrong.
import { createMock } from '../../mocks/create-mock.js';

const mock = await createMock({
  rateLimit: 1_000_000_000,
  onError: (error) =>
    setImmediate(() => {
      throw error;
    }),
});
process.stdout.write(`${await mock.listen({ requestTimeoutMs: 2000 })}\n`);
