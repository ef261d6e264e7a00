import { expect, test } from 'vitest';
import { createMock, type MockOptions } from './create-mock.js';
import { createHandlers } from './servers/msw.js';

const made = (options: object) => createMock(options as MockOptions);

test.each<[object, RegExp]>([
  [{ frozem: true }, /^createMock: Unknown option 'frozem'\. Did you mean 'frozen'\?$/],
  [{ colour: 1 }, /^createMock: Unknown option 'colour'\. Known are keys, seed, now/],
  [{ scenario: 'nope' }, /^createMock: scenario is "nope": pass one of default, empty, large/],
  [{ scenario: 'emty' }, /Did you mean 'empty'\?$/],
  [{ scenario: 'toString' }, /scenario is/],
  [{ seed: 'a' }, /^createMock: seed is "a": pass a whole number of at least 0\.$/],
  [{ seed: 1.5 }, /seed is 1\.5/],
  [{ seed: Number.NaN }, /seed is NaN/],
  [{ now: 5 }, /now is 5: pass a date such as 2026-06-15T12:00:00Z/],
  [{ frozen: 'yes' }, /frozen is "yes": pass true or false/],
  [{ rateLimit: 0 }, /rateLimit is 0: pass a whole number of at least 1/],
  [{ latencyMs: -1 }, /latencyMs is -1/],
  [{ engine: 'steam' }, /engine is "steam": pass one of world, prism/],
  [{ journal: '5' }, /journal is "5"/],
  [{ control: null }, /control is null/],
  [{ allowOrigins: 'https://app.example.com' }, /allowOrigins is "https:\/\/app\.example\.com": pass a list/],
  [{ strictQuery: 1 }, /strictQuery is 1/],
  [{ onRequest: {} }, /onRequest is an object: pass a function/],
])('createMock(%o) says what to pass instead', async (options, message) => {
  await expect(made(options)).rejects.toThrow(message);
  await expect(made(options)).rejects.toThrow(TypeError);
});

test.each([{ keys: 'secret-key' }, { controlToken: 'secret' }, { state: 'redis://:secret@127.0.0.1' }])(
  'does not show what may be a secret',
  async (options) => {
    await expect(made(options)).rejects.toThrow(/is not usable: pass/);
    await expect(made(options)).rejects.not.toThrow(/secret/);
  },
);

test('an option that is undefined is one that is not given', async () => {
  await expect(made({ seed: undefined, scenario: undefined })).resolves.toBeDefined();
});

test.each<[object, RegExp]>([
  [{ prot: 4010 }, /^listen: Unknown option 'prot'\. Did you mean 'port'\?$/],
  [{ port: '4010' }, /^listen: port is "4010": pass a whole number from 0 to 65535\.$/],
  [{ host: 1 }, /^listen: host is 1/],
])('listen(%o) says what to pass instead', async (options, message) => {
  const mock = await createMock();
  await expect(mock.listen(options)).rejects.toThrow(message);
});

test('createHandlers names the option that was meant', async () => {
  const mock = await createMock();
  const options = { baseURL: 'https://costs.example' } as object;
  await expect(createHandlers(mock, options)).rejects.toThrow(
    "createHandlers: Unknown option 'baseURL'. Did you mean 'baseUrl'?",
  );
});
