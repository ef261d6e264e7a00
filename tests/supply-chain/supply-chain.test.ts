import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = '.github/workflows';
const files = [
  ...readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  'docs/examples/ci-python/contract.yml',
];
const workflows = files.map((file) => ({ file, text: read(file), workflow: parse(read(file)) }));
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries<Job>(workflow.jobs).map(([name, job]) => ({ name: `${name} of ${file}`, job })),
);
const stepsOf = (job: string): Step[] => parse(read(`${folder}/release.yml`)).jobs[job].steps;

describe('the workflows', () => {
  test.each(workflows)('pin every action to a commit: $file', ({ text }) => {
    const actions = text.split('\n').filter((line) => /\buses: (?!\.\/)/.test(line));
    expect(actions.length).toBeGreaterThan(0);
    for (const line of actions) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('pin an action to the same commit everywhere', () => {
    const commits = new Map<string, Set<string>>();
    for (const { text } of workflows)
      for (const [, name, commit] of text.matchAll(/uses: (\S+)@(\S+ # \S+)/g))
        commits.set(name as string, (commits.get(name as string) ?? new Set()).add(commit as string));
    expect([...commits].filter(([, those]) => those.size > 1)).toEqual([]);
  });

  test.each(workflows)('grant only read permissions to all jobs: $file', ({ workflow }) => {
    expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions);
  });

  test.each(jobs)('do not persist credentials in the work tree: $name', ({ job }) => {
    const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
  });

  const trusted = jobs.filter(
    ({ name, job }) =>
      !name.includes('docs/') &&
      (Object.values(job.permissions ?? {}).includes('write') || JSON.stringify(job).includes('secrets.')),
  );

  test('have three jobs with write permissions or secrets', () => {
    expect(trusted.map(({ name }) => name.split(' ')[0])).toEqual(['propose', 'publish', 'tag']);
  });

  test.each(trusted)('do not run repository code with write permissions or secrets: $name', ({ job }) => {
    const repositoryCode = /\bnpm (?!publish)|\b(?:npx|node)\b|\.ci\/|scripts\/|(?:^|[\s;|&])\.\//m;
    for (const { run = '' } of job.steps)
      expect(run.replace('npm publish ./package.tgz', '')).not.toMatch(repositoryCode);
    const actions = job.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
    for (const action of actions)
      expect(['actions/checkout', 'actions/download-artifact', 'actions/setup-node']).toContain(action);
  });

  test('provide the registry token to one command, in a job without a checkout', () => {
    const uses = jobs
      .flatMap(({ job }) => job.steps)
      .filter((step) => JSON.stringify(step).includes('NPM_TOKEN'));
    expect(uses.map(({ run }) => run)).toEqual([
      'npm publish ./package.tgz --access public --provenance --ignore-scripts',
    ]);
    expect(JSON.stringify(stepsOf('publish'))).not.toContain('actions/checkout');
  });
});

describe('the Dockerfile', () => {
  test('pins its base images by digest', () => {
    const bases = read('Dockerfile').match(/^FROM .*$/gm) ?? [];
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(/^FROM [\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/);
  });

  test('runs no install scripts', () => {
    const installs = read('Dockerfile').match(/npm (?:ci|install)\b.*/g) ?? [];
    expect(installs).toHaveLength(2);
    for (const install of installs) expect(install).toContain('--ignore-scripts');
  });
});

describe('a release', () => {
  let work = '';
  beforeEach(() => {
    work = temporaryFolder('release');
  });

  const run = (script: string, env: Record<string, string> = {}) =>
    spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: work,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });

  function pack(manifest: Record<string, string>): string {
    mkdirSync(join(work, 'package'), { recursive: true });
    writeFileSync(join(work, 'package/package.json'), JSON.stringify(manifest));
    execFileSync('tar', ['--create', '--gzip', '--file', 'package.tgz', 'package'], { cwd: work });
    return createHash('sha256')
      .update(readFileSync(join(work, 'package.tgz')))
      .digest('hex');
  }
  const inspect = stepsOf('publish').find(({ run }) => run?.includes('sha256sum'))?.run as string;
  const ours = { name: 'cloud-cost-contract', version: '1.2.3' };

  test('publishes the built archive', () => {
    const { status, stderr } = run(inspect, { DIGEST: pack(ours), VERSION: '1.2.3' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.each<[string, Record<string, string>, (digest: string) => string]>([
    ['an archive that was replaced after the build', ours, () => 'a'.repeat(64)],
    ['an archive without a known digest', ours, () => ''],
    ['another package', { ...ours, name: 'left-pad' }, (digest) => digest],
    ['another version', { ...ours, version: '1.2.4' }, (digest) => digest],
  ])('does not publish %s', (_, manifest, digestOf) => {
    expect(run(inspect, { DIGEST: digestOf(pack(manifest)), VERSION: '1.2.3' }).status).not.toBe(0);
  });

  test('proposes only the files that a version changes', () => {
    const tree = join(work, 'tree');
    mkdirSync(tree);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: tree, encoding: 'utf8' });
    git('init', '--quiet');
    const changed = ['.changeset/one.md', 'CHANGELOG.md', 'package.json', 'released/1.0.0/suite.json'];
    const foreign = [
      '.github/workflows/release.yml',
      'src/index.ts',
      '.npmrc',
      'docs/package.json',
      'action.yml',
    ];
    for (const file of [...changed, ...foreign]) {
      mkdirSync(join(tree, file, '..'), { recursive: true });
      writeFileSync(join(tree, file), 'new\n');
    }
    git('add', '--all');
    writeFileSync(join(work, 'next-version.patch'), git('diff', '--cached', '--binary'));
    git('rm', '-r', '-f', '--quiet', '.');
    const apply = stepsOf('propose').find(({ run }) => run?.startsWith('git apply'))?.run as string;
    expect(run(`cd tree\n${apply}`, { RUNNER_TEMP: work })).toMatchObject({ status: 0 });
    expect(git('ls-files').trim().split('\n').sort()).toEqual(changed.sort());
  });
});
