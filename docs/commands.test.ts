import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readWaivers } from '../conformance/suite/waivers.js';
import { createMock } from '../mocks/index.js';
import { isConfig } from '../src/generated/config-validator.js';
import { run } from '../tests/packaging/run.js';
import { freePort } from '../tests/support/free-port.js';
import { listening } from '../tests/support/serving.js';
import { temporaryFolder } from '../tests/support/temporary-folder.js';
import { expectShown } from './testing/expect-shown.js';
import { installed } from './testing/npm.js';
import { fillFolder, program, runnable, savedAs } from './testing/page-folder.js';
import { type Block, pages } from './testing/pages.js';
import { goMissing, javaMissing, unoptimizedJava } from './testing/programs.js';
import { PythonPackages, pythonMissing } from './testing/python.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Commands that are not run here, with reasons. */
const excluded: readonly { line: RegExp; why: string }[] = [
  {
    line: /^npm (pack .*|install (--save-dev |--save-exact )*(cloud-cost-contract( @duckdb\/node-api)?|\S+\.tgz))$/,
    why: 'package.test.ts packs and installs it',
  },
  { line: /^npm (ci|test|cit)$/, why: 'it runs this test' },
  { line: /^npm ci && npm run (demo|build)$/, why: 'it would delete node_modules; .ci/run does both' },
  { line: /^npm run (check|docs|test:all)$/, why: '.ci/run runs it' },
  {
    line: /:8080 --last-failed /,
    why: 'it requires a report with failures; cli/verify/verify.test.ts runs it',
  },
  { line: / --receiver-url /, why: 'it requires a public URL' },
  { line: /^(python3 -m venv|pip install) /, why: 'docs/testing/python.ts installs the packages' },
  {
    line: /^docker (build|run|compose) /,
    why: 'it requires Docker; npm run lint:ci lints the Dockerfile and loads compose.yaml',
  },
];

/** Programs that are not run here, with reasons; docs/programs.test.ts compiles them. */
const excludedPrograms: readonly { code: RegExp; why: string }[] = [
  {
    code: /cloud-cost-contract\/vitest/,
    why: 'it requires Vitest; conformance/vitest.test.ts runs similar code',
  },
  { code: /testcontainers/, why: 'it requires Docker; containers.test.ts compiles it' },
  { code: /from 'undici'/, why: 'it requires a proxy; tests/packaging/recipes.test.ts runs it' },
  { code: /@playwright\/test/, why: 'it requires Playwright; tests/packaging/test-runners.test.ts runs it' },
  { code: /redis:\/\//, why: 'it requires Redis; mocks/state has its tests' },
];

/** What `pip` installs in the pages. */
const pythonPackages = [
  'openapi-generator-cli==7.25.0',
  'openapi-python-client==0.29.1',
  'requests==2.34.2',
  'cel-python==0.5.0',
  'pytest==9.0.2',
];

/** URLs of the reader's own server in the pages: on this machine and on another. */
const localServer = 'http://localhost:8080';
const staging = 'https://staging.example.com';

/** The commands and programs of each page, in order. */
const pagesWithSteps = pages
  .map(({ name, blocks }) => ({ name, blocks, steps: blocks.filter(isStep) }))
  .filter(({ steps }) => steps.length > 0);
const linesOf = ({ code }: Block) =>
  code
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, ''))
    .filter(Boolean);
const isExcluded = (line: string) => excluded.some((known) => known.line.test(line));
const has = (language: string, blocks: readonly Block[]) => blocks.some((one) => one.language === language);
const isMissing = ['bash', 'curl'].some((name) => spawnSync(name, ['--version']).error);

it('every exclusion matches a command or program of a page', () => {
  const lines = pagesWithSteps.flatMap(({ steps }) => steps.filter(isShell).flatMap(linesOf));
  expect(excluded.filter(({ line }) => !lines.some((one) => line.test(one)))).toEqual([]);
  const codes = pages.flatMap(({ blocks }) => blocks.map(({ code }) => code));
  expect(excludedPrograms.filter(({ code }) => !codes.some((one) => code.test(one)))).toEqual([]);
});

describe.skipIf(isMissing && !process.env.CI)(
  'the commands and programs of a page run, and print the shown output',
  () => {
    let python: PythonPackages | undefined;
    let modules: string;
    beforeAll(async () => {
      modules = await installed('express', 'prism');
      if (!pythonMissing) python = new PythonPackages(pythonPackages);
    }, 180_000);

    it.for(pagesWithSteps)('$name', { timeout: 300_000 }, async ({ blocks, steps }, { skip }) => {
      const reasons = { python: pythonMissing, go: goMissing, java: pythonMissing ?? javaMissing };
      for (const [language, reason] of Object.entries(reasons)) {
        if (reason && has(language, blocks)) skip(reason);
      }
      const folder = temporaryFolder('page');
      const server = await createMock({
        keys: ['key-of-a-caller', 'key-of-a-second-caller'],
        rateLimit: 6000,
      });
      onTestFinished(() => server.close());
      const port = await freePort();
      const receiverPort = await freePort();
      const proxyPort = await freePort();
      const ownPort = await freePort();
      const ports: Record<string, number> = {
        4010: port,
        4011: proxyPort,
        3000: receiverPort,
        3001: ownPort,
      };
      const faultyUrl = await serveWithoutNextPage(server.fetch);
      const serverUrl = await server.listen({ port: 0 });
      const here = (text: string) =>
        text
          // In one pass, because a port may contain another: 14011.
          .replaceAll(/4010|4011|\b3000\b|\b3001\b/g, (shown) => String(ports[shown]))
          .replaceAll('cost-contract proxy', `cost-contract proxy --port ${proxyPort}`)
          .replaceAll(/(?<=npx (cloud-)?cost-contract proxy .*)http:\/\/localhost:8080/g, faultyUrl)
          .replaceAll(localServer, serverUrl)
          .replaceAll(staging, serverUrl);
      const asShown = (text: string) =>
        text
          .replaceAll(serverUrl, localServer)
          .replaceAll(faultyUrl, localServer)
          .replaceAll(String(ownPort), '3001')
          .replaceAll(String(port), '4010');

      fillFolder(
        folder,
        modules,
        blocks,
        here,
        await (await server.fetch('/.well-known/cost-contract.json')).json(),
      );
      const script = steps.flatMap((block, index) => linesFor(block, index, { folder, blocks, here }));
      const hasMock = steps.some((step) => isShell(step) && /cost-contract mock/.test(step.code));
      const start = hasMock ? '' : 'cost-contract mock';
      const commands = [`. ${root}docs/testing/page.sh`, start, here(script.join('\n'))].join('\n');
      const { stdout, stderr, code } = await run('bash', ['-c', commands], folder, {
        MOCK_PORT: String(port),
        RECEIVER_PORT: String(receiverPort),
        OWN_PORT: String(ownPort),
        ...unoptimizedJava,
        PATH: [join(folder, 'bin'), python?.bin, process.env.PATH].filter(Boolean).join(':'),
        ...python?.env,
      });
      const outputs = stdout
        .split(/^@@ \d+\n/m)
        .slice(1)
        .map(asShown);
      expect(code, `${asShown(outputs.at(-1) ?? stdout)}${stderr}`).toBe(0);
      for (const [index, block] of steps.entries()) {
        const shown = shownAfter(block, blocks);
        if (shown && isShell(block) && !linesOf(block).every(isExcluded))
          expectShown(shown, outputs[index] ?? '');
      }
    });
  },
);

const waivers = pages.flatMap(({ name, blocks }) =>
  blocks
    .filter(({ language, code }) => language === 'yaml' && /^- check: /m.test(code))
    .map(({ code }) => ({ name, code })),
);

it.each(waivers)('$name: the waivers are valid', ({ name, code }) => {
  expect(readWaivers(code, name)).not.toEqual([]);
});

const configurations = pages.flatMap(({ name, blocks }) =>
  blocks
    .filter(({ language, code }) => language === 'yaml' && /^apiKeysFrom: /m.test(code))
    .map(({ code }) => ({ name, code })),
);

it.each(configurations)('$name: the configuration is valid', ({ code }) => {
  expect([isConfig(parse(code)), isConfig.errors]).toEqual([true, null]);
});

const calls = pages.flatMap(({ name, blocks }) =>
  blocks
    .filter(({ language }) => language === 'yaml')
    .flatMap(({ code }) => [...code.matchAll(/npx cloud-cost-contract (\w+)(.*)/g)])
    .map(([, command = '', rest = '']) => ({ name, command, options: rest.match(/--[a-z-]+/g) ?? [] })),
);

it.each(calls)('$name: a workflow uses existing options of $command', ({ command, options }) => {
  const { stdout } = spawnSync(process.execPath, [program, command, '--help', 'all'], { encoding: 'utf8' });
  expect(stdout).toContain(`Usage: npx cloud-cost-contract ${command}`);
  expect(options.filter((option) => !stdout.includes(`  ${option} `))).toEqual([]);
});

it('the workflow for GitHub needs no file of this repository, and uploads a report for JUnit', () => {
  const workflows = pages
    .filter(({ name }) => name.endsWith('in-ci.md'))
    .flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'yaml').map(({ code }) => code));
  expect(workflows.length).toBeGreaterThan(1);
  expect(workflows.filter((code) => /uses: \.|tests\/|--waivers/.test(code))).toEqual([]);
  const { on, jobs } = parse(workflows[0] ?? '');
  const { steps } = jobs.contract;
  expect(on).toEqual(['push', 'pull_request']);
  expect(steps.map(({ run = '' }) => run).join()).toContain(' --reporter junit=report.xml');
  expect(steps.at(-1).with.path).toBe('report.*');
});

function isShell({ language }: Block): boolean {
  return language === 'sh';
}

function isStep(block: Block): boolean {
  return (
    isShell(block) ||
    fileOf(block) !== undefined ||
    (/^(ts|python)$/.test(block.language) && !excludedPrograms.some(({ code }) => code.test(block.code)))
  );
}

/** Returns the file that a block replaces at this point of the page, which its first line names. */
function fileOf({ language, code }: Block): string | undefined {
  return /^(js|yaml)$/.test(language)
    ? /^(?:\/\/|#) (server\.mjs|cost-contract\.config\.yaml)\n/.exec(code)?.[1]
    : undefined;
}

/** Prints where the output of a step starts; the line before may be incomplete. */
const mark = (index: number) => `printf '\\n@@ ${index}\\n'`;

/** Returns the lines of the script for one step of a page. */
function linesFor(
  block: Block,
  index: number,
  { folder, blocks, here }: { folder: string; blocks: readonly Block[]; here: (text: string) => string },
): string[] {
  const file = fileOf(block);
  if (file !== undefined) {
    writeFileSync(join(folder, `block-${index}`), here(block.code));
    return [mark(index), `cp block-${index} ${file}`];
  }
  if (block.language === 'python') {
    writeFileSync(join(folder, `program-${index}.py`), here(block.code));
    return [mark(index), savedAs(block, blocks) ? '' : `python3 program-${index}.py`];
  }
  if (!isShell(block)) {
    const name = `program-${index}.mjs`;
    writeFileSync(join(folder, name), runnable(block, here));
    const isReceiver = /\.listen\(3000/.test(block.code);
    const own = join(folder, 'receiver.mjs');
    if (isReceiver && !existsSync(own)) copyFileSync(join(folder, name), own);
    return [mark(index), `${isReceiver ? 'try_receiver' : 'node'} ${name}`];
  }
  const lines = linesOf(block).filter((line) => !isExcluded(line));
  // A command that reports a violation must exit with 1.
  const shown = shownAfter(block, blocks)?.code ?? '';
  const isBad = /VIOLATES the contract|^BROKEN: /m.test(shown);
  const isFailure = shown.includes('"success": false');
  return [
    mark(index),
    ...(isFailure ? ['may_fail=1'] : []),
    ...lines.map((line) => (isBad && /verify|check-traffic|compare/.test(line) ? `! ${line}` : line)),
    'may_fail=',
  ];
}

/** Returns the output directly below a block. */
function shownAfter(block: Block, blocks: readonly Block[]): Block | undefined {
  const next = blocks[blocks.indexOf(block) + 1];
  return next?.isNext && ['', 'text', 'json'].includes(next.language) ? next : undefined;
}

/** Starts a faulty server whose `has_next` is always false. */
async function serveWithoutNextPage(baseFetch: typeof fetch): Promise<string> {
  const server = createServer(async (request, response) => {
    const { authorization = '' } = request.headers;
    const upstream = await baseFetch(`http://mock${request.url}`, { headers: { authorization } });
    response.writeHead(upstream.status, { 'content-type': 'application/json' });
    response.end((await upstream.text()).replace('"has_next":true', '"has_next":false'));
  });
  return listening(server);
}
