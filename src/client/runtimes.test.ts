import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMock, type Mock } from '../../mocks/index.js';
import { session } from '../../tests/support/client/session.js';
import { listening } from '../../tests/support/serving.js';
import { testBrowser } from '../../tests/support/test-browser.js';

/** Bundles the client, the webhooks and a program that uses them. Fails if the bundle imports a Node.js module. */
async function bundle(format: 'iife' | 'esm'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../tests/support/client/session.ts', import.meta.url))],
    bundle: true,
    format,
    globalName: 'program',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

describe('the client behaves the same', () => {
  let mock: Mock;
  let url: string;
  let expected: unknown;
  beforeAll(async () => {
    mock = await createMock();
    url = await mock.listen({ port: 0 });
    expected = await session(url);
  });
  beforeEach(() => mock.control.reset());
  afterAll(() => mock.close());

  test('in Node.js, with the expected results', () => {
    expect(expected).toMatchObject({
      rows: expect.any(Number),
      unknown: ['NOT_FOUND', 'string'],
      removed: true,
      late: 50,
      aborted: 'enough',
      event: 'optimization.completed',
    });
  });

  test('in an edge runtime without Node.js modules', async () => {
    const runtime = new EdgeVM();
    expect(runtime.evaluate('[typeof process, typeof require, typeof Buffer]')).toEqual([
      'undefined',
      'undefined',
      'undefined',
    ]);
    runtime.evaluate(`${await bundle('iife')};globalThis.program = program`);
    expect(await runtime.evaluate(`program.session(${JSON.stringify(url)})`)).toEqual(expected);
  });

  test('in a page of another origin in Chromium', async (context) => {
    const browser = await testBrowser(context);
    const script = await bundle('esm');
    const pages = createServer(({ url: path }, response) => {
      const isScript = path === '/program.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><title>Program</title>');
    });
    const pagesUrl = await listening(pages);
    const page = await browser.newPage();
    await page.goto(pagesUrl);
    const seen = await page.evaluate(
      `import('/program.js').then(({ session }) => session(${JSON.stringify(url)}))`,
    );
    expect(seen).toEqual(expected);
  });
});
