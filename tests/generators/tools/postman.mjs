// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmVersion } from '../lib/version.mjs';

/** @type {import('../lib/tool.mjs').Tool} */
export const postman = {
  name: 'openapi-to-postmanv2, newman',
  version: `${npmVersion('openapi-to-postmanv2')}, ${npmVersion('newman')}`,
  kind: 'other',
  document: '3.1',
  setting: '`parametersResolution=Example`; `bearerToken` and `baseUrl` are variables of the collection',
  async run({ folder, document, url, apiKey, exec }) {
    const [collection, report] = [join(folder, 'collection.json'), join(folder, 'report.json')];
    await exec('openapi2postmanv2', [
      ...['--spec', document, '--output', collection],
      ...['--options', 'parametersResolution=Example,includeAuthInfoInExample=false,includeWebhooks=false'],
    ]);
    await exec('newman', [
      ...['run', collection, '--env-var', `baseUrl=${url}`, '--env-var', `bearerToken=${apiKey}`],
      ...['--reporters', 'json', '--reporter-json-export', report],
    ]);
    const { run } = JSON.parse(readFileSync(report, 'utf8'));
    const statuses = run.executions.map((/** @type {any} */ { response }) => response?.code ?? 0);
    return { result: summaryOf(statuses) };
  },
};

/** @param {readonly number[]} statuses */
function summaryOf(statuses) {
  const successes = statuses.filter((status) => status >= 200 && status < 300).length;
  if (statuses.some((status) => status === 0 || status >= 500)) throw new Error(`statuses ${statuses}`);
  return `${successes} of ${statuses.length} requests succeed`;
}
