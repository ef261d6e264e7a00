// Runs a mock in its own process, which exits with a stack trace on an internal error.
import { createMock } from '../../mocks/create-mock.js';

const mock = await createMock({
  rateLimit: 1_000_000_000,
  onError: (error) =>
    setImmediate(() => {
      throw error;
    }),
});
process.stdout.write(`${await mock.listen({ requestTimeoutMs: 2000 })}\n`);
