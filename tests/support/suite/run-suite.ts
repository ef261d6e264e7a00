import type { RunOptions } from '../../../conformance/engine/run-options.js';
import {
  createIndependentServer,
  independentFixtures,
} from '../../independent/typescript/independent-server.js';
import type { Handler } from '../serve.js';
import { verify } from './verify.js';

export const apiKeys = ['one_test_caller', 'one_test_second_caller'];

/** A small independent server that conforms to the contract. */
export const conformingServer = createIndependentServer({ keys: apiKeys });

/** Runs the suite in this process against a handler, by default the conforming one. */
export const runSuite = (options: Partial<RunOptions> = {}, handler: Handler = conformingServer) =>
  verify(handler, { apiKeys, fixtures: independentFixtures, ...options });
