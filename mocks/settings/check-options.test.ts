import { expect, test } from 'vitest';
import { createMock, type MockOptions } from '../create-mock.js';
import { createHandlers } from '../servers/msw.js';

const create = (options: object) => createMock(options as MockOptions);

test.each<[object, RegExp]>([
  [{ frozem: true }, /^createMock: Unknown option 'frozem'\. Did you mean 'frozen'\?$/],
  [{ colour: 1 }, /^createMock: Unknown option 'colour'\. Known options: keys, seed, now/],
  [{ scenario: 'nope' }, /^createMock: Invalid `scenario` "nope"\. Pass one of default, empty, large/],
  [{ scenario: 'emty' }, /Did you mean 'empty'\?$/],
  [{ scenario: 'toString' }, /Invalid `scenario`/],
  [{ seed: 'a' }, /^createMock: Invalid `seed` "a"\. Pass an integer of at least 0\.$/],
  [{ seed: 1.5 }, /Invalid `seed` 1\.5/],
  [{ seed: Number.NaN }, /Invalid `seed` NaN/],
  [{ now: 5 }, /Invalid `now` 5\. Pass an ISO 8601 timestamp, such as 2026-06-15T12:00:00Z/],
  [{ frozen: 'yes' }, /Invalid `frozen` "yes"\. Pass true or false/],
  [{ rateLimit: 0 }, /Invalid `rateLimit` 0\. Pass an integer of at least 1/],
  [{ latencyMs: -1 }, /Invalid `latencyMs` -1/],
  [{ engine: 'steam' }, /Invalid `engine` "steam"\. Pass one of dataset, prism/],
  [{ journal: '5' }, /Invalid `journal` "5"/],
  [{ control: null }, /Invalid `control` null/],
  [
    { allowOrigins: 'https://app.example.com' },
    /`allowOrigins` "https:\/\/app\.example\.com"\. Pass an array/,
  ],
  [{ strictQuery: 1 }, /Invalid `strictQuery` 1/],
  [{ onRequest: {} }, /Invalid `onRequest`\. Pass a function/],
])('createMock(%o) throws an error that contains the valid values', async (options, message) => {
  await expect(create(options)).rejects.toThrow(message);
  await expect(create(options)).rejects.toThrow(TypeError);
});

test.each([{ keys: 'secret-key' }, { controlToken: 'secret' }, { state: 'redis://:secret@127.0.0.1' }])(
  'does not repeat a value that may be a secret',
  async (options) => {
    await expect(create(options)).rejects.toThrow(/Invalid `\w+`\. Pass/);
    await expect(create(options)).rejects.not.toThrow(/secret/);
  },
);

test('treats an undefined option as omitted', async () => {
  await expect(create({ seed: undefined, scenario: undefined })).resolves.toBeDefined();
});

test.each<[object, RegExp]>([
  [{ prot: 4010 }, /^listen: Unknown option 'prot'\. Did you mean 'port'\?$/],
  [{ port: '4010' }, /^listen: Invalid `port` "4010"\. Pass an integer from 0 to 65535\.$/],
  [{ host: 1 }, /^listen: Invalid `host` 1/],
])('listen(%o) throws an error that contains the valid values', async (options, message) => {
  const mock = await createMock();
  await expect(mock.listen(options)).rejects.toThrow(message);
});

test('createHandlers suggests the nearest option', async () => {
  const mock = await createMock();
  const options = { baseURL: 'https://costs.example' } as object;
  await expect(createHandlers(mock, options)).rejects.toThrow(
    "createHandlers: Unknown option 'baseURL'. Did you mean 'baseUrl'?",
  );
});
