import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putFiles } from '../replace-tree.mjs';
import { serveFolder } from './serve-folder.mjs';

let folder;
let site;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'serve-'));
  putFiles(folder, { 'secret.txt': 'no', 'site/index.html': '<p>home', 'site/a/index.html': '<p>a' });
  site = await serveFolder(join(folder, 'site'), 0, '/docs');
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

/** With a path that is sent as it stands, which `fetch` would tidy up. */
function get(path) {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, type: response.headers['content-type'], text }),
      );
    });
    sent.on('error', reject).end();
  });
}

it('serves the index of a folder, below its prefix', async () => {
  expect(site.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/docs\/$/);
  expect(await get('/docs/')).toEqual({ status: 200, type: 'text/html; charset=utf-8', text: '<p>home' });
  expect((await get('/docs/a/')).text).toBe('<p>a');
});

it.each([
  '/',
  '/index.html',
  '/docs/none.html',
  '/docs/../secret.txt',
  '/docs/%2e%2e/secret.txt',
  '/docs/%zz',
])('has nothing at %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});
