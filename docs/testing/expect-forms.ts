import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { operations as pagesOf } from '../.vitepress/pages/document.js';
import { type SiteBrowser, send, violations } from './site-browser.js';

/**
 * Tests the forms that call the mock in the page or the reader's own server.
 *
 * @param site returns the browser, which the tests of a site start
 */
export function expectForms(site: () => SiteBrowser): void {
  /** Opens the page of an operation, with the settings of its form. */
  async function openSettings(name: string): Promise<Page> {
    const page = await site().open(`reference/${name}.html`);
    await page.click('#try-it > summary');
    return page;
  }

  describe('the form of an operation, with one mock for all pages', () => {
    let page: Page;
    beforeAll(async () => {
      page = await (await site().context()).newPage();
      await site().visit(page, 'reference/');
    });
    afterAll(() => page.context().close());

    it.each(pagesOf.map(({ id, page, responses }) => [id, page, Object.keys(responses)] as const))(
      '%s can be called',
      async (_, path, statuses) => {
        await page.click(`.vp-doc a[href="/${path}.html"]`);
        await page.waitForURL(`${site().base}${path}.html`);
        await send(page);
        const status = (await page.locator('.status strong').textContent()) ?? '';
        expect(statuses).toContain(status);
        expect(status).toMatch(/^20[01]$/);
        expect(JSON.parse((await page.locator('.result code').textContent()) ?? '')).toHaveProperty('data');
        await page.goBack();
        expect(site().problems).toEqual([]);
      },
    );
  });

  it('sample, Send and response are beside the description on a laptop, and below it on a phone', async () => {
    const page = await site().open('reference/list-commitments.html', {
      viewport: { width: 1280, height: 800 },
    });
    const box = async (selector: string) => {
      const found = await page.locator(selector).boundingBox();
      if (!found) throw new Error(`${selector} is not displayed.`);
      return { ...found, right: found.x + found.width, bottom: found.y + found.height };
    };
    const parts = ['.try .blocks .active', '.try [type="submit"]', '.try .result'];
    for (const part of parts) {
      expect((await box(part)).x).toBeGreaterThan((await box('.about-request')).right);
      expect((await box(part)).bottom).toBeLessThanOrEqual(800);
    }
    await page.evaluate(() => window.scrollTo(0, 2000));
    for (const part of parts) expect((await box(part)).y).toBeGreaterThan(64);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await box('.try')).y).toBeGreaterThan((await box('.about-request')).bottom);
    expect((await box('.about-response')).y).toBeGreaterThan((await box('.try')).bottom);
  });

  it('shows an example response until a response is there', async () => {
    const page = await site().open('reference/list-providers.html');
    expect(await page.locator('.result').textContent()).toMatch(/Example response 200[\s\S]*"success": true/);
    expect(await send(page)).not.toContain('Example response');
  });

  it('a link to a collapsed parameter opens it', async () => {
    const page = await site().open('reference/get-cost-breakdown.html#query-account_id');
    await page.locator('#query-account_id').waitFor();
    await expect.poll(() => page.locator('#query-account_id').isVisible()).toBe(true);
  });

  it('the form can be submitted by keyboard, and focus moves to the response', async () => {
    const page = await site().open('reference/list-commitments.html');
    await page.locator('#try-query-page').focus();
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML ?? '');
    for (let step = 0; step < 10 && !(await focused()).includes('type="submit"'); step++) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.locator('.status').waitFor();
    await expect.poll(focused).toMatch(/class="result"/);
  });

  it('the mock uses the selected scenario, clock, key and response', async () => {
    const page = await openSettings('list-commitments');
    await page.selectOption('[name="scenario"]', 'empty');
    await page.fill('[name="now"]', '2027-01-02T03:04:05Z');
    expect(await send(page)).toMatch(/2027-01-02T03:04:0[\s\S]*"total_items": 0/);
    await page.selectOption('[name="response"]', { label: '429 minute-used-up' });
    await expect.poll(() => send(page)).toContain('429 RATE_LIMIT_EXCEEDED');
    await page.selectOption('[name="response"]', '');
    await page.selectOption('[name="mock-key"]', { label: 'none' });
    await expect.poll(() => send(page)).toContain('401 AUTHENTICATION_ERROR');
    await page.fill('[name="now"]', 'yesterday');
    await expect.poll(() => send(page)).toContain('yesterday');
  });

  it('the mock serves a bill that the reader chooses, and says what is wrong with a file', async () => {
    const page = await openSettings('get-effective-savings-rate');
    const choose = (name: string, text: string) =>
      page.setInputFiles('[name="bill"]', { name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const costs = readFileSync(new URL('../examples/bill/costs.csv', import.meta.url), 'utf8');
    const shownFile = () => page.locator('[name="bill"]').evaluate((input: any) => input.files[0]?.name);
    const usual = await page.inputValue('[name="now"]');
    await choose('broken.csv', costs.replace(',943.20,', ',much,'));
    const problem = page.getByRole('alert').filter({ hasText: 'broken.csv is not loaded.' });
    await problem.getByText('Row 3, column CommitmentDiscountQuantity: "much" is not a number.').waitFor();
    expect(await problem.getAttribute('id')).toBe('try-bill-problem');
    const descriptions = await page
      .locator('[name="bill"]')
      .evaluate((input: any) => input.ariaDescribedByElements.map(({ id }: any) => id));
    expect(descriptions).toContain('try-bill-problem');
    expect(await violations(page)).toEqual([]);
    await choose('my costs.csv', costs);
    await page.getByRole('status').getByText('The mock serves my costs.csv.').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('');
    await page.fill('#try-query-period', '2026-06');
    await expect.poll(() => send(page)).toMatch(/"account_name": "web"[\s\S]*"total_rate_pct": 11\.11/);
    expect(await page.locator('[name="scenario"]').inputValue()).toBe('data');
    expect(await page.inputValue('[name="now"]')).toBe('2026-07-02T00:00:00Z');
    await page.getByText("npx cloud-cost-contract mock --data './my costs.csv'").waitFor();
    await choose('empty.csv', '');
    await page.getByText('empty.csv is not loaded. The file is empty.').waitFor();
    expect(await shownFile()).toBe('my costs.csv');
    await page.reload();
    await expect.poll(() => page.inputValue('[name="now"]')).toBe(usual);
    expect(await page.locator('[name="scenario"]').inputValue()).toBe('default');
    expect(site().problems).toEqual([]);
  });

  it('another page shows the bill, its ids, and what it has none of', async () => {
    const page = await site().open('reference/index.html');
    const follow = (path: string) => page.click(`.vp-doc a[href="/reference/${path}.html"]`);
    await follow('get-commitment');
    expect(await page.inputValue('#try-path-commitment_id')).toBe('ri-7f3a2c10');
    await page.setInputFiles(
      '[name="bill"]',
      fileURLToPath(new URL('../examples/bill/costs.csv', import.meta.url)),
    );
    await expect.poll(() => page.inputValue('#try-path-commitment_id')).toBe('plan-web');
    await page.goBack();
    await follow('get-recommendation');
    await page.click('#try-it > summary');
    await page.getByText('A bill has no recommendations, so the mock responds with 404.').waitFor();
    await page.getByText('The mock serves costs.csv.').waitFor();
    expect(await page.locator('[name="bill"]').inputValue()).toContain('costs.csv');
    await page.selectOption('[name="scenario"]', 'default');
    await expect.poll(() => page.locator('.absent').count()).toBe(0);
    await page.getByText('costs.csv is loaded. Select it as the scenario.').waitFor();
    expect(await send(page)).toContain('200');
    expect(site().problems).toEqual([]);
  });

  it('a write is visible to later requests, until a reset', async () => {
    const page = await openSettings('update-virtual-tag-key');
    expect(await send(page)).toContain('200');
    await expect.poll(() => send(page)).toContain('409');
    await page.click('[name="reset"]');
    await page.getByText('The mock is reset.').waitFor();
    expect(await send(page)).toContain('200');
  });

  it('the request is shown in four languages, and the tab is remembered', async () => {
    const page = await site().open('reference/list-commitment-inventory.html');
    await page.selectOption('#try-query-instrument', 'ri');
    const code = page.locator('.try .blocks .active code');
    expect(await code.textContent()).toContain(
      "'http://127.0.0.1:4010/api/v1/commitments/inventory?instrument=ri'",
    );
    await page.getByText('TypeScript', { exact: true }).click();
    expect(await code.textContent()).toContain("client.listCommitmentInventory({ instrument: 'ri' });");
    await page.getByText('Python', { exact: true }).click();
    expect(await code.textContent()).toContain('"instrument": "ri"');
    await page.getByText('Go', { exact: true }).click();
    expect(await code.textContent()).toContain('inventory?instrument=ri", nil)');
    await site().visit(page, 'reference/list-providers.html');
    await expect.poll(() => code.textContent()).toContain('package main');
  });

  it('an idempotency key is generated on request, and shown', async () => {
    const page = await site().open('reference/create-webhook-endpoint.html');
    await page.click('[name="generate"]');
    const key = await page.inputValue('#try-header-Idempotency-Key');
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await page.locator('.try .blocks code').first().textContent()).toContain(
      `Idempotency-Key: ${key}`,
    );
  });

  it('the key is sent to the reader’s own server, and neither shown nor stored', async () => {
    const page = await openSettings('list-providers');
    let key: string | undefined;
    await page.route('https://costs.example/**', (route) => {
      key = route.request().headers().authorization;
      return route.fulfill({
        headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
        json: { success: true, timestamp: '2026-06-15T12:00:00Z', data: [] },
      });
    });
    await page.check('[name="target"][value="server"]');
    await page.fill('[name="base-url"]', 'https://costs.example/');
    await page.fill('[name="key"]', 'a-key-of-mine');
    await send(page);
    expect(key).toBe('Bearer a-key-of-mine');
    expect(await page.locator('.try .blocks').textContent()).toMatch(
      /https:\/\/costs\.example\/api\/v1\/providers[\s\S]*\$COST_CONTRACT_API_KEY/,
    );
    expect(await page.locator('.VPDoc').textContent()).not.toContain('a-key-of-mine');
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).toContain('https://costs.example/');
    expect(stored).not.toContain('a-key-of-mine');
    await site().visit(page, 'reference/list-commitments.html');
    await expect.poll(() => page.inputValue('[name="base-url"]')).toBe('https://costs.example/');
    expect(await page.inputValue('[name="key"]')).toBe('');
  });

  it('an error explains why a server cannot be called', async () => {
    const page = await openSettings('list-providers');
    // A real server, because Playwright would add the missing headers to a fulfilled route.
    const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await expect.poll(() => server.listening).toBe(true);
    await page.check('[name="target"][value="server"]');
    await page.fill('[name="base-url"]', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await send(page)).toContain(`does not allow this page’s origin, ${new URL(site().base).origin}`);
    await page.fill('[name="base-url"]', 'localhost:8080');
    await expect.poll(() => send(page)).toContain('needs its scheme');
  });
}
