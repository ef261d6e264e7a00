import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserMissing, launchBrowser } from '../../../../scripts/lib/chromium.mjs';
import {
  aFailure,
  aFinding,
  aReport,
  aResult,
  aStaleWaiver,
} from '../../../../tests/support/engine/report-fixture.js';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.js';
import type { Report } from '../../report.js';
import { htmlReport } from './html.js';

const hostile = `</script></style></pre>--><img src=x onerror="alert(1)"><script>alert(2)</script>' " & \u0000 \u2028`;

/** A report with content in every section, from a server that tries to inject markup. */
const everything: Report = aReport(
  [
    aFinding({
      status: 'failed',
      message: hostile,
      expected: hostile,
      actual: hostile,
      more_violations: 3,
      violations: Array.from({ length: 30 }, (_, index) => ({
        fingerprint: `fp-${String(index).padStart(12, '0')}`,
        status: 'failed',
        message: hostile,
        expected: hostile,
        actual: hostile,
        rows: 3,
        requests: 2,
        waiver: null,
        curl: `curl '${hostile}'`,
      })),
      waiver: { reason: hostile, expires: '2026-01-01', expired: true },
      exchange: {
        request: {
          method: 'POST',
          url: `http://127.0.0.1/${hostile}`,
          path: `/${hostile}`,
          query: [],
          headers: { 'x-echo': hostile },
          body: hostile,
        },
        response: { status: 200, headers: { 'x-header': hostile }, body: hostile },
        curl: `curl '${hostile}'`,
      },
    }),
    { ...aFailure, operation: 'listCommitments' },
    { ...aFailure, id: 'errors.unknown-route-is-404', operation: null },
    aResult({ status: 'errored', message: hostile }),
    aResult({ status: 'blocked', message: hostile }),
    aResult({ status: 'not_applicable', message: hostile, operation: 'getRenewal' }),
    aFinding({ status: 'warned' }),
    aFinding({ status: 'waived', waiver: { reason: hostile, expires: '2999-01-01', expired: false } }),
    aResult({ operation: 'listCommitments' }),
    aResult({ operation: 'listCommitmentRecommendations' }),
  ],
  {
    target: `http://127.0.0.1/${hostile}`,
    notes: [hostile],
    stale_waivers: [{ ...aStaleWaiver, reason: hostile, where: hostile }],
  },
);

test('shows the verdict in the title and at the top', () => {
  const page = htmlReport(aReport([aFailure, aResult()]));
  expect(page).toContain('<title>VIOLATES: http://127.0.0.1:4010</title>');
  expect(page).toContain('<span class="word">VIOLATES</span> <span class="reason">1 check failed</span>');
  expect(htmlReport(aReport([aResult()]))).toContain('<span class="word">CONFORMS</span>');
  expect(htmlReport(aReport([aResult({ status: 'blocked' })]))).toContain('INCOMPLETE');
});

test('shows a table of operations and areas of checks', () => {
  const page = htmlReport(aReport([aFailure, aResult({ operation: 'listCommitments' })]));
  expect(page).toContain('<th scope="row">listProviders</th><td class="extra">✗1</td>');
  expect(page).toContain('<th scope="row">listCommitments</th><td class="seen">✓</td>');
  expect(htmlReport(aReport([]))).not.toContain('class="scroll matrix"');
});

test('shows a failure of several operations once, with their names and a waiver', () => {
  const page = htmlReport(aReport([aFailure, { ...aFailure, operation: 'listCommitments' }]));
  expect(page.match(/<section class="fault">/g)).toHaveLength(1);
  expect(page).toContain('<code class="chip">listProviders</code> <code class="chip">listCommitments</code>');
  expect(page).toContain('fingerprint: fp-0123456789ab');
});

test('escapes data from the server', () => {
  const page = htmlReport(everything);
  expect(page).not.toContain('<img');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<\/script/g)).toHaveLength(1);
  expect(page.match(/<\/style/g)).toHaveLength(1);
});

test('truncates a long body', () => {
  const { exchange } = aFailure;
  const response = { status: 200, headers: {}, body: 'x'.repeat(100_000) };
  const page = htmlReport(aReport([{ ...aFailure, exchange: exchange && { ...exchange, response } }]));
  expect(page).toContain('… truncated: the body has 100000 characters');
  expect(page.length).toBeLessThan(htmlReport(aReport([aFailure])).length + 20_000);
});

const missing = browserMissing();

describe.skipIf(missing !== null)(`in Chromium${missing ? ` (${missing})` : ''}`, () => {
  const folder = temporaryFolder('report');
  writeFileSync(join(folder, 'report.html'), htmlReport(everything));
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the report, until the test ends. */
  async function open(options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) problems.push(`requested ${request.url()}`);
    });
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('dialog', (dialog) => {
      problems.push(`opened a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(String(pathToFileURL(join(folder, 'report.html'))));
    return { page, problems };
  }

  test.each(['light', 'dark'] as const)(
    'has no serious accessibility violations in %s mode',
    async (colorScheme) => {
      const { page, problems } = await open({ colorScheme });
      expect(problems).toEqual([]);
      await page.evaluate(axe.source);
      const serious = await page.evaluate(async () => {
        for (const part of document.querySelectorAll('details')) part.open = true;
        const { violations } = await (globalThis as any).axe.run(document, {
          resultTypes: ['violations'],
        });
        return violations
          .filter(({ impact }: any) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`);
      });
      expect(serious).toEqual([]);
    },
  );

  test('sends no requests, and runs only its own script', async () => {
    const { page, problems } = await open();
    expect(problems).toEqual([]);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "broken into"';
      document.body.append(script);
    });
    expect(await page.title()).toMatch(/^VIOLATES/);
    expect(problems.join()).toContain('Content Security Policy');
  });

  test('filters items by text and operation, opens collapsed sections, and resets with Escape', async () => {
    const { page } = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('unknown-route');
    const shown = () => page.locator('[data-item]:visible').count();
    expect(await shown()).toBe(1);
    expect(await page.locator('#shown').textContent()).toMatch(/^1 of \d+ shown$/);
    await page.keyboard.press('Escape');
    const all = await shown();
    await page.selectOption('#operation', 'getRenewal');
    expect(await page.locator('#not_applicable').getAttribute('open')).not.toBeNull();
    expect(await shown()).toBe(1);
    await page.selectOption('#operation', '');
    expect(await page.locator('#not_applicable').getAttribute('open')).toBeNull();
    expect(await shown()).toBe(all);
  });

  test('filters items by level and basis', async () => {
    const { page } = await open();
    const shown = () => page.locator('[data-item]:visible').count();
    const all = await shown();
    await page.selectOption('#level', 'SHOULD');
    expect(await shown()).toBe(0);
    await page.selectOption('#level', 'MUST');
    expect(await shown()).toBeGreaterThan(0);
    await page.selectOption('#basis', 'proposed');
    expect(await shown()).toBe(0);
    await page.selectOption('#basis', '');
    await page.selectOption('#level', '');
    expect(await shown()).toBe(all);
  });

  test('shows the table of operations and the first failure in the first screen', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 800 } });
    const missing = Array.from({ length: 31 }, (_, index) => `getNumber${index}`);
    const progress = { implemented: ['listProviders'], missing, unknown: [] } as never;
    const notes = ['One note.', 'Another note.'];
    const file = join(folder, 'unfinished.html');
    writeFileSync(file, htmlReport(aReport([aFailure, aResult()], { progress, notes })));
    await page.goto(String(pathToFileURL(file)));
    const topOf = async (selector: string) =>
      (await page.locator(selector).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect(await topOf('.matrix')).toBeLessThan(500);
    expect(await topOf('article h3')).toBeLessThan(700);
    expect(await page.getByText('getNumber30').isVisible()).toBe(false);
    await page.getByText('1 of 32 operations are implemented').click();
    expect(await page.getByText('getNumber30').isVisible()).toBe(true);
  });

  test('ignores a fragment with an invalid escape', async () => {
    const { page, problems } = await open();
    await page.goto(`${page.url()}#%`);
    await page.reload();
    expect(await page.locator('#search').isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });

  test('copies a command', async () => {
    const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const command = page.locator('.command').first();
    await command.locator('button').click();
    await expect.poll(() => command.locator('button').textContent()).toBe('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await command.locator('code').textContent());
  });

  test('shows everything but the filters without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    expect(await page.locator('.filters, .command button').evaluateAll((all) => all.length)).toBeGreaterThan(
      0,
    );
    expect(await page.locator('.filters:visible, .command button:visible').count()).toBe(0);
    expect(await page.locator('.fault:visible').count()).toBeGreaterThan(0);
  });

  test('prints on white, without controls', async () => {
    const { page } = await open({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe('rgb(255, 255, 255)');
    expect(await page.locator('.filters:visible, button:visible').count()).toBe(0);
  });

  test('fits the width of a phone', async () => {
    const { page } = await open({ viewport: { width: 360, height: 740 } });
    const width = await page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true;
      return document.documentElement.scrollWidth;
    });
    expect(width).toBeLessThanOrEqual(360);
  });
});
