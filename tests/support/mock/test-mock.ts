import { onTestFinished } from 'vitest';
import { createMock, type Mock, type MockOptions } from '../../../mocks/create-mock.js';

/** Creates a mock that is closed when the current test ends. */
export async function testMock(options: MockOptions = {}): Promise<Mock> {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

/** Creates a mock and serves it on a port until the current test ends. */
export async function servedMock(
  options: MockOptions = {},
  listen: Parameters<Mock['listen']>[0] = {},
): Promise<{ mock: Mock; url: string }> {
  const mock = await testMock(options);
  return { mock, url: await mock.listen(listen) };
}

/** Returns a function that sends requests with an API key; headers of a request take precedence. */
export const withKey =
  (fetch: Mock['fetch'], key = 'ccc_test_caller') =>
  (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(path, { ...init, headers: { authorization: `Bearer ${key}`, ...(init.headers as object) } });

/** Returns a function that reads the data below `/api/v1/`. */
export const reading =
  (fetch: Mock['fetch'], key?: string) =>
  async (path: string): Promise<any> =>
    ((await (await withKey(fetch, key)(`/api/v1/${path}`)).json()) as { data: unknown }).data;
