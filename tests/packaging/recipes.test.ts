import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createMock } from '../../mocks/index.js';
import { listen } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { compilerOf, install, run } from './run.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(join(root, 'docs/guides/recipes.md'), 'utf8');
const recipes = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
const [reactQuery = '', swr = '', next = ''] = recipes('tsx');
const [forAll = '', forOne = ''] = recipes('ts').filter((code) => code.includes("from 'undici'"));

const packages = [
  'react@19',
  'react-test-renderer@19',
  '@types/react@19',
  '@types/node@22',
  '@tanstack/react-query@5',
  'swr@2',
];

// Installing is slow on a loaded machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let folder: string;

beforeAll(async () => {
  folder = temporaryFolder('recipes');
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await install(folder, ...packages);
  symlinkSync(root, join(folder, 'node_modules/cloud-cost-contract'));
  for (const name of ['undici', 'typescript'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
});

/** Starts a mock. @returns its URL, and what replaces the addresses of the guide */
async function startMock() {
  const mock = await createMock({ frozen: true });
  onTestFinished(() => mock.close());
  const url = await mock.listen({ port: 0 });
  return (code: string) => code.replaceAll('http://127.0.0.1:4010', url);
}

/** Compiles a recipe, and runs it with a program that renders its components. */
async function render(name: string, recipe: string, program: string): Promise<string> {
  const own = join(folder, name);
  mkdirSync(own);
  writeFileSync(join(own, 'recipe.tsx'), recipe);
  writeFileSync(join(own, 'main.tsx'), program);
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--jsx', 'react-jsx', '--target', 'es2022'];
  const resolution = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node'];
  const tsc = await compilerOf('newest', folder);
  const file = join(own, 'recipe.tsx');
  const compiled = await run('node', [tsc, ...options, ...resolution, file], folder);
  expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  const outfile = join(own, 'main.mjs');
  await build({
    entryPoints: [join(own, 'main.tsx')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    logLevel: 'error',
    outfile,
  });
  const { stdout, stderr } = await run('node', [outfile], folder, { NODE_ENV: 'production' });
  return stdout + stderr;
}

/** Renders an element until its text is not 'Loading…'. */
const shown = `
import { create } from 'react-test-renderer';
async function shown(element) {
  const view = create(element);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const text = view.toJSON();
    if (text !== null && text !== 'Loading…') return text;
  }
}`;

it('React Query: shows data and an error, and reads all pages', async () => {
  const here = await startMock();
  const output = await render(
    'react-query',
    here(reactQuery),
    `${shown}
import { QueryClientProvider } from '@tanstack/react-query';
import { commitments, queryClient, Renewal } from './recipe.js';
const renewal = (id) => shown(<QueryClientProvider client={queryClient}><Renewal id={id} /></QueryClientProvider>);
console.log(await renewal('nothing'));
const { pages } = await queryClient.fetchInfiniteQuery({ ...commitments({ page_size: 5 }), pages: 9 });
console.log(pages.map(({ items }) => items.length).join());
process.exit();`,
  );
  expect(output).toBe('No renewal has been raised.\n5,5,3\n');
});

it('SWR: shows data, and reads the next page', async () => {
  const here = await startMock();
  const output = await render(
    'swr',
    here(swr),
    `${shown}
import { Overview, useCommitments } from './recipe.js';
function Commitments() {
  const { data, size, setSize } = useCommitments();
  if (size < 3) setTimeout(() => setSize(3), 0);
  return data && size === 3 && data.length === 1 ? String(data[0].items.length) : 'Loading…';
}
console.log(Number(await shown(<Overview />)) > 0, await shown(<Commitments />));
process.exit();`,
  );
  expect(output).toBe('true 13\n');
});

it('Next.js: renders the page on the server', async () => {
  const here = await startMock();
  const output = await render(
    'next',
    here(next),
    `${shown}
import Costs from './recipe.js';
console.log((await shown(await Costs())).children.join(''));
process.exit();`,
  );
  expect(output).toMatch(/^Savings rate [\d.]+ %, coverage [\d.]+ %\n$/);
});

/** Starts a proxy that tunnels every connection. */
async function startProxy() {
  const tunnels: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const one of [socket, upstream]) one.on('error', () => upstream.destroy());
  });
  onTestFinished(() => void proxy.close());
  return { url: (await listen(proxy)).url, tunnels };
}

it.each([
  ['of one client', forOne],
  ['of the process', forAll],
])('sends the requests %s through a proxy', async (_name, recipe) => {
  const [here, { url, tunnels }] = [await startMock(), await startProxy()];
  const file = join(folder, 'proxied.ts');
  writeFileSync(file, here(recipe).replaceAll('http://proxy.example:3128', url));
  const outfile = join(folder, 'proxied.mjs');
  await build({ entryPoints: [file], platform: 'node', format: 'esm', logLevel: 'error', outfile });
  const ran = await run('node', [outfile], folder, { HTTP_PROXY: url });
  expect(ran).toEqual({ code: 0, stdout: '4\n', stderr: '' });
  expect(tunnels).toEqual([new URL(here('http://127.0.0.1:4010')).host]);
});

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

it.skipIf(major < 24 && !(major === 22 && minor >= 21))(
  'Node itself sends requests through the proxy of the environment',
  async () => {
    const [here, { url, tunnels }] = [await startMock(), await startProxy()];
    const code = `import { createClient } from 'cloud-cost-contract';
const client = createClient({ baseUrl: '${here('http://127.0.0.1:4010')}', apiKey: 'ccc_test_caller' });
console.log((await client.listProviders()).length);`;
    const env = { HTTP_PROXY: url, NODE_USE_ENV_PROXY: '1' };
    const { stdout, stderr } = await run('node', ['--input-type=module', '--eval', code], folder, env);
    expect(stdout + stderr).toBe('4\n');
    expect(tunnels).toHaveLength(1);
  },
);
