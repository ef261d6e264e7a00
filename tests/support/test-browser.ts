import type { Browser } from 'playwright-core';
import { onTestFinished, type TestContext } from 'vitest';
import { browserMissing, launchBrowser } from '../../scripts/lib/chromium.mjs';

/** Launches a browser that is closed when the current test ends. Skips the test where there is none. */
export async function testBrowser({ skip }: TestContext): Promise<Browser> {
  const missing = browserMissing();
  skip(missing !== null, missing ?? '');
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  return browser;
}
