import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that need a browser, Redis, Python, Go or an installed package, and those over bills or many datasets, which run for
 * minutes.
 */
const slow = [
  'package.test.ts',
  'docs/{site,samples,commands,programs,containers}.test.ts',
  'docs/examples/**/*.test.ts',
  'cli/{data-export-versions,mock/npx-parent}.test.ts',
  'conformance/engine/report/html/html.test.ts',
  'conformance/suite/checks/bill/*.test.ts',
  'conformance/vitest.test.ts',
  'mocks/{replicas,browser}.test.ts',
  'mocks/dataset/bill/{compact-form,large-bill}.test.ts',
  'mocks/front/{front-page,control-section}.test.ts',
  'mocks/state/redis.test.ts',
  'scripts/lib/changes/store-release.test.mjs',
  'src/client/runtimes.test.ts',
  'src/focus/whole-files.test.ts',
  'tests/{benchmarks,hostile}/**/*.test.{ts,mjs}',
  'tests/faulty-servers/{bill,bill-readings}.test.ts',
  'tests/focus/{oracle,round-trip,validator,validator-1.2}.test.ts',
  'tests/independent/*.test.ts',
  'tests/invariants/*.test.ts',
  'tests/packaging/*.test.ts',
  'tests/parameters/ignored.test.ts',
  'tests/mock/{many-seeds,replicas,scenarios}.test.ts',
];
const all = ['*.test.ts', '{src,cli,conformance,mocks,scripts,docs,spectral,tests}/**/*.test.{ts,mjs}'];
/** The files that run longest. */
const longest =
  /(engines|commands|site|fastapi-faults|faulty-servers\/table|hostile-command|oracle|scenarios|hostile-server|round-trip|validator|faulty-servers\/bill.*|compact-form|data-export-versions)\.(test|check)\.ts$/;

/** Starts the longest files first: one that starts last would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: 'tests/support/temporary-folder.ts',
    // More than cores, since many tests wait for child processes.
    maxWorkers: 2 * availableParallelism(),
    // Most tests create many short-lived objects and run most functions rarely: a larger young generation takes a sixth off
    // their CPU time, and less optimization, for which Node 20 has an option, a twelfth.
    execArgv: [
      '--max-semi-space-size=64',
      ...(/^v20\./.test(process.version) ? ['--interrupt-budget=4000000'] : []),
    ],
    // Generous, for loaded machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // CI shows the message alone: `expected [ Array(1) ]` would not say which check.
    chaiConfig: { truncateThreshold: 2000 },
    unstubEnvs: true,
    unstubGlobals: true,
    // Files share the modules that they import, which a third of the time would be spent on loading again.
    isolate: false,
    // CI counts the tests from the reports.
    ...(process.env.CI
      ? {
          reporters: ['default', 'json'],
          outputFile: { json: process.env.TEST_REPORT ?? 'coverage/tests.json' },
        }
      : {}),
    projects: [
      {
        extends: true,
        test: {
          name: 'standard',
          include: all,
          exclude: ['**/node_modules/**', ...slow],
        },
      },
      { extends: true, test: { name: 'slow', include: slow } },
      { extends: true, test: { name: 'faulty-servers', include: ['tests/faulty-servers/*.check.ts'] } },
      // Installs more than a gigabyte of Python and Java packages.
      { extends: true, test: { name: 'engines', include: ['tests/focus/engines.check.ts'] } },
    ],
  },
});
