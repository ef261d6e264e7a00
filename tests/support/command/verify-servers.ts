import {
  createIndependentServer,
  independentFixtures,
} from '../../independent/typescript/independent-server.js';
import type { Handler } from '../serve.js';
import { temporaryFolder } from '../temporary-folder.js';
import { runCommand } from './command-io.js';

export const keys = ['one_test_caller', 'one_test_second_caller'];
export const conforming = createIndependentServer({ keys });

/** A server that conforms to the contract and serves its fixtures. */
export const withFixtures: Handler = (request) =>
  request.path === '/.well-known/cost-contract.json'
    ? { status: 200, headers: {}, body: JSON.stringify(independentFixtures) }
    : conforming(request);

export const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(['verify', ...args], { env });

export const only = ['--only', 'providers.*', '--only', 'envelope.error-has-details'];

/** A server that returns `data` as an object where the contract requires a list. */
export const faulty: Handler = async (request) => {
  const response = await withFixtures(request);
  return request.path === '/api/v1/providers'
    ? { ...response, body: response.body.replace('[', '{"items":[').replace(']', ']}') }
    : response;
};

export async function folder(): Promise<string> {
  const path = temporaryFolder('verify');
  return path;
}

export const env = { COST_CONTRACT_API_KEYS: keys.join(',') };
