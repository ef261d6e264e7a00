// @ts-check
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/lib/paths.mjs';
import { apiKey } from './workloads.mjs';

/**
 * @typedef {object} Server
 * @property {string} title
 * @property {string} how how it is configured, in Markdown
 * @property {(port: number) => readonly string[]} args arguments of Node.js
 * @property {import('./server-process.mjs').ServerOptions} [options]
 */

/** @param {string} name */
const peer = (name) => fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url));
const document = join(root, 'dist/openapi.json');
/** The packages of the other servers. */
const peers = new URL('../package.json', import.meta.url);
const { dependencies } = JSON.parse(readFileSync(peers, 'utf8'));
const unlimited = ['--rate-limit', '1000000000'];

const manyKeys = [apiKey, ...Array.from({ length: 99 }, (_, index) => `ccc_test_key_${index + 1}`)];

/** @param {readonly string[]} more */
export const mockArgs = (more) => (/** @type {number} */ port) => [
  join(root, 'dist/cli/main.js'),
  'mock',
  '--port',
  String(port),
  ...unlimited,
  ...more,
];

/** @param {readonly string[]} more */
const prismArgs = (more) => (/** @type {number} */ port) => [
  createRequire(peers).resolve('@stoplight/prism-cli'),
  'mock',
  document,
  '--port',
  String(port),
  ...more,
];

/**
 * @param {string} responses the file of the responses of the bare servers
 * @returns {Record<'mock' | 'logged' | 'manyKeys' | 'prism' | 'quiet' | 'openapiBackend' | 'mockoon' | 'ready', Server>}
 */
export function serversFor(responses) {
  return {
    mock: {
      title: 'this mock',
      how: '`cost-contract mock --quiet`, with its journal and control plane, without an effective rate limit',
      args: mockArgs(['--quiet']),
    },
    logged: {
      title: 'this mock, log in a file',
      how: '`cost-contract mock`, with standard error in a file',
      args: mockArgs([]),
      options: { logFile: `${responses}.log` },
    },
    manyKeys: {
      title: 'the same, 100 API keys',
      how: '`cost-contract mock` with 100 API keys, with standard error in a file',
      args: mockArgs([]),
      options: { logFile: `${responses}.keys.log`, env: { COST_CONTRACT_API_KEYS: manyKeys.join(',') } },
    },
    prism: {
      title: `Prism ${dependencies['@stoplight/prism-cli']}`,
      how: '`prism mock`, with its log discarded',
      args: prismArgs([]),
    },
    quiet: {
      title: 'Prism, no log',
      how: '`prism mock --verboseLevel silent`',
      args: prismArgs(['--verboseLevel', 'silent']),
    },
    openapiBackend: {
      title: 'openapi-backend',
      how: `${dependencies['openapi-backend']} on node:http as in its readme: routes, validates the key and the request, returns examples`,
      args: (port) => [peer('openapi-backend'), document, String(port)],
    },
    mockoon: {
      title: 'Mockoon',
      how: `\`mockoon-cli start\` ${dependencies['@mockoon/cli']} with the document, and with its log to standard output discarded`,
      args: (port) => [
        join(root, 'tests/benchmarks/node_modules/@mockoon/cli/bin/run.js'),
        'start',
        '--data',
        document,
        '--port',
        String(port),
        '--disable-log-to-file',
      ],
    },
    ready: {
      title: 'bare node:http',
      how: 'returns the prepared status, headers and body of this mock; parses a POST and serializes its response',
      args: (port) => [peer('bare'), responses, String(port)],
    },
  };
}

/** The arguments of the mock with 100,000 commitments. */
export const largeMock = mockArgs(['--quiet', '--scenario', 'large']);
