import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserMissing, launchBrowser } from '../../scripts/lib/chromium.mjs';
import { servedMock } from '../../tests/support/mock/test-mock.js';
import type { MockOptions } from '../create-mock.js';

const costs = fileURLToPath(new URL('../../docs/examples/bill/costs.csv', import.meta.url));
const missing = browserMissing();

const serving = (options: MockOptions = {}, host = '127.0.0.1') =>
  servedMock({ frozen: true, ...options }, { host });

test.each<[string, MockOptions, string]>([
  ['other machines can reach the mock', {}, 'only in a browser on the machine that runs it'],
  ['the control plane is off', { control: false }, 'started with --no-control'],
])('shows the reason instead of controls if %s', async (_name, options, reason) => {
  const { url } = await serving(options, '0.0.0.0');
  const text = await (await fetch(url)).text();
  expect(text).toContain(reason);
  expect(text).not.toContain('<details');
});

test('never shows the control token', async () => {
  const { url } = await serving({ controlToken: 'open-sesame' });
  const text = await (await fetch(url)).text();
  expect(text).toContain('id="token"');
  expect(text).not.toContain('open-sesame');
});

describe.skipIf(missing !== null)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const opening = async (options: MockOptions = {}, context: BrowserContextOptions = {}) => {
    const { mock, url } = await serving(options);
    const page = await browser.newPage(context);
    onTestFinished(() => page.close());
    page.setDefaultTimeout(15_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (/content security/i.test(message.text())) errors.push(message.text());
    });
    await page.goto(url);
    const card = (name: string) => page.locator(`[data-card=${name}]`);
    const shows = (name: string, text: string) => card(name).getByText(text).first().waitFor();
    return { mock, url, page, card, shows, errors };
  };

  test('sets, advances and freezes the clock', async () => {
    const { mock, card, shows } = await opening();
    const state = card('state');
    await state.getByLabel('New time (UTC)').fill('2026-09-01T00:00:00Z');
    await state.getByRole('button', { name: 'Set', exact: true }).click();
    await shows('state', 'The clock is at 2026-09-01T00:00:00Z.');
    await state.getByLabel('Advance by').selectOption('1 day');
    await state.getByRole('button', { name: 'Advance' }).click();
    await shows('state', 'The clock is at 2026-09-02T00:00:00Z.');
    expect(mock.control.now()).toBe(Date.parse('2026-09-02T00:00:00Z'));
    await state.getByLabel('Freeze the clock').uncheck();
    await expect.poll(() => mock.control.isFrozen()).toBe(false);
    await state.getByLabel('New time (UTC)').fill('tomorrow');
    await state.getByRole('button', { name: 'Set', exact: true }).click();
    await shows('state', "Invalid timestamp 'tomorrow'.");
  });

  test('adds a fault, shows the response and the journal, and removes the fault', async () => {
    const { mock, page, card, shows } = await opening();
    const faults = card('faults');
    await faults.getByLabel('Operation').selectOption('listProviders');
    expect(await faults.locator('option', { hasText: 'status 422' }).isDisabled()).toBe(true);
    await faults.getByRole('combobox', { name: 'Fault', exact: true }).selectOption('status 500');
    // By the keyboard.
    await faults.getByRole('button', { name: 'Add fault' }).press('Enter');
    await shows('faults', 'Fault added: listProviders: 500.');
    const call = page.getByRole('link', { name: 'GET /api/v1/providers', exact: true });
    await call.click();
    await page.getByText('500 Internal Server Error').waitFor();
    await shows('journal', 'Error injected by a fault rule of the mock.');
    await shows('faults', 'listProviders: 500; applied to 1 of 1 requests');
    await faults.getByRole('button', { name: 'Remove listProviders: 500' }).click();
    await shows('faults', 'Fault removed.');
    expect(mock.control.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('200 OK').waitFor();
    await expect
      .poll(() => card('journal').getByRole('log').locator('strong').allTextContents())
      .toEqual(['200', '500']);
  });

  test('selects another scenario with its ids, and resets', async () => {
    const { mock, page, card, shows } = await opening();
    await card('faults').getByRole('combobox', { name: 'Fault', exact: true }).selectOption('status 500');
    await card('faults').getByRole('button', { name: 'Add fault' }).click();
    await shows('faults', 'Fault added: every operation: 500.');
    await page.getByRole('link', { name: 'GET /api/v1/providers', exact: true }).click();
    await page.getByText('500 Internal Server Error').waitFor();
    await card('state').getByLabel('Scenario').selectOption('empty');
    await shows('state', 'Serving scenario empty. The clock is at 2026-06-15T12:00:00Z.');
    // What was shown is of the data before.
    expect(await page.getByText('500 Internal Server Error').count()).toBe(0);
    expect(await card('faults').textContent()).not.toContain('Fault added');
    const target = () => page.locator('#getCommitment').getAttribute('data-target');
    expect(await target()).toContain('COMMITMENT_ID');
    await page.getByText('generated data, scenario empty').waitFor();
    await card('state').getByRole('button', { name: 'Reset the mock' }).click();
    await shows('state', 'Reset to scenario default.');
    expect(await card('state').getByLabel('Scenario').inputValue()).toBe('default');
    expect(mock.control.scenario()).toBe('default');
    expect(await target()).not.toContain('COMMITMENT_ID');
  });

  test('sends another key and body, and the click that follows', async () => {
    const { page } = await opening();
    await page.getByRole('link', { name: 'GET /api/v1/providers', exact: true }).click();
    await page.getByText('200 OK').waitFor();
    await page.getByLabel('Send requests with').fill('wrong_key');
    expect(await page.getByText('200 OK').count()).toBe(0);
    await page.getByRole('link', { name: /^PUT/ }).click();
    await page.getByRole('textbox', { name: 'Body' }).fill('{}');
    expect(await page.locator('.curl').textContent()).toMatch(/wrong_key.* -d '\{\}'/);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('401 Unauthorized').waitFor();
  });

  test('controls a session, and sends requests to it', async () => {
    const { mock, page, card, shows } = await opening();
    const session = card('session');
    const use = async (name: string) => {
      await session.getByLabel('Name').fill(name);
      await session.getByRole('button', { name: 'Use' }).click();
    };
    await use('check out');
    await shows('session', 'Invalid session name.');
    await use('checkout');
    await shows('session', 'Using session checkout.');
    await card('state').getByRole('button', { name: 'Advance' }).click();
    await shows('state', 'The clock is at 2026-06-15T13:00:00Z.');
    await page.getByRole('link', { name: 'GET /api/v1/providers', exact: true }).click();
    await page.getByText('200 OK').waitFor();
    expect(await page.locator('.curl').textContent()).toContain("-H 'Mock-Session: checkout'");
    const named = mock.control.session('checkout');
    expect(named.journal().map(({ operation }) => operation)).toContain('listProviders');
    expect(mock.control.journal().map(({ operation }) => operation)).not.toContain('listProviders');
    expect(mock.control.now()).toBe(Date.parse('2026-06-15T12:00:00Z'));
  });

  test('serves a bill that is chosen or dropped, and shows why it cannot', async () => {
    const { mock, page, card, shows, errors } = await opening();
    const bill = card('bill');
    const input = bill.getByLabel(/Drop a FOCUS export here/);
    await input.setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await shows('bill', 'bill.csv');
    expect(await bill.getByRole('status').getAttribute('class')).toContain('failed');
    await input.setInputFiles(costs);
    await shows('bill', 'Serving costs.csv: 24 rows, 2026-06-01T00:00:00Z to 2026-07-02T00:00:00Z.');
    // As in the terminal.
    await shows('bill', mock.data?.notes.join(' ') as string);
    expect(mock.data?.notes.join()).toContain('Commitments whose term is not in the data');
    expect(await card('state').getByLabel('Scenario').inputValue()).toBe('data');
    await page.getByText('with your bill').waitFor();
    mock.control.setScenario('empty');
    const dropped = await page.evaluateHandle(
      `(() => { const transfer = new DataTransfer(); transfer.items.add(new File(['x'], 'other.csv')); return transfer; })()`,
    );
    await bill.dispatchEvent('dragover', { dataTransfer: dropped });
    await bill.dispatchEvent('drop', { dataTransfer: dropped });
    await shows('bill', 'bill.csv');
    expect(errors).toEqual([]);
  });

  test('requires the control token, and sends it', async () => {
    const { mock, page, card, shows } = await opening({ controlToken: 'open-sesame' });
    await shows('journal', 'Send the control token');
    await page.getByLabel('Control token').fill('open-sesame');
    await card('state').getByRole('button', { name: 'Advance' }).click();
    await shows('state', 'The clock is at 2026-06-15T13:00:00Z.');
    expect(mock.control.now()).toBe(Date.parse('2026-06-15T13:00:00Z'));
  });

  test('shows that the mock was stopped', async () => {
    const { mock, shows } = await opening();
    await mock.close();
    await shows('journal', 'The mock does not respond. Is it still running?');
  });

  test.each(
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      [1280, 390].map((width) => [colorScheme, width] as const),
    ),
  )('is accessible and has no horizontal overflow in %s mode at %d px', async (colorScheme, width) => {
    const { page, card, shows, errors } = await opening(
      {},
      { colorScheme, viewport: { width, height: 800 }, bypassCSP: true },
    );
    // Collapsed on a small screen.
    expect(await card('state').getAttribute('open')).toBe(width === 390 ? null : '');
    await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`);
    await card('faults').getByRole('combobox', { name: 'Fault', exact: true }).selectOption('status 500');
    await card('faults').getByRole('button', { name: 'Add fault' }).click();
    await shows('faults', 'Fault added: every operation: 500.');
    await page.getByRole('link', { name: 'GET /api/v1/providers', exact: true }).click();
    await page.getByText('500 Internal Server Error').waitFor();
    await shows('journal', 'Error injected');
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(errors).toEqual([]);
  });
});

/** Returns the accessibility violations that axe finds. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}
