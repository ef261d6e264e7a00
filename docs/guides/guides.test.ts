import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../../mocks/index.js';
import { checkTraffic } from '../../src/cli/check-traffic.js';
import { checks } from '../../src/cli/checks.js';
import { mock } from '../../src/cli/mock.js';
import { proxy } from '../../src/cli/proxy.js';
import { spec } from '../../src/cli/spec.js';
import { verify } from '../../src/cli/verify.js';

const folder = new URL('./', import.meta.url);
const blocks = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
      name,
      language,
      code,
    }));
  });
const lines = blocks
  .filter(({ language }) => language === 'sh' || language === 'yaml')
  .flatMap(({ name, code }) =>
    code
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => ({ name, line: line.trim() })),
  );

describe('what the guides say to type', () => {
  const commands = new Map(
    [mock, verify, checkTraffic, proxy, checks, spec].map((command) => [command.name, command]),
  );
  const calls = lines.filter(({ line }) => line.includes('npx cost-contract '));

  it.each(calls)('$name: $line', ({ line }) => {
    const [, name = '', rest = ''] = /npx cost-contract ([\w-]+)(.*)/.exec(line) ?? [];
    const command = commands.get(name);
    const options = [...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option);
    expect([command?.name, options.filter((option) => !command?.help.includes(option))]).toEqual([name, []]);
  });
});

describe('what the guides say to send to the mock', () => {
  let running: Mock;
  let url: string;
  beforeAll(async () => {
    running = await createMock();
    url = await running.listen({ port: 0 });
  });
  afterAll(() => running.close());

  const calls = lines.filter(({ line }) => line.startsWith('curl '));
  it.each(calls)('$name: $line', async ({ line }) => {
    const command = line.replaceAll('http://127.0.0.1:4010', url);
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `${command} -s -o /dev/null -w '%{http_code}'`,
    ]);
    expect(stdout).toMatch(/Prefer: code=429/.test(line) ? /^429$/ : /^20[01]$/);
  });
});

it('every program in the guides has the right types', { timeout: 120_000 }, () => {
  const root = fileURLToPath(new URL('../../', folder));
  const programs = new Map(
    blocks
      .filter(({ language }) => language === 'ts')
      .map(({ name, code }, index) => [`${root}docs/guides/${name}-${index}.ts`, code]),
  );
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const own = (path: string) => [`${root}${path}`];
  Object.assign(options, {
    noEmit: true,
    allowJs: false,
    paths: {
      'cloud-cost-contract': own('src/client/index.ts'),
      'cloud-cost-contract/mock': own('mocks/index.ts'),
      'cloud-cost-contract/msw': own('mocks/servers/msw.ts'),
      'cloud-cost-contract/conformance': own('conformance/index.ts'),
      'cloud-cost-contract/validators': own('src/validators/index.ts'),
      'cloud-cost-contract/vitest': own('conformance/vitest.ts'),
      'cloud-cost-contract/webhooks': own('src/webhooks/index.ts'),
    },
  });
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => programs.has(path) || fileExists(path);
  host.readFile = (path) => programs.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const code = programs.get(path);
    return code === undefined
      ? getSourceFile(path, target, ...rest)
      : ts.createSourceFile(path, code, target);
  };
  const program = ts.createProgram([...programs.keys()], options, host);
  const faults = [...programs.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(programs.size).toBeGreaterThan(5);
  expect(faults).toEqual([]);
});
