// @ts-check
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exampleRequests } from '../../example-requests.mjs';
import { root } from '../../paths.mjs';
import { sameEachTime } from '../tool.mjs';

const home = dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json'));
/** @type {Map<string, { url: string, child: import('node:child_process').ChildProcess }>} by what stands behind */
const proxies = new Map();

/** @type {import('../tool.mjs').Tool} */
export const prism = {
  id: 'prism',
  name: 'Prism, as a validating proxy',
  settings: 'prism proxy dist/openapi.json <url> --errors, with requests from the examples of the document',
  rateLimit: 1_000_000,
  seeds: [1],
  async prepare() {
    return JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version;
  },
  async run({ url, apiKeys }) {
    const proxy = await proxyOf(url);
    const start = performance.now();
    const document = JSON.parse(readFileSync(join(root, 'dist/openapi.json'), 'utf8'));
    const requests = exampleRequests(document, String(apiKeys[0]));
    const findings = new Set();
    for (const { operationId, method, target, headers, body } of requests) {
      for (const fault of await faultsIn(`${proxy}${target}`, { method, headers, body })) {
        findings.add(`${operationId} ${fault}`);
      }
    }
    return {
      findings: [...findings],
      requests: requests.length,
      seconds: (performance.now() - start) / 1000,
    };
  },
  async close() {
    for (const { child } of proxies.values()) child.kill();
    proxies.clear();
  },
};

/** @param {string} url @param {RequestInit} request */
async function faultsIn(url, request) {
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(20_000) });
    const text = await answer.text();
    if (!answer.headers.get('content-type')?.includes('problem+json')) return [];
    const { type = '', validation = [], detail = '' } = JSON.parse(text);
    if (!type.includes('stoplight.io/prism/errors#')) return [];
    if (validation.length === 0) return [sameEachTime(`${type.split('#')[1]} ${detail}`)];
    return validation.map((/** @type {any} */ { location, message }) =>
      sameEachTime(`${location.join('.')}: ${message}`),
    );
  } catch (error) {
    return [`no answer: ${/** @type {Error} */ (error).name}`];
  }
}

/** One for each address, as it remembers nothing of what it has passed on. @param {string} upstream */
async function proxyOf(upstream) {
  const known = proxies.get(upstream);
  if (known) return known.url;
  const port = 4740 + proxies.size;
  const child = spawn(
    process.execPath,
    [
      join(home, 'dist/index.js'),
      ...['proxy', join(root, 'dist/openapi.json'), upstream],
      ...['--errors', '--port', String(port), '--verboseLevel', 'silent'],
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  proxies.set(upstream, { url, child });
  for (let tries = 0; tries < 240; tries += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return url;
    await pause(250);
  }
  throw new Error(`Prism does not answer at ${url}.`);
}
