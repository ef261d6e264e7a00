// @ts-check
import { schemathesis as tool } from '../../../scripts/lib/tool-comparison/tools/schemathesis.mjs';
import { pythonVersion } from '../lib/version.mjs';

/** Rules across several parameters reject requests that are valid by the schema; 16 KiB is a limit of Node.js. */
const expected = /RejectedPositiveData|The headers are larger than/;

/** @type {import('../lib/tool.mjs').Tool} */
export const schemathesis = {
  name: 'Schemathesis',
  version: pythonVersion('schemathesis'),
  kind: 'other',
  document: '3.1',
  setting: '`--exclude-checks positive_data_acceptance`: some rules span parameters',
  async run({ url, apiKey, folder }) {
    await tool.prepare(folder);
    const { findings, requests } = await tool.run({ url, apiKeys: [apiKey], folder });
    return {
      result: `${requests} requests`,
      warnings: findings.filter((finding) => !expected.test(finding)),
    };
  },
};
