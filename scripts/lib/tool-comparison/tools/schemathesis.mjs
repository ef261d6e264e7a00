// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../paths.mjs';
import { runProgram } from '../run-program.mjs';
import { normalizeMessage } from '../tool.mjs';

const version = '4.32.5';
const examples = '25';
let program = '';

/** @type {import('../tool.mjs').Tool} */
export const schemathesis = {
  id: 'schemathesis',
  name: 'Schemathesis',
  settings: `schemathesis run dist/openapi.json --url <url> -H 'Authorization: Bearer <caller>' --seed 1 --max-examples ${examples} --include-operation-id <where the fault shows>…`,
  isSlow: true,
  rateLimit: 1_000_000,
  seeds: [1, 2, 3],
  async prepare(folder) {
    const venv = join(folder, 'venv');
    program = join(venv, 'bin/schemathesis');
    if (!existsSync(program)) {
      await install('python3', '-m', 'venv', venv);
      await install(join(venv, 'bin/pip'), 'install', '--quiet', `schemathesis==${version}`);
    }
    return version;
  },
  async run({ url, apiKeys, operations = [], seed = 1, folder }) {
    const [whole, events] = [join(folder, 'schemathesis.json'), join(folder, 'schemathesis.ndjson')];
    for (const old of [whole, events]) rmSync(old, { force: true });
    const { output, seconds } = await runProgram(
      program,
      [
        ...['run', join(root, 'dist/openapi.json'), '--url', url],
        ...['-H', `Authorization: Bearer ${apiKeys[0]}`, '--seed', String(seed), '--max-examples', examples],
        // In memory, because stored failures would carry over to the next server.
        ...['--generation-database', ':memory:', '--no-color'],
        ...['--report', 'json,ndjson', '--report-json-path', whole, '--report-ndjson-path', events],
        ...operations.flatMap((id) => ['--include-operation-id', id]),
      ],
      { cwd: folder },
    );
    if (!existsSync(whole)) throw new Error(`Schemathesis wrote no report: ${output}`);
    const report = JSON.parse(readFileSync(whole, 'utf8'));
    return {
      findings: [...new Set([...failures(readFileSync(events, 'utf8')), ...errors(report)])],
      requests: report.test_cases.generated,
      seconds,
    };
  },
};

/** @param {string} command @param {...string} args */
async function install(command, ...args) {
  const { code, output } = await runProgram(command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${output}`);
}

/** Not about the server: links lead to operations that are left out of a run. */
const linksLeftOut = 'Missing Open API links';

/** @param {any} report */
function errors(report) {
  return report.errors
    .map((/** @type {any} */ { title, type }) => title ?? type)
    .filter((/** @type {string} */ name) => name !== linksLeftOut)
    .map((/** @type {string} */ name) => normalizeMessage(`error: ${name}`));
}

/** The status for a URL that is longer than Node.js reads, on any operation and every server here. */
const headersTooLarge = 431;

/** @param {string} ndjson one event per line */
function* failures(ndjson) {
  for (const line of ndjson.split('\n')) {
    if (!line.includes('"failure_info"')) continue;
    const { checks, interactions } = JSON.parse(line).ScenarioFinished?.recorder ?? {};
    for (const [id, verdicts] of Object.entries(checks ?? {})) {
      for (const { failure_info: info } of verdicts) {
        if (!info || interactions?.[id]?.response?.status_code === headersTooLarge) continue;
        const { operation, type, message } = info.failure;
        const summary = String(message).split('\n').slice(0, 2).join(' ');
        yield `${operation} ${type}: ${normalizeMessage(`${summary} ${errorMessageOf(interactions?.[id])}`)}`;
      }
    }
  }
}

/**
 * Returns the message of an error response, to distinguish errors with the same status.
 *
 * @param {any} interaction
 */
function errorMessageOf(interaction) {
  try {
    const text = Buffer.from(interaction.response.content.$base64, 'base64').toString('utf8');
    return JSON.parse(text).error?.message ?? '';
  } catch {
    return '';
  }
}
