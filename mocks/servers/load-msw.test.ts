import { http } from 'msw';
import { expect, test } from 'vitest';
import { loadHttp, MswMissingError } from './load-msw.js';

const advice = new MswMissingError('Handlers for MSW need MSW 2: npm install --save-dev msw@2');

test('the installed MSW is loaded', async () => {
  expect(await loadHttp()).toBe(http);
});

test('where MSW is not installed, the error says what to install', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(loadHttp(() => Promise.reject(missing))).rejects.toThrow(advice);
});

test('an older MSW, which has no such handlers, counts as missing', async () => {
  await expect(loadHttp(() => Promise.resolve(undefined))).rejects.toThrow(advice);
});

test('any other failure is told as it is', async () => {
  const broken = new Error('broken');
  await expect(loadHttp(() => Promise.reject(broken))).rejects.toBe(broken);
});
