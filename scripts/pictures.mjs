// @ts-check
// Takes the pictures of the README and the home page: the dashboard example, and the report on a faulty server.
// `npm run pictures`, with Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, preview } from 'vite';
import { requireBuild } from './lib/build/require-build.mjs';
import { browserMissing, launchBrowser } from './lib/chromium.mjs';
import { optionsOf } from './lib/options.mjs';
import { root } from './lib/paths.mjs';

/** @typedef {import('playwright-core').Page} Page */

const size = { width: 1180, height: 780 };
const fault = 'a-breakdown-total-without-the-largest-row';

optionsOf({});
requireBuild('dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const missing = browserMissing();
if (missing) {
  console.error(missing);
  process.exit(2);
}
const browser = await launchBrowser();
try {
  const server = await servedDashboard();
  const [url = ''] = server.resolvedUrls?.local ?? [];
  await take('dashboard', url, (page) => page.locator('#commitments tbody tr').first().waitFor());
  await server.close();
  await take('report', pathToFileURL(await reportOnFault()).href, (page) => page.locator('h1').waitFor());
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/**
 * Takes a picture of the first screen of a page in both color schemes.
 *
 * @param {string} name
 * @param {string} url
 * @param {(page: Page) => Promise<void>} drawn waits until the page is complete
 */
async function take(name, url, drawn) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({ viewport: size, colorScheme });
    await page.goto(url);
    await drawn(page);
    writeFileSync(join(root, `docs/public/pictures/${name}-${colorScheme}.webp`), await webp(page));
    await page.close();
  }
}

/** Takes a picture as WebP, a third of a PNG, which Playwright cannot. @param {Page} page */
async function webp(page) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  return Buffer.from(data, 'base64');
}

async function servedDashboard() {
  process.env.NODE_ENV = 'production';
  const options = /** @type {const} */ ({
    configFile: join(root, 'docs/examples/dashboard/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(folder, 'dashboard') },
  });
  await build(options);
  return preview({ ...options, preview: { host: '127.0.0.1', port: 0 } });
}

/** Verifies a server with one fault. @returns {Promise<string>} the file of the report */
async function reportOnFault() {
  const report = join(folder, 'report.html');
  const server = spawn(process.execPath, [join(root, 'scripts/serve-faulty.mjs'), fault, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = await once(server.stdout, 'data');
  const [, url, keys] = /verify (\S+) (.*)/.exec(String(text)) ?? [];
  const verify = spawn(
    process.execPath,
    [
      join(root, 'cli/bin.mjs'),
      'verify',
      url ?? '',
      ...(keys ?? '').split(' '),
      '--reporter',
      `html=${report}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await once(verify, 'exit');
  server.kill();
  return report;
}
