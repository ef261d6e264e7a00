// A replica that halts before or after the commit of each write, where a test kills it.
import { createMock } from '../../../mocks/create-mock.js';
import { redisState } from '../../../mocks/state/redis-state.js';

const [url = '', seed = '', point] = process.argv.slice(2);

const mock = await createMock({
  seed: Number(seed),
  state: async (dataset) => {
    const shared = await redisState(url)(dataset);
    return {
      ...shared,
      async commit(write) {
        if (point === 'before-commit') return halt();
        await shared.commit(write);
        return halt();
      },
    };
  },
});
process.stdout.write(`${await mock.listen()}\n`);

function halt(): Promise<never> {
  process.stdout.write('halted\n');
  return new Promise(() => undefined);
}
