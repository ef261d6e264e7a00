import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { bundled, calls, installed, programs, without } from './tests/packaging/package-programs.js';
import { compiled, compilerOf, env, install, pack, run } from './tests/packaging/run.js';
import { startProgram } from './tests/support/mock/program.js';
import { aHar } from './tests/support/suite/har-fixture.js';
import { temporaryFolder } from './tests/support/temporary-folder.js';

const root = fileURLToPath(new URL('.', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = (subpaths: Record<string, unknown>) => Object.keys(subpaths);
const isModule = ([, target]: [string, unknown]) => typeof target === 'object';
const modules: Record<string, { types: string; default: string }> = Object.fromEntries(
  Object.entries<any>(manifest.exports).filter(isModule),
);
const files: Record<string, string> = Object.fromEntries(
  Object.entries<any>(manifest.exports).filter((entry) => !isModule(entry)),
);

// Compilers and npm are slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
/** A project with only the package installed. */
let empty: string;
/** The same with all peer dependencies. */
let full: string;
let packed: string[];
let packedBytes: number;

const npx = (args: readonly string[]) => run('npx', ['--no-install', 'cost-contract', ...args], empty);
const codeOf = (subpath: string) => programs[subpath]?.code ?? '';
const bin = (project: string) => join(project, 'node_modules/.bin/cost-contract');

beforeAll(async () => {
  folder = temporaryFolder('projet d’à côté');
  empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }');
  const { archive, files, size } = await pack(folder);
  packedBytes = size;
  packed = files.map(({ path }) => path);
  await install(empty, archive);

  full = join(folder, 'full');
  cpSync(empty, full, { recursive: true, verbatimSymlinks: true });
  for (const peer of names(manifest.peerDependencies)) {
    mkdirSync(join(full, 'node_modules', peer, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', peer), join(full, 'node_modules', peer));
  }
});

it('has a command of its own name, which npx looks up where the package is not installed', () => {
  expect(manifest.bin).toEqual({ [manifest.name]: './cli/bin.mjs', 'cost-contract': './cli/bin.mjs' });
  for (const page of ['README.md', 'docs/guides/quick-start.md']) {
    expect(readFileSync(join(root, page), 'utf8')).toContain(`npx ${manifest.name}`);
  }
});

describe('the package', () => {
  it('contains exactly the files that its entry points need, with types', async () => {
    const entries = [
      'dist/cli/main.js', // started by cli/bin.mjs
      ...Object.values(modules).map((target) => target.default),
      ...Object.values<any>(manifest.browser),
    ];
    const { metafile } = await build({
      absWorkingDir: join(empty, 'node_modules', manifest.name),
      entryPoints: entries,
      outdir: 'out',
      bundle: true,
      splitting: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    });
    const typesAlone = (path: string) => /^\s*export \{\};\s*$/.test(readFileSync(join(root, path), 'utf8'));
    const scripts = packed.filter((path) => path.endsWith('.js'));
    const needed = Object.keys(metafile.inputs);
    expect(needed.filter((path) => !packed.includes(path))).toEqual([]);
    expect(scripts.filter((path) => !needed.includes(path) && !typesAlone(path))).toEqual([]);
    // Only the declarations that entry points need; the programs below compile with them.
    const types = Object.values(modules).map((target) => target.types.slice(2));
    expect(types.filter((path) => !packed.includes(path))).toEqual([]);
    expect(packed).not.toContain('dist/conformance/suite/checks/envelope.d.ts');

    const others = packed.filter((path) => !path.endsWith('.js') && !path.endsWith('.d.ts'));
    const { bin, imports } = manifest;
    const data = [bin, imports, files]
      .flatMap((paths) => Object.values<string>(paths))
      .map((path) => path.slice(2));
    const isGuide = (path: string) => /^docs\/(guides\/)?[\w-]+\.md$/.test(path);
    expect(others.filter((path) => !isGuide(path)).sort()).toEqual(
      [
        ...new Set([
          'CHANGELOG.md',
          'LICENSE',
          'README.md',
          'SECURITY.md',
          'docs/examples/bill/costs.csv',
          ...['functions.go', 'rules.go', 'rules.py'].map((name) => `docs/examples/rules/${name}`),
          ...data,
        ]),
      ].sort(),
    );
  });

  it('contains every file that its pages link to', () => {
    const links = packed
      .filter((path) => path.endsWith('.md'))
      .flatMap((page) => {
        const text = readFileSync(join(empty, 'node_modules', manifest.name, page), 'utf8');
        return [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => ({ page, link }));
      })
      .filter(({ link }) => !/^https:/.test(link));
    expect(links.length).toBeGreaterThan(50);
    const isDead = ({ page, link }: (typeof links)[number]) =>
      !packed.includes(posix.join(dirname(page), link));
    expect(links.filter(isDead)).toEqual([]);
  });

  it('is at most 1 MB packed', () => {
    expect(packedBytes).toBeLessThan(1_000_000);
  });

  it('has comments in the declarations, which editors show', () => {
    const declarations = Object.values(modules).map(({ types }) => readFileSync(join(root, types), 'utf8'));
    expect(declarations.some((text) => /^ *\/\*\*/m.test(text))).toBe(true);
  });

  it('has valid changesets', () => {
    const texts = readdirSync(join(root, '.changeset'))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => readFileSync(join(root, '.changeset', name), 'utf8'));
    const readable = /^---\n(['"])cloud-cost-contract\1: (patch|minor|major)\n---\n\n\S/;
    expect(texts.filter((text) => !readable.test(text))).toEqual([]);
  });

  it('is not larger than the guide states', () => {
    const guide = readFileSync(join(root, 'docs/guides/client.md'), 'utf8');
    const [, packages, megabytes] = /adds (\d+) packages, less than (\d+) MB/.exec(guide) ?? [];
    const installed = readdirSync(join(empty, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const bytes = installed
      .map((path) => statSync(join(empty, 'node_modules', path)))
      .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    const manifests = installed.filter((path) => /^(@[^/]+\/)?[^/@.]+\/package\.json$/.test(path));
    expect(manifests).toHaveLength(Number(packages));
    expect(bytes).toBeLessThan(Number(megabytes) * 1e6);
  });
});

describe('each export', () => {
  it('is documented, with its peer dependency', () => {
    const page = readFileSync(join(root, 'docs/package.md'), 'utf8');
    const subpaths = names(manifest.exports).map((subpath) => manifest.name + subpath.slice(1));
    const others = names(manifest.peerDependencies);
    expect([...subpaths, ...others].filter((name) => !page.includes(`\`${name}\``))).toEqual([
      `${manifest.name}/package.json`,
    ]);
  });

  it('has a test program', () => {
    expect(names(programs).sort()).toEqual(names(modules).sort());
  });

  it.each([
    ['node16', ['--module', 'node16', '--moduleResolution', 'node16']],
    ['nodenext', ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
    ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('has types under %s', async (_name, resolution) => {
    const sources = names(programs).map((subpath, index) => [`${index}`, codeOf(subpath)]);
    const options = [...resolution, '--target', 'es2022', '--lib', 'es2022,dom', '--outDir', 'js'];
    const tsc = await compilerOf('newest', folder);
    expect(await compiled(tsc, full, sources, options)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['es2020', 'oldest'],
    ['es2020', 'newest'],
    ['es2022', 'oldest'],
    ['es2022', 'newest'],
  ] as const)(
    'has types without any peer dependency, with the library %s and the %s TypeScript',
    async (library, version) => {
      const sources = names(programs)
        // Their types are those of their peer dependency.
        .filter((subpath) => !['./msw', './vitest'].includes(subpath))
        .map((subpath) => [`types-${subpath.slice(2)}`, codeOf(subpath)]);
      const resolution = ['--module', 'node16', '--moduleResolution', 'node16', '--target', 'es2022'];
      const options = ['--noEmit', ...resolution, '--lib', `${library},dom,dom.iterable`];
      const tsc = await compilerOf(version, folder);
      expect(await compiled(tsc, empty, sources, options)).toEqual({ code: 0, stdout: '', stderr: '' });
    },
  );

  it.each(names(programs))('%s runs its program', async (subpath) => {
    const script = join('js', `${names(programs).indexOf(subpath)}.js`);
    const ran = await run(process.execPath, [script], full);
    expect(ran).toEqual({ code: 0, stdout: `${programs[subpath]?.prints}\n`, stderr: '' });
  });

  it.each(['esm', 'cjs'] as const)(
    './mock runs in a %s bundle of esbuild for Node, without peer dependencies and files',
    async (format) => {
      const outfile = join(temporaryFolder('bundle'), format === 'esm' ? 'out.mjs' : 'out.cjs');
      const logOverride = { 'empty-import-meta': 'silent' } as const;
      const options = { bundle: true, platform: 'node', format, logOverride, outfile } as const;
      await build({ stdin: { contents: bundled.program, resolveDir: empty }, ...options });
      const ran = await run(process.execPath, [outfile], folder);
      expect(ran).toEqual({ code: 0, stdout: bundled.output, stderr: '' });
    },
  );

  it.each(names(files))('%s can be read', (subpath) => {
    const path = createRequire(join(empty, 'index.js')).resolve(join(manifest.name, subpath));
    expect(names(parse(readFileSync(path, 'utf8')))).not.toHaveLength(0);
  });
});

it('the newest peer dependencies can be installed, and have the types and functions that the package needs', async () => {
  const project = join(folder, 'newest');
  cpSync(empty, project, { recursive: true, verbatimSymlinks: true });
  await install(project, 'ioredis@6', 'msw@3', 'vitest@5', 'vite@8', '@types/node@22');
  const sources = ['redis', 'msw', 'vitest'].map((name) => [name, codeOf(`./${name}`)]);
  const [tsc, options] = [await compilerOf('newest', folder), ['--module', 'nodenext', '--types', 'node']];
  expect(await compiled(tsc, project, sources, options)).toEqual({ code: 0, stdout: '', stderr: '' });
  for (const [name] of sources) {
    const ran = await run(process.execPath, [`${name}.js`], project);
    expect(ran).toEqual({ code: 0, stdout: `${programs[`./${name}`]?.prints}\n`, stderr: '' });
  }
});

describe('a missing peer dependency', () => {
  it('is tested for each package', () => {
    expect(names(without).sort()).toEqual(names(manifest.peerDependencies).sort());
  });

  it.each(Object.entries(without))('%s is reported with the install command', async (peer, use) => {
    const ran =
      'args' in use
        ? await run(bin(empty), use.args, empty)
        : await run(process.execPath, ['--input-type=module', '--eval', use.code], empty);
    expect(ran.stderr).toContain(`npm install --save-dev ${installed(manifest, peer)}\n`);
    expect(ran.stderr).not.toMatch(/^ +at /m);
    expect(ran.stdout).toBe('');
    expect(ran.code).toBe('args' in use ? 2 : 0);
  });

  it.each(names(without))('%s can be installed beside the package', async (peer) => {
    const args = ['install', '--dry-run', '--no-audit', '--no-fund', '--prefer-offline', '--save-dev'];
    const ran = await run('npm', [...args, installed(manifest, peer)], empty);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the commands', () => {
  it('are listed in the help, each with its usage', async () => {
    const { code, stdout } = await npx(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name);
    expect([code, commands.sort()]).toEqual([0, ['mock', 'proxy', ...names(calls)].sort()]);
    for (const name of commands) {
      const usage = `Usage: npx cloud-cost-contract ${name} `;
      const ran = await run(bin(empty), [name, '--help'], empty);
      expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(usage), stderr: '' });
    }
  });

  it('work', async () => {
    writeFileSync(join(empty, 'trip.har'), aHar({}));
    const mock = startProgram(bin(empty), ['mock', '--port', '0'], { cwd: empty, env });
    try {
      const url = await mock.line();
      for (const [name, call] of Object.entries(calls)) {
        const { args, output } = call(url);
        const { code, stdout, stderr } = await npx([name, ...args]);
        expect([name, code, stderr]).toEqual([name, 0, '']);
        expect(stdout).toMatch(output);
      }
    } finally {
      expect(await mock.end('SIGTERM')).toBe(0);
    }
  });
});
