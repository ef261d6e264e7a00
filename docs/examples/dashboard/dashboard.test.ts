import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { browserMissing, launchBrowser } from '../../../scripts/lib/chromium.mjs';
import { createClient } from '../../../src/client/index.js';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';

const missing = browserMissing();
if (missing) console.warn(`The dashboard is not tested: ${missing}`);

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
const problemPicture = fileURLToPath(new URL('../../../coverage/dashboard-problem.png', import.meta.url));
const picture = fileURLToPath(new URL('../../../coverage/dashboard.png', import.meta.url));

describe.skipIf(missing)('the dashboard in Chromium', () => {
  const outDir = temporaryFolder('dashboard');
  let server: PreviewServer;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    vi.stubEnv('NODE_ENV', 'production');
    await build({ configFile, logLevel: 'warn', build: { outDir } });
    vi.unstubAllEnvs();
    server = await preview({
      configFile,
      logLevel: 'warn',
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0 },
    });
    url = server.resolvedUrls?.local[0] ?? '';
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens the page and waits until it is rendered. Returns it with its problems so far. */
  const open = async (query = '', options: Parameters<Browser['newContext']>[0] = {}) => {
    const context = await browser.newContext({ viewport: { width: 1180, height: 900 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'log') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${url}${query}`);
    await drawn(page);
    return { page, problems };
  };

  test('shows the figures of the mock in Node', async () => {
    const { page, problems } = await open();
    const client = await clientInNode();
    const { totals, accounts } = await client.getEffectiveSavingsRate();
    expect(await figuresOf(page, '#savings-rate')).toEqual(
      known([
        totals.total_rate_pct,
        totals.total_saved,
        totals.on_demand_equivalent,
        totals.commitment_rate_pct,
        totals.negotiated_rate_pct,
        ...accounts.flatMap(({ total_rate_pct, total_saved }) => [total_rate_pct, total_saved]),
      ]),
    );
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    // The picture of the README is as old as its description; `npm run pictures` takes it again.
    expect(readme).toContain(`effective savings rate ${totals.total_rate_pct}%`);
    const forecast = await client.getCostForecast({ provider: 'provider_a' });
    expect((await figuresOf(page, '#forecast')).slice(0, 4)).toEqual([
      forecast.forecast_value,
      forecast.forecast_low,
      forecast.forecast_high,
      forecast.delta_pct_vs_last_month,
    ]);
    const drawnDays = await page
      .locator('#forecast polyline')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('points')?.split(' ').length));
    // The line of the forecast starts at the last actual day.
    expect(drawnDays).toEqual([30, 31]);
    const coverage = await client.getCoverageRates({ provider: 'provider_a' });
    expect(await figuresOf(page, '#coverage')).toEqual(
      known([
        coverage.totals.coverage_pct,
        coverage.totals.covered_monthly,
        coverage.totals.on_demand_monthly,
        ...coverage.services.map(({ coverage_pct }) => coverage_pct),
      ]),
    );
    expect(problems).toEqual([]);
    await page.screenshot({ path: picture, fullPage: true });
  });

  test('another seed and date show another dataset', async () => {
    const { page } = await open('?seed=7&date=2026-03-02');
    const client = await clientInNode({ seed: 7, now: '2026-03-02T12:00:00Z' });
    const { totals } = await client.getEffectiveSavingsRate();
    expect((await figuresOf(page, '#savings-rate'))[0]).toBe(totals.total_rate_pct);
    expect(await page.locator('#savings-rate').textContent()).toContain('February 2026');
  });

  test('pages through commitments by keyboard', async () => {
    const { page } = await open();
    const client = await clientInNode();
    const ids = (await client.listCommitments({ provider: 'provider_a' }).all()).map(({ id }) => id);
    const shown: string[] = [];
    const next = page.getByRole('button', { name: 'Next' });
    await next.focus();
    for (;;) {
      shown.push(...(await page.locator('#commitments .id').allTextContents()));
      if (await next.isDisabled()) break;
      await page.keyboard.press('Enter');
      await drawn(page);
    }
    expect(shown).toEqual(ids);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await drawn(page);
    expect(await page.locator('#commitments output').textContent()).toContain('Page 2');
  });

  test('does not show an unmeasured provider as 0 % covered', async () => {
    const { page } = await open();
    await page.locator('#provider').selectOption('provider_c');
    await drawn(page);
    expect(await page.locator('#coverage .content').textContent()).toContain('not measured yet');
    expect(await figuresOf(page, '#coverage')).toEqual([]);
    expect(await page.locator('#commitments output').textContent()).toBe('No commitments');
  });

  test('an empty dataset is shown without errors', async () => {
    const { page, problems } = await open('?scenario=empty');
    expect(await figuresOf(page, 'main')).toEqual([]);
    expect(await page.getByRole('alert').textContent()).toBe('');
    expect(problems).toEqual([]);
  });

  test('shows the error code of a failed request', async () => {
    const { page } = await open('?key=ccc_test_nobody');
    const alert = page.getByRole('alert');
    expect(await alert.locator('code').textContent()).toBe('AUTHENTICATION_ERROR');
    expect(await alert.textContent()).toMatch(/request req_\w+/);
  });

  test.each([
    ['?scenario=nope', /^INVALID_QUERY Invalid `scenario` "nope"\. Pass one of default, /],
    ['?date=2026-13-45', /^INVALID_QUERY Invalid timestamp '2026-13-45T12:00:00Z'\. /],
    ['?seed=one', /^INVALID_QUERY Invalid `seed` NaN\. Pass an integer/],
    ['?scenarios=empty', /^INVALID_QUERY Unknown `scenarios`\. Use scenario, /],
    ['?key=ccc_test_nobody', /^AUTHENTICATION_ERROR /],
  ])('shows only an error for %s', async (query, message) => {
    const { page } = await open(query);
    expect(await page.getByRole('alert').textContent()).toMatch(message);
    expect(await page.locator('section').filter({ visible: true }).count()).toBe(0);
    if (query.includes('nope')) await page.screenshot({ path: problemPicture });
  });

  test('contains the worker of the installed MSW', () => {
    const installed = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
    expect(readFileSync(join(outDir, 'mockServiceWorker.js'))).toEqual(readFileSync(installed));
  });
});

/** Returns a client of the package's mock, with the settings of the page. */
async function clientInNode(options: { seed?: number; now?: string } = {}) {
  // A dynamic import by package name, which requires the built package, as the page does.
  const { createMock } = await import('cloud-cost-contract/mock');
  const mock = await createMock({ frozen: true, ...options });
  return createClient({ baseUrl: 'https://costs.example', apiKey: 'ccc_test_caller', fetch: mock.fetch });
}

async function drawn(page: Page): Promise<void> {
  await page.locator('#savings-rate .content:not(:empty), #problem:not(:empty)').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
}

/** Returns the exact values of all figures in an element. */
async function figuresOf(page: Page, selector: string): Promise<number[]> {
  const values = await page
    .locator(`${selector} data`)
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('value')));
  return values.map(Number);
}

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
