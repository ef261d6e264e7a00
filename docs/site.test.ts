import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserMissing } from '../scripts/lib/chromium.mjs';
import { operations } from '../src/generated/operations.js';
import {
  document as contract,
  examplesOf,
  jsonOf,
  operations as pagesOf,
} from './.vitepress/pages/document.js';
import { brokenLinks, builtSite } from './testing/built-site.js';
import { expectForms } from './testing/expect-forms.js';
import { expectRows } from './testing/expect-rows.js';
import { searches } from './testing/searches.js';
import { navigation, removeRows, SiteBrowser, send, violations } from './testing/site-browser.js';

let folder: string;
let pages: Map<string, string>;
/** The pages whose navigation is checked: it is the same on all other pages of an area. */
const areas = [
  'index.html',
  '404.html',
  'guides/commitments.html',
  'reference/list-commitments.html',
  'checks.html',
  'project/mutation.html',
];
/** One page of each kind; CI opens all pages. */
const kinds = [
  ...areas,
  'guides/verify-your-server.html',
  'reference/index.html',
  'reference/update-virtual-tag-key.html',
  'reference/get-renewal-plan.html',
  'reference/errors.html',
  'reference/events.html',
  'guides/default-dataset.html',
  'guides/quick-start.html',
  'project/faulty-servers.html',
];

beforeAll(() => {
  ({ folder, pages } = builtSite());
}, 600_000);

it('every link leads to an existing page and fragment', () => {
  expect(pages.size).toBeGreaterThan(operations.length + 30);
  expect(brokenLinks(folder, pages)).toEqual([]);
});

it('every text in docs has a page, and names in code are links', () => {
  const titles = [...pages.values()].map((html) => /<h1[^>]*>(.*?) ?<a/.exec(html)?.[1]);
  const texts = ['', 'guides/', 'decisions/'].flatMap((below) =>
    readdirSync(new URL(below || '.', import.meta.url))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => readFileSync(new URL(`${below}${name}`, import.meta.url), 'utf8')),
  );
  const missing = texts
    .map((text) => /^# (.*)$/m.exec(text)?.[1] ?? '')
    .filter((title) => !titles.includes(title));
  expect(missing).toEqual([]);
  expect(pages.get('guides/commitments.html')).toContain(
    '<a href="/reference/get-commitment-utilization.html"><code>getCommitmentUtilization</code></a>',
  );
});

it.each(pagesOf.map((one) => [one.id, one] as const))(
  'the page of %s has every parameter, response, example and proposal',
  (_, { page, parameters, responses, requestBody }) => {
    const html = pages.get(`${page}.html`) ?? '';
    const names = [
      ...parameters.map(({ value }) => `id="${value.in}-${value.name}"`),
      ...Object.keys(responses).map((status) => `id="${status < '300' ? 'response' : 'error'}-${status}"`),
      ...[requestBody, ...Object.values(responses)].flatMap((part) =>
        part ? examplesOf(jsonOf(part)).map(({ name }) => `<code>${name}</code>`) : [],
      ),
    ];
    expect(names.filter((name) => !html.includes(name))).toEqual([]);
    const proposed = parameters.filter(({ value }) => value['x-provenance'] === 'proposed');
    for (const { value } of proposed) {
      expect(html).toMatch(new RegExp(`id="${value.in}-${value.name}">[\\s\\S]{0,1500}?proposed</span>`));
    }
  },
);

describe('pages as Markdown', () => {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const linksIn = (text: string) =>
    [...text.matchAll(/\]\((\/[^)#]+)/g)].map(([, path = '']) => path.slice(1));

  it('llms.txt describes every page, and every link in it and in the pages leads to a file', () => {
    const llms = read('llms.txt');
    const markdownPages = [...pages.keys()].map((path) => path.replace(/html$/, 'md'));
    const listed = new Set(linksIn(llms));
    expect(markdownPages.filter((path) => !listed.has(path))).toEqual(
      expect.arrayContaining(['index.md', '404.md']),
    );
    expect(listed.size).toBe(pages.size - 1);
    expect(llms.split('\n').filter((line) => /^- .*:\s*$/.test(line))).toEqual([]);
    const written = markdownPages.filter((path) => path !== '404.md');
    const broken = [llms, ...written.map(read)]
      .flatMap(linksIn)
      .filter((path) => !existsSync(join(folder, path)));
    expect(broken).toEqual([]);
  });

  it.each(pagesOf.map((one) => [one.id, one] as const))('the Markdown of %s is complete', (_, one) => {
    const text = read(`${one.page}.md`);
    expect(text.replaceAll('\\_', '_')).toContain(`# ${one.operation.summary}`);
    expect(text).toContain(`${one.method.toUpperCase()} \`${one.path}\``);
    const missing = one.parameters.filter(({ value }) => !text.includes(`\`${value.name}\``));
    expect(missing).toEqual([]);
    expect([...text.matchAll(/^```(\w+)$/gm)].map(([, language]) => language)).toEqual(
      expect.arrayContaining(['curl', 'typescript', 'python', 'go', 'json']),
    );
    expect(text.replaceAll(/^ *```[\s\S]*?^ *```|`[^`]*`/gm, '')).not.toMatch(/<\w|&#?\w+;|\{\{/);
  });
});

it('the page of schemas has every schema, with units and links', () => {
  const html = pages.get('reference/schemas.html') ?? '';
  const missing = Object.keys(contract.components.schemas).filter((name) => !html.includes(`id="${name}"`));
  expect(missing).toEqual([]);
  expect(html).toContain('USD');
});

const missing = browserMissing();

describe.skipIf(missing !== null)(`in Chromium${missing ? ` (${missing})` : ''}`, () => {
  let site: SiteBrowser;
  beforeAll(async () => {
    site = await SiteBrowser.launch(folder);
  });
  afterAll(() => site?.close());
  beforeEach(() => {
    site.problems.length = 0;
  });

  it('no page scrolls horizontally on a phone, logs an error, calls another host or is inaccessible', {
    timeout: 600_000,
  }, async () => {
    const page = await site.open('', { viewport: { width: 360, height: 740 } });
    const wide: string[] = [];
    const found: string[] = [];
    for (const path of process.env.CI ? pages.keys() : kinds) {
      await site.visit(page, path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 360) wide.push(`${path}: ${width} pixels`);
      if (kinds.includes(path)) continue;
      await removeRows(page, navigation);
      // Contrast, the slowest rule, is a matter of the theme: the next test has it.
      const rules = { 'color-contrast': { enabled: false } };
      found.push(...(await violations(page, { rules })).map((one) => `${path}: ${one}`));
    }
    expect(wide).toEqual([]);
    expect(found.join('\n')).toBe('');
    expect(site.problems).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'axe finds no violation in %s',
    { timeout: 600_000 },
    async (colorScheme) => {
      const page = await site.open('');
      await page.emulateMedia({ colorScheme });
      // Only colors differ.
      const options = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
      const found: string[] = [];
      for (const path of kinds) {
        await site.visit(page, path);
        // The page 404 is rendered in the browser.
        await page.locator('main').waitFor();
        await removeRows(page, ...(areas.includes(path) ? [] : [navigation]));
        found.push(...(await violations(page, options)).map((one) => `${path}: ${one}`));
      }
      await site.visit(page, 'reference/list-providers.html');
      await send(page);
      found.push(...(await violations(page, options)));
      await page.keyboard.press('Control+k');
      await page.locator('.VPLocalSearchBox input').fill('coverage');
      await page.locator('.VPLocalSearchBox .result').first().waitFor();
      found.push(...(await violations(page, options)).map((one) => `search: ${one}`));
      // As a text, which a failure prints whole.
      expect(found.join('\n')).toBe('');
    },
  );

  describe('the search', () => {
    let page: Page;
    beforeAll(async () => {
      page = await (await site.context()).newPage();
      await site.visit(page, 'guides/paging.html');
    });
    afterAll(() => page.context().close());

    it.each(searches)('finds %s first: %s', async (words, address) => {
      await page.keyboard.press('Control+k');
      await page.locator('.VPLocalSearchBox input').fill(words);
      const first = page.locator('.result').first();
      await expect.poll(() => first.getAttribute('href')).toMatch(new RegExp(`^/${address}`));
      await page.keyboard.press('Escape');
      await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' });
    });

    it('opens a result by keyboard', async () => {
      await page.keyboard.press('/');
      await page.locator('.VPLocalSearchBox input').fill('renewal quote');
      await page.locator('.result[href*="get-renewal-quote"]').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/reference\/get-renewal-quote\.html$/);
      expect(site.problems).toEqual([]);
    });
  });

  expectForms(() => site);
  expectRows(() => site);

  it('every page has its landmarks', () => {
    // The page 404 is rendered in the browser, where axe tests it.
    const rendered = [...pages].filter(([path]) => path !== '404.html');
    const missing = rendered.flatMap(([path, html]) =>
      ['header', 'nav', 'main', ...(path === 'index.html' ? ['footer'] : [])]
        .filter((name) => !html.includes(`<${name} `))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('a page is readable without JavaScript', async () => {
    const page = await site.open('reference/list-providers.html', { javaScriptEnabled: false });
    expect(await page.locator('#response-200').isVisible()).toBe(true);
    expect(await page.locator('.try button').first().isVisible()).toBe(false);
    // The request in four languages, and the example response.
    expect(await page.locator('.try pre:visible').count()).toBe(5);
  });

  it('a printed page has no navigation, and no table is cut off', async () => {
    const page = await site.open('guides/default-dataset.html');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1077, height: 900 });
    expect(await page.locator('.VPNav, .VPSidebar').filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1077);
  });
});
