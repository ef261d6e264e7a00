import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { onTestFinished } from 'vitest';
import { launchBrowser } from '../../tests/support/mock/browser/chromium.js';

/** The built site, served on loopback and opened in Chromium. */
export class SiteBrowser {
  /** What went wrong in any page: errors, warnings, and requests to other hosts. */
  readonly complaints: string[] = [];

  private constructor(
    readonly server: PreviewServer,
    readonly browser: Browser,
    /** Ends in a slash. */
    readonly base: string,
  ) {}

  /** @param folder that the site was built into */
  static async launch(folder: string): Promise<SiteBrowser> {
    const server = await preview({
      configFile: false,
      appType: 'mpa',
      build: { outDir: folder },
      preview: { host: '127.0.0.1', port: 0 },
    });
    const { port } = server.httpServer.address() as AddressInfo;
    return new SiteBrowser(server, await launchBrowser(), `http://127.0.0.1:${port}/`);
  }

  /** A context whose pages are watched; the caller closes it. */
  async context(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.browser.newContext(options);
    context.setDefaultTimeout(60_000);
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    context.on('weberror', (error) => this.complaints.push(String(error.error())));
    context.on('request', (request) => {
      if (!request.url().startsWith(this.base) && !request.url().startsWith('data:'))
        this.complaints.push(request.url());
    });
    return context;
  }

  /** Opens a page of the site until the running test ends. */
  async open(path: string, options?: BrowserContextOptions): Promise<Page> {
    const context = await this.context(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(this.base + path);
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

/** Sends what the form of an operation's page says. @returns the text of its result */
export async function send(page: Page): Promise<string> {
  await page.click('.try button[type="submit"]');
  await page.locator('.result .status').waitFor();
  return (await page.locator('.result').textContent()) ?? '';
}

/** The serious accessibility violations in a page, as axe finds them. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // axe takes the keys that the button shows for part of its name.
    const context = { exclude: ['.DocSearch-Button'] };
    const { violations } = await (globalThis as any).axe.run(context, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }: any) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`);
  });
}
