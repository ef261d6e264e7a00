import type { RunOptions } from '../../../conformance/engine/run-options.js';
import { runChecks } from '../../../conformance/suite/run.js';
import { createMock, type MockOptions } from '../../../mocks/create-mock.js';
import { inProcess } from '../in-process.js';
import { mockHandler } from '../mock-handler.js';
import type { Handler } from '../serve.js';

/** API keys of the caller, the second caller, and the rate limit checks. */
export const apiKeys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];

/** Runs the suite in this process against a handler. */
export const verify = (handler: Handler, options: Partial<RunOptions> = {}) =>
  runChecks({ target: 'http://127.0.0.1', sender: inProcess(handler), apiKeys, ...options });

/** Runs the suite in this process against a mock. */
export async function verifyMock(options: MockOptions = {}, run: Partial<RunOptions> = {}) {
  const mock = await createMock({ keys: apiKeys, ...options });
  return verify(mockHandler(mock), run).finally(() => mock.close());
}
