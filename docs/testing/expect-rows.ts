import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type SiteBrowser, violations } from './site-browser.js';

const laptop = { viewport: { width: 1280, height: 800 } };

/**
 * Tests the filtered tables of checks and requirements.
 *
 * @param site returns the browser, which the tests of a site start
 */
export function expectRows(site: () => SiteBrowser): void {
  const visible = (page: Page) => page.locator('.row').filter({ visible: true });
  const status = (page: Page) => page.locator('.filters [role="status"]');

  describe('a filtered table', () => {
    it.each(['checks', 'project/requirements'])('of %s is a few screens high at first', async (name) => {
      const page = await site().open(`${name}.html`, laptop);
      expect(await visible(page).count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5 * 800);
    });

    it('shows the rows of an operation, a level, a basis and a text', async () => {
      const page = await site().open('checks.html', laptop);
      await page.selectOption('[name="operation"]', 'listCommitments');
      await page.selectOption('[name="level"]', 'MUST');
      await page.selectOption('[name="basis"]', 'derived');
      await page.fill('[name="text"]', 'PAGE returns');
      const rows = visible(page);
      const total = await page.locator('.row').count();
      await expect.poll(() => status(page).textContent()).toBe(`${await rows.count()} of ${total} checks`);
      expect(await rows.count()).toBeGreaterThan(0);
      for (const row of await rows.all()) {
        expect(await row.locator('.marks').textContent()).toBe('MUST derived');
        expect((await row.textContent())?.toLowerCase()).toContain('page');
        expect(await row.getAttribute('data-operation')).toMatch(/(^|\W)(listCommitments|\*)(\W|$)/);
      }
      expect(await violations(page)).toEqual([]);
      await page.fill('[name="text"]', 'nothing has this text');
      await expect.poll(() => status(page).textContent()).toBe(`0 of ${total} checks`);
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect.poll(() => status(page).textContent()).toBe(`${total} of ${total} checks`);
    });

    it('opens the row of a link, from another page and where the filter hides it', async () => {
      const page = await site().open('checks.html#idempotency.replay-is-marked', laptop);
      const row = page.locator('[id="idempotency.replay-is-marked"]');
      await expect.poll(() => row.locator('p').first().isVisible()).toBe(true);
      const top = async () => (await row.boundingBox())?.y ?? -1;
      await expect.poll(async () => (await top()) > 64 && (await top()) < 700).toBe(true);
      await page.fill('[name="text"]', 'nothing has this text');
      await expect.poll(() => row.isVisible()).toBe(false);
      await page.evaluate(() => (location.hash = '#fields.required-are-present'));
      await page.evaluate(() => (location.hash = '#idempotency.replay-is-marked'));
      await expect.poll(() => row.locator('p').first().isVisible()).toBe(true);
    });

    it('can be opened without JavaScript', async () => {
      const page = await site().open('project/requirements.html', { javaScriptEnabled: false });
      expect(await page.locator('.filters').isVisible()).toBe(false);
      await page.locator('.group > summary').first().click();
      await visible(page).first().locator('summary').click();
      await page.getByText('Checked by').first().waitFor();
    });
  });
}
