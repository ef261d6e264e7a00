import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { onTestFinished } from 'vitest';
import { launchBrowser } from '../../scripts/lib/chromium.mjs';

/** The built site, served on loopback and opened in Chromium. */
export class SiteBrowser {
  /** Problems of all pages: errors, warnings, and requests to other hosts. */
  readonly problems: string[] = [];

  private constructor(
    readonly server: PreviewServer,
    readonly browser: Browser,
    /** With a trailing slash. */
    readonly base: string,
  ) {}

  /** @param folder output of the build */
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

  /** Opens a context that records problems; the caller closes it. */
  async context(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.browser.newContext(options);
    context.setDefaultTimeout(60_000);
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.problems.push(message.text());
    });
    context.on('weberror', (error) => this.problems.push(String(error.error())));
    context.on('request', (request) => {
      if (!request.url().startsWith(this.base) && !request.url().startsWith('data:'))
        this.problems.push(request.url());
    });
    return context;
  }

  /** Opens a page of the site for the duration of the current test. */
  async open(path: string, options?: BrowserContextOptions): Promise<Page> {
    const context = await this.context(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    if (options?.javaScriptEnabled === false) await page.goto(this.base + path);
    else await this.visit(page, path);
    return page;
  }

  /** Opens a page of the site, and waits until its scripts have taken over: what a test changes earlier is lost. */
  async visit(page: Page, path: string): Promise<void> {
    await page.goto(this.base + path);
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

/** Submits the form of an operation's page. @returns the text of the result */
export async function send(page: Page): Promise<string> {
  await page.click('.try button[type="submit"]');
  await page.locator('.result .status').waitFor();
  return (await page.locator('.result').textContent()) ?? '';
}

/** Waits for the end of transitions, in which texts have less contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Off in axe by default, since it is experimental. */
const alsoEnabled = { 'label-content-name-mismatch': { enabled: true } };

/** Returns the accessibility violations that axe finds. @param options which rules it runs; all by default */
export async function violations(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  const rules = { ...alsoEnabled, ...options.rules };
  await settled(page);
  await page.evaluate(axe.source);
  return page.evaluate(
    async (given) => {
      const { violations } = await (globalThis as any).axe.run(document, {
        resultTypes: ['violations'],
        ...given,
      });
      return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`);
    },
    options.runOnly ? options : { rules },
  );
}

/** Navigation and footer, which all pages of an area have in common. */
export const navigation = '.VPNav, .VPLocalNav, .VPSidebar, .VPFooter';

/** Removes generated rows but the first ones, which are equal in structure. @param others elements to remove with them */
export function removeRows(page: Page, ...others: readonly string[]): Promise<void> {
  const rows = 'li:nth-child(n+8), tr:nth-child(n+8), .row:nth-of-type(n+8)';
  return page.evaluate(
    (removed) => {
      for (const element of document.querySelectorAll(removed)) element.remove();
    },
    [rows, ...others].join(', '),
  );
}
