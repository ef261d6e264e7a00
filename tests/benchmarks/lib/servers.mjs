// @ts-check
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/lib/paths.mjs';

/**
 * @typedef {object} Server
 * @property {string} title
 * @property {string} how how it is configured, in Markdown
 * @property {(port: number) => readonly string[]} args of Node
 */

/** @param {string} name */
const peer = (name) => fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url));
const document = join(root, 'dist/openapi.json');
const peers = 'tests/benchmarks/package.json';
const unlimited = ['--rate-limit', '1000000000'];

/**
 * @param {string} name
 * @param {string} from
 */
const bin = (name, from) => createRequire(join(from, 'package.json')).resolve(name);

/**
 * @param {string} name of a package
 * @param {string} packageFile of those who depend on it, in exactly one version
 * @returns {string} that version
 */
function versionOf(name, packageFile) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, packageFile), 'utf8'));
  return { ...devDependencies, ...dependencies }[name];
}

/** @param {readonly string[]} more */
export const mockArgs = (more) => (/** @type {number} */ port) => [
  join(root, 'dist/cli/main.js'),
  'mock',
  '--quiet',
  '--port',
  String(port),
  ...unlimited,
  ...more,
];

/** @param {readonly string[]} more */
const prismArgs = (more) => (/** @type {number} */ port) => [
  bin('@stoplight/prism-cli', root),
  'mock',
  document,
  '--port',
  String(port),
  ...more,
];

/**
 * @param {string} responses the file of what the bare servers send
 * @returns {Record<'mock' | 'prism' | 'quiet' | 'openapiBackend' | 'mockoon' | 'ready' | 'serialising', Server>}
 */
export function serversFor(responses) {
  return {
    mock: {
      title: 'this mock',
      how: '`cost-contract mock --quiet`, with its journal and control plane; only the rate limit is out of the way',
      args: mockArgs([]),
    },
    prism: {
      title: `Prism ${versionOf('@stoplight/prism-cli', 'package.json')}`,
      how: '`prism mock`, its log thrown away unread',
      args: prismArgs([]),
    },
    quiet: {
      title: 'Prism, log quiet',
      how: '`prism mock --verboseLevel silent`',
      args: prismArgs(['--verboseLevel', 'silent']),
    },
    openapiBackend: {
      title: 'openapi-backend',
      how: `${versionOf('openapi-backend', peers)} on node:http as in its readme: it routes, checks key and request, sends examples`,
      args: (port) => [peer('openapi-backend'), document, String(port)],
    },
    mockoon: {
      title: 'Mockoon',
      how: `\`mockoon-cli start\` ${versionOf('@mockoon/cli', peers)} with the document, log to standard output only, thrown away unread`,
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
      how: 'sends status, headers and body of this mock as bytes that are ready; parses a POST and writes its response',
      args: (port) => [peer('bare'), responses, String(port)],
    },
    serialising: {
      title: 'bare, serialising',
      how: 'the same, but writes each body from its rows as JSON',
      args: (port) => [peer('bare'), responses, String(port), 'serialise'],
    },
  };
}

/** The mock with a hundred thousand commitments. */
export const largeMock = mockArgs(['--scenario', 'large']);
