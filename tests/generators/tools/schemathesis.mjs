// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonVersion } from '../lib/version.mjs';

/** Rules across several parameters reject requests that are valid by the schema. */
const expected = /RejectedPositiveData/;

/** Not about the server: links lead to operations that are left out of a run. */
const linksLeftOut = 'Missing Open API links';

/** The status for headers that are longer than Node.js reads: 16 KiB. */
const headersTooLarge = 431;

/** @type {import('../lib/tool.mjs').Tool} */
export const schemathesis = {
  name: 'Schemathesis',
  version: pythonVersion('schemathesis'),
  kind: 'other',
  document: '3.1',
  setting: '`--exclude-checks positive_data_acceptance`: some rules span parameters',
  async run({ document, url, apiKey, folder, exec }) {
    const [whole, events] = [join(folder, 'schemathesis.json'), join(folder, 'schemathesis.ndjson')];
    const output = await exec('schemathesis', [
      ...['run', document, '--url', url, '-H', `Authorization: Bearer ${apiKey}`],
      ...['--seed', '1', '--max-examples', '25', '--generation-database', ':memory:', '--no-color'],
      ...['--report', 'json,ndjson', '--report-json-path', whole, '--report-ndjson-path', events],
    ]).catch((/** @type {Error} */ { message }) => message);
    if (!existsSync(whole)) throw new Error(`Schemathesis wrote no report: ${output}`);
    const report = JSON.parse(readFileSync(whole, 'utf8'));
    return {
      result: `${report.test_cases.generated} requests`,
      warnings: [...new Set([...failures(readFileSync(events, 'utf8')), ...errors(report)])],
    };
  },
};

/** @param {any} report */
function errors(report) {
  return report.errors
    .map((/** @type {any} */ { title, type }) => title ?? type)
    .filter((/** @type {string} */ name) => name !== linksLeftOut);
}

/** @param {string} ndjson one event per line */
function* failures(ndjson) {
  for (const line of ndjson.split('\n')) {
    if (!line.includes('"failure_info"')) continue;
    const { checks, interactions } = JSON.parse(line).ScenarioFinished?.recorder ?? {};
    for (const [id, verdicts] of Object.entries(checks ?? {})) {
      for (const { failure_info: info } of verdicts) {
        if (!info || interactions?.[id]?.response?.status_code === headersTooLarge) continue;
        const { operation, type, message } = info.failure;
        if (!expected.test(type)) yield `${operation} ${type}: ${message}`;
      }
    }
  }
}
