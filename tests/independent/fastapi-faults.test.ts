import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Document, parse } from 'yaml';
import type { Report } from '../../conformance/engine/report.js';
import type { RunOptions } from '../../conformance/engine/run-options.js';
import { runChecks } from '../../conformance/suite/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { copyFastApi, FastApiServers, type Fault, fastApi, faults } from './fastapi-server.js';

const apiKeys = ['first_test_caller', 'second_test_caller', 'third_test_spare'];
const verdictsFile = fileURLToPath(new URL('fastapi/verdicts.yaml', import.meta.url));
const readme = fileURLToPath(new URL('fastapi/README.md', import.meta.url));
const missing = fastApi.missing();
/** Runs the whole suite on every fault, and records what it finds. */
const isRecording = process.env.RECORD_FAULTS !== undefined;

/** What the suite finds: the check that fails the server, or warns of it, or why none does. */
type Verdict = { readonly failed: string } | { readonly warned: string } | { readonly unseen: string };

const recorded: Record<string, Verdict> = parse(readFileSync(verdictsFile, 'utf8'));

let servers: FastApiServers;

/** Runs the suite on the server with a fault. */
async function verify(
  fault: Pick<Fault, 'name' | 'edits'>,
  selection: Pick<RunOptions, 'only' | 'bail'> = {},
): Promise<Report> {
  const server = await servers.start(copyFastApi(temporaryFolder('fastapi'), fault));
  try {
    // The limit of 600 requests takes seconds, and only these faults concern it.
    const skip = fault.name.startsWith('rate-limit') ? [] : ['limits.*'];
    return await runChecks({ target: server.url, apiKeys, skip, ...selection });
  } finally {
    server.stop();
  }
}

const findings = ({ results }: Report, statuses: readonly string[]) =>
  results
    .filter(({ status }) => statuses.includes(status))
    .map(({ id, operation }) => ({ id, verdict: `${id} ${operation}` }));

function verdictOf(
  report: Report,
  { warnings, name }: { warnings: ReadonlySet<string>; name: string },
): Verdict {
  const all = findings(report, ['failed', 'errored']);
  // Alone, other checks do not send as many requests as the limit allows.
  const failed = all.find(({ id }) => id.startsWith('limits.')) ?? all[0];
  if (failed) return { failed: failed.id };
  const warned = findings(report, ['warned']).find(({ verdict }) => !warnings.has(verdict));
  if (warned) return { warned: warned.id };
  const known = recorded[name];
  return known && 'unseen' in known ? known : { unseen: 'to be judged' };
}

/** The section of the README about the faults. */
function summary(verdicts: Readonly<Record<string, Verdict>>): string {
  const all = faults.map(({ name, fault }) => ({ name, fault, verdict: verdicts[name] as Verdict }));
  const failed = all.filter(({ verdict }) => 'failed' in verdict).length;
  const strict = all.filter(({ verdict }) => !('unseen' in verdict)).length;
  const share = (count: number) => `${count} of ${all.length} (${Math.round((count / all.length) * 100)} %)`;
  const unseen = all.flatMap(({ name, fault, verdict }) =>
    'unseen' in verdict ? [`- \`${name}\`: ${fault} ${verdict.unseen}`] : [],
  );
  return [
    `The standard profile fails ${share(failed)}, the strict profile ${share(strict)}.`,
    `These ${unseen.length} are not found:`,
    '',
    ...unseen,
  ].join('\n');
}

describe.skipIf(missing && !process.env.CI)(
  `faults of the server in FastAPI${missing ? ` (${missing})` : ''}`,
  { timeout: 300_000 },
  () => {
    let warnings: ReadonlySet<string> = new Set();
    const verdicts: Record<string, Verdict> = {};

    beforeAll(async () => {
      servers = new FastApiServers(apiKeys);
      const report = await verify({ name: 'none', edits: [] });
      warnings = new Set(findings(report, ['warned']).map(({ verdict }) => verdict));
    }, 300_000);

    afterAll(async () => {
      await servers.close();
      if (!isRecording) return;
      const ordered = Object.fromEntries(faults.map(({ name }) => [name, verdicts[name] ?? recorded[name]]));
      const file = new Document(ordered);
      for (const { value } of (file.contents as any).items) value.flow = !value.has('unseen');
      writeFileSync(verdictsFile, file.toString({ lineWidth: 0 }));
      const text = readFileSync(readme, 'utf8').replace(
        /(?<=<!-- faults -->\n)[\s\S]*/,
        `${summary(ordered as never)}\n`,
      );
      writeFileSync(readme, text);
    });

    test.concurrent.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (name, fault) => {
      const expected = recorded[name];
      if (isRecording || !expected || 'unseen' in expected) {
        verdicts[name] = verdictOf(await verify(fault), { warnings, name });
        if (!isRecording) expect(verdicts[name]).toEqual(expected);
        return;
      }
      const [[status, check]] = Object.entries(expected) as [[string, string]];
      const untilFailed = status === 'failed' ? { bail: 1 } : {};
      const caught = findings(await verify(fault, { only: [check], ...untilFailed }), [status]).filter(
        ({ verdict }) => !warnings.has(verdict),
      );
      expect(caught.map(({ id }) => id)).toContain(check);
    });

    test.skipIf(isRecording)('the README has the rates and the faults that are not found', () => {
      expect(readFileSync(readme, 'utf8')).toContain(summary(recorded));
    });
  },
);
