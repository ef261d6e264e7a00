import { createServer } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundleForBrowser, initialFiles } from '../tests/support/mock/browser/bundle.js';
import { probe } from '../tests/support/mock/browser/probe.js';
import { listening } from '../tests/support/serving.js';
import { testBrowser } from '../tests/support/test-browser.js';

describe('bundled for browsers', () => {
  let bundle: Bundle;
  beforeAll(async () => {
    bundle = await bundleForBrowser('mocks/index.ts');
  });

  test('imports neither Node modules nor Prism statically', () => {
    expect(initialFiles(bundle).imports).toEqual([]);
  });

  test('contains neither eval nor Function', () => {
    const calls = initialFiles(bundle).files.flatMap(
      (file) => (bundle.files.get(file) ?? '').match(/\b(eval|Function)\s*\(/g) ?? [],
    );
    expect(calls).toEqual([]);
  });
});

test('behaves in a browser with a strict content security policy as in Node', async (context) => {
  const { files } = await bundleForBrowser('tests/support/mock/browser/page.ts');
  const server = createServer(({ url = '/' }, response) => {
    const script = files.get(url);
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; connect-src 'none'",
    );
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
    response.end(
      script ?? '<!doctype html><title>Probe</title><script type="module" src="/entry.js"></script>',
    );
  });
  const url = await listening(server);
  const browser = await testBrowser(context);
  const page = await browser.newPage();
  await page.goto(url);
  const report = await page.locator('#report').textContent({ timeout: 30_000 });
  expect(JSON.parse(report ?? '')).toEqual({ responses: await probe() });
});
