import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';
import { programs } from './package-programs.js';
import { run } from './run.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('./conformance runs in a bundle of esbuild for Node, without files', async () => {
  const folder = temporaryFolder('bundle');
  const outfile = join(folder, 'out.mjs');
  const { code: contents, prints } = programs['./conformance'] as (typeof programs)[string];
  const stdin = { contents, loader: 'ts', resolveDir: root } as const;
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile });
  const stdout = `${prints}\n`;
  expect(await run(process.execPath, [outfile], folder)).toEqual({ code: 0, stdout, stderr: '' });
});

const client = `const { createClient } = await import('cloud-cost-contract');
const client = (options) => createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k', ...options });`;

it.each([
  `${client} client({ baseUrl: 'costs' });`,
  `${client} client({ retry: false });`,
  `${client} await client({ retries: 0 }).listProviders();`,
  `${client} await client().getCommitment({});`,
  `const { verifyWebhook } = await import('cloud-cost-contract/webhooks'); verifyWebhook('whsec_c2VjcmV0', {}, '');`,
])('an error that nothing catches has no long line: %s', async (code) => {
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', code], root);
  expect(stderr).toMatch(/dist\/src\/(client|webhooks)\/index\.js:\d+\n.*Error/s);
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(450);
});
