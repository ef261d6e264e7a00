import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSite } from '../../scripts/lib/docs/build-site.mjs';
import { brokenLinks } from '../../scripts/lib/docs/links.mjs';
import { serveFolder } from '../../scripts/lib/docs/serve-folder.mjs';
import { putFiles } from '../../scripts/lib/replace-tree.mjs';
import { operations } from '../../src/generated/operations.js';
import { browserMissing, launchBrowser } from '../../tests/support/mock/browser/chromium.js';

const files: Record<string, string | Uint8Array> = await buildSite();
const pages = Object.keys(files).filter((path) => path.endsWith('.html'));
const missing = browserMissing();

/** In CI there is time for every page; seconds a page are too many elsewhere. */
function isEveryPage(colorScheme: string): boolean {
  return colorScheme === 'light' && Boolean(process.env.CI);
}

/** Operations and decisions are made alike, so a few stand for all. */
function oneOfItsKind(path: string): boolean {
  if (path.startsWith('reference/'))
    return /(index|events|schemas|errors|envelope|update-virtual-tag-key|list-commitment-coverage)\.html/.test(
      path,
    );
  if (path.startsWith('decisions/')) return path.includes('0001');
  return true;
}

it('every link within the site leads somewhere', () => {
  expect(pages.length).toBeGreaterThan(operations.length);
  expect(brokenLinks(files)).toEqual([]);
});

it('every address within a page stands for one place', () => {
  const twice = pages.flatMap((path) => {
    const ids = [...String(files[path]).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    return ids.length === new Set(ids).size ? [] : [path];
  });
  expect(twice).toEqual([]);
});

it.each(['', 'guides/', 'decisions/'])('every text in docs/%s has a page', (folder) => {
  const texts = readdirSync(new URL(`../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.replace('.md', '.html'));
  const own = new Set(pages.map((path) => path.split('/').at(-1)));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((name) => !own.has(name))).toEqual([]);
});

it('no heading says the same again as the one above it', () => {
  const again = pages.flatMap((path) => {
    const texts = [...String(files[path]).matchAll(/<h\d[^>]*>(.*?)(?: <a class="anchor"|<\/h\d>)/g)];
    return texts.filter(([, text], at) => text === texts[at - 1]?.[1]).map(([, text]) => `${path}: ${text}`);
  });
  expect(again).toEqual([]);
});

it('nothing is loaded from another host', () => {
  const loads = /<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//;
  expect(pages.filter((path) => loads.test(String(files[path])))).toEqual([]);
});

describe.skipIf(missing !== null)(`in Chromium${missing ? ` (${missing})` : ''}`, () => {
  let browser: Browser;
  let context: BrowserContext;
  let folder: string;
  let site: Awaited<ReturnType<typeof serveFolder>>;
  /** What went wrong in any page since the last look. */
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docs-site-'));
    putFiles(join(folder, 'site'), files);
    site = await serveFolder(join(folder, 'site'), 0, '/some/where');
    browser = await launchBrowser();
    context = await browser.newContext();
    await context.route('**/*', (route) => {
      const url = route.request().url();
      if (url.startsWith(site.url)) return route.continue();
      complaints.push(`${url} was asked for`);
      return route.abort();
    });
    listen(context);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const listen = (pages: BrowserContext) => {
    pages.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    pages.on('weberror', (error) => complaints.push(String(error.error())));
  };
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    complaints.length = 0;
    await page.goto(site.url + path);
    return page;
  };

  const seriousFaults = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
      const { violations } = await (globalThis as any).axe.run(document, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }: any) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`);
    });
  };

  it('every page loads on a phone: without a complaint, no wider, and nothing moves', {
    timeout: 300_000,
  }, async () => {
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
    listen(phone);
    const page = await phone.newPage();
    await page.addInitScript(() => {
      const moved = Object.assign(globalThis, { moved: 0 });
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.moved += (entry as unknown as { value: number }).value;
      });
      observer.observe({ type: 'layout-shift', buffered: true });
    });
    const faults: string[] = [];
    for (const path of pages) {
      complaints.length = 0;
      await page.goto(site.url + path);
      const { loneDots, width, moved } = await page.evaluate(() => ({
        // A dot parts what stands in one line; before a block it would stand alone.
        loneDots: [...document.querySelectorAll('details, p, li, dd')].filter(
          (block) => getComputedStyle(block, '::before').content === '"· "',
        ).length,
        width: document.documentElement.scrollWidth,
        moved: (globalThis as unknown as { moved: number }).moved,
      }));
      faults.push(...complaints.map((complaint) => `${path}: ${complaint}`));
      if (loneDots > 0) faults.push(`${path}: ${loneDots} dots stand alone`);
      if (width > 360) faults.push(`${path}: ${width} pixels wide`);
      if (moved > 0.01) faults.push(`${path}: moved by ${moved}`);
    }
    expect(faults).toEqual([]);
    await phone.close();
  });

  it.each(['light', 'dark'] as const)(
    'axe finds no serious fault in %s pages',
    {
      timeout: 900_000,
    },
    async (colorScheme) => {
      const faults: string[] = [];
      for (const path of pages.filter((path) => isEveryPage(colorScheme) || oneOfItsKind(path))) {
        const page = await open(path);
        await page.emulateMedia({ colorScheme });
        // Of hundreds made alike, the first few tell as much in a tenth of the time.
        await page.evaluate(() => {
          const alike =
            '.schema:nth-of-type(n+20), .rows > div:nth-child(n+4), .fields > li:nth-child(n+12), tbody > tr:nth-child(n+12)';
          for (const element of document.querySelectorAll(alike)) element.remove();
        });
        faults.push(...(await seriousFaults(page)).map((fault) => `${path}: ${fault}`));
        await page.close();
      }
      expect(faults).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)(
    'axe finds no serious fault in an answer, a problem and the search in %s',
    { timeout: 120_000 },
    async (colorScheme) => {
      const page = await open('reference/list-providers.html');
      await page.emulateMedia({ colorScheme });
      await page.click('.try button[type="submit"]');
      await page.locator('.answer .status strong').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.check('[name="target"][value="server"]');
      await page.click('.try button[type="submit"]');
      await page.locator('.answer .bad').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.click('.search-open');
      await page.keyboard.type('coverage');
      await page.locator('#search-results a').first().waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.close();
    },
  );

  it.each([
    ['listCommitments', 'List the commitments of every provider'],
    ['renewal quote', 'Quote what replacing one commitment costs today'],
    ['burn_pct', 'burn_pct'],
  ])('the search finds %s', async (words, title) => {
    const page = await open('guides/paging.html');
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    const first = page.locator('#search-results a').first();
    await expect.poll(() => first.locator('.title').textContent()).toBe(title);
    await page.keyboard.press('Enter');
    await page.waitForURL(/reference\//);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('on paper no table is cut', async () => {
    const page = await open('default-world.html');
    await page.emulateMedia({ media: 'print' });
    // What Chromium still shrinks onto a sheet.
    await page.setViewportSize({ width: 1077, height: 900 });
    const tables = page.locator('.scroll');
    expect(await tables.count()).toBeGreaterThan(5);
    for (const table of await tables.all()) {
      expect(await table.evaluate((one) => getComputedStyle(one).overflowX)).toBe('visible');
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1077);
    await page.close();
  });

  it('in the colours of the reader, what is chosen and what a legend means can be seen', async () => {
    const page = await open('guides/commitments.html');
    await page.emulateMedia({ forcedColors: 'active' });
    const colours = await page
      .locator('.legend')
      .first()
      .locator('.swatch')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(new Set(colours).size).toBe(colours.length);
    await page.keyboard.press('/');
    await page.keyboard.type('coverage');
    const outlineOf = (selector: string) =>
      page
        .locator(`#search-results ${selector}`)
        .first()
        .evaluate((one) => getComputedStyle(one).outlineStyle);
    await expect.poll(() => outlineOf('[aria-selected="true"]')).toBe('solid');
    expect(await outlineOf('[aria-selected="false"]')).toBe('none');
    await page.close();
  });

  it.each(operations.map(({ operationId, responses }) => [operationId, Object.keys(responses)] as const))(
    '%s answers on its page as documented',
    { timeout: 60_000 },
    async (operationId, statuses) => {
      const stem = operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const page = await open(`reference/${stem}.html`);
      await page.click('.try button[type="submit"]');
      const status = await page.locator('.answer .status strong').textContent({ timeout: 40_000 });
      expect(statuses).toContain(status);
      expect(status).toMatch(/^20[01]$/);
      expect(JSON.parse((await page.locator('.answer > pre').textContent()) ?? '')).toHaveProperty('data');
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it('a failure can be asked for by name', async () => {
    const page = await open('reference/list-providers.html');
    await page.selectOption('[name="answer"]', { label: '429 minute-used-up' });
    await page.click('.try button[type="submit"]');
    await expect
      .poll(() => page.locator('.answer .status').textContent())
      .toContain('429 RATE_LIMIT_EXCEEDED');
    await page.close();
  });

  it('another world gives another answer', async () => {
    const page = await open('reference/list-commitments.html');
    await page.selectOption('[name="scenario"]', 'empty');
    await page.click('.try button[type="submit"]');
    await expect.poll(() => page.locator('.answer > pre').textContent()).toContain('"total_items": 0');
    await page.close();
  });

  it('a server of the reader is called with the key, which the curl line does not hold', async () => {
    const page = await open('reference/list-providers.html');
    let key: string | undefined;
    await page.route('https://costs.example/**', (route) => {
      key = route.request().headers().authorization;
      return route.fulfill({
        status: 200,
        headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
        contentType: 'application/json',
        body: '{"success":true,"timestamp":"2026-06-15T12:00:00Z","data":[]}',
      });
    });
    await page.check('[name="target"][value="server"]');
    await page.fill('[name="base-url"]', 'https://costs.example/');
    await page.fill('[name="key"]', 'a-key-of-mine');
    await page.click('.try button[type="submit"]');
    await page.locator('.answer .status strong').waitFor();
    expect(key).toBe('Bearer a-key-of-mine');
    expect(await page.locator('.same code').textContent()).toBe(
      `curl 'https://costs.example/api/v1/providers' \\\n  -H "Authorization: Bearer $COST_CONTRACT_API_KEY"`,
    );
    const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(await kept()).toContain('https://costs.example/');
    expect(await kept()).not.toContain('a-key-of-mine');
    await page.goto(`${site.url}reference/list-commitments.html`);
    expect(await page.inputValue('[name="base-url"]')).toBe('https://costs.example/');
    expect(await page.inputValue('[name="key"]')).toBe('');
    await page.close();
  });

  it('a server that does not allow the page is told apart from an answer', async () => {
    const page = await open('reference/list-providers.html');
    // Not a fulfilled route, to which the browser's driver would add the missing headers.
    const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await page.route(`${address}/**`, (route) => route.continue());
    await page.check('[name="target"][value="server"]');
    await page.fill('[name="base-url"]', address);
    await page.click('.try button[type="submit"]');
    await expect
      .poll(() => page.locator('.answer').textContent())
      .toContain(`does not allow this page’s origin, ${new URL(site.url).origin}`);
    await page.close();
  });

  it('an address without a scheme is not called', async () => {
    const page = await open('reference/list-providers.html');
    await page.check('[name="target"][value="server"]');
    await page.fill('[name="base-url"]', 'localhost:8080');
    await page.click('.try button[type="submit"]');
    await expect.poll(() => page.locator('.answer').textContent()).toContain('with its scheme');
    await page.close();
  });

  it('the clock of the mock is the one that was chosen', async () => {
    const page = await open('reference/list-providers.html');
    await page.fill('[name="now"]', '2027-01-02T03:04:05Z');
    await page.click('.try button[type="submit"]');
    await expect.poll(() => page.locator('.answer > pre').textContent()).toContain('2027-01-02T03:04:0');
    await page.fill('[name="now"]', 'yesterday');
    await page.click('.try button[type="submit"]');
    await expect.poll(() => page.locator('.answer').textContent()).toMatch(/yesterday/);
    await page.close();
  });

  it('the same call is shown as a program', async () => {
    const page = await open('reference/list-commitment-inventory.html');
    await page.selectOption('[name="query:instrument"]', 'ri');
    await page.check('[name="language"][value="ts"]');
    expect(await page.locator('.same code').textContent()).toContain(
      "await client.listCommitmentInventory({ instrument: 'ri' });",
    );
    await page.close();
  });

  it('an idempotency key is made where it is asked for, and shown', async () => {
    const page = await open('reference/create-webhook-endpoint.html');
    await page.click('[data-do="make-key"]');
    const key = await page.inputValue('[name="header:Idempotency-Key"]');
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await page.locator('.same code').textContent()).toContain(`Idempotency-Key: ${key}`);
    await page.close();
  });

  it('an address with a broken fragment opens the page all the same', async () => {
    const page = await open('reference/list-providers.html#%');
    await page.keyboard.press('/');
    await page.keyboard.type('coverage');
    await page.locator('#search-results a').first().waitFor({ timeout: 10_000 });
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('a page reads without scripts, and offers nothing that needs them', async () => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(`${site.url}reference/list-providers.html`);
    expect(await page.locator('#answer-200, .side a[aria-current]').evaluateAll((all) => all.length)).toBe(2);
    await expect.poll(() => page.locator('.side a[aria-current]').isVisible()).toBe(true);
    expect(await page.locator('.search-open, .try form').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.try').textContent()).toContain('needs JavaScript');
    await page.context().close();
  });

  it('a page that was opened from a disk can be tried as well', { timeout: 60_000 }, async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`file://${join(folder, 'site/reference/list-providers.html')}`);
    await page.click('.try button[type="submit"]');
    expect(await page.locator('.answer .status strong').textContent({ timeout: 40_000 })).toBe('200');
    await page.context().close();
  });
});
