import { http } from 'msw';
import { expect, test } from 'vitest';
import { loadHttp, MswMissingError } from './load-msw.js';

const missingError = new MswMissingError('createHandlers requires MSW 2 or 3: npm install --save-dev msw@2');

test('loads the installed MSW', async () => {
  expect(await loadHttp()).toBe(http);
});

test('throws an error with the install command if MSW is not installed', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(loadHttp(() => Promise.reject(missing))).rejects.toThrow(missingError);
});

test('treats an older MSW without `http` as missing', async () => {
  await expect(loadHttp(() => Promise.resolve(undefined))).rejects.toThrow(missingError);
});

test('rethrows any other error', async () => {
  const broken = new Error('broken');
  await expect(loadHttp(() => Promise.reject(broken))).rejects.toBe(broken);
});
