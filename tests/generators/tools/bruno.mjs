// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmVersion } from '../lib/version.mjs';

/** @type {import('../lib/tool.mjs').Tool} */
export const bruno = {
  name: 'Bruno CLI',
  version: npmVersion('@usebruno/cli'),
  kind: 'other',
  document: '3.1',
  async run({ folder, document, url, apiKey, exec }) {
    await exec('bru', [
      'import',
      'openapi',
      '--source',
      document,
      '--output',
      folder,
      '--collection-name',
      'api',
    ]);
    const report = join(folder, 'report.json');
    const variables = [
      '--env-var',
      `baseUrl=${url}`,
      '--env-var',
      `bearerToken=${apiKey}`,
      '--env-var',
      `token=${apiKey}`,
    ];
    await exec('bru', ['run', '-r', '--reporter-json', report, ...variables], {
      cwd: join(folder, 'api'),
    }).catch(() => {});
    const [{ results }] = JSON.parse(readFileSync(report, 'utf8'));
    const statuses = results.map((/** @type {any} */ { response }) => response.status);
    return {
      result: `${statuses.filter((/** @type {number} */ one) => one < 300).length} of ${statuses.length} requests succeed`,
    };
  },
};
