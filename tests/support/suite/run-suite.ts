import type { RunOptions } from '../../../conformance/engine/run-options.js';
import { runChecks } from '../../../conformance/suite/run.js';
import {
  createIndependentServer,
  independentFixtures,
} from '../../independent/typescript/independent-server.js';
import { inProcess } from '../in-process.js';
import type { Handler } from '../serve.js';

export const apiKeys = ['one_test_caller', 'one_test_second_caller'];

/** A small independent server that conforms to the contract. */
export const conformingServer = createIndependentServer({ keys: apiKeys });

/** Runs the suite in this process against a handler, by default the conforming one. */
export const runSuite = (options: Partial<RunOptions> = {}, handler: Handler = conformingServer) =>
  runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(handler),
    apiKeys,
    fixtures: independentFixtures,
    ...options,
  });
