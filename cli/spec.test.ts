import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../scripts/lib/paths.mjs';
import { expectRefusal, runCommand } from '../tests/support/command/command-io.js';

const built = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');
const run = (...args: string[]) => runCommand(['spec', ...args]);

test.each([
  ['3.1', 'openapi'],
  ['3.0', 'openapi-3.0'],
])('prints the document in OpenAPI %s', async (version, name) => {
  expect(await run('--openapi', version)).toMatchObject({ code: 0, stdout: built(`${name}.yaml`) });
  const { stdout } = await run('--openapi', version, '--format', 'json');
  expect(JSON.parse(stdout)).toEqual(JSON.parse(built(`${name}.json`)));
});

test('prints OpenAPI 3.1 by default, and refuses other versions', async () => {
  expect((await run()).stdout).toBe(built('openapi.yaml'));
  expectRefusal(await run('--openapi', '2.0'), '3.1, 3.0');
});

test.each(['3.1', '3.0'])('prints operations with what they reference, in OpenAPI %s', async (openapi) => {
  const ids = ['getCostSummary', 'createWebhookEndpoint'];
  const args = ids.flatMap((id) => ['--operation', id]);
  const { code, stdout } = await run('--openapi', openapi, ...args);
  const document = parse(stdout);
  const paths = Object.values<object>(document.paths);
  expect(
    paths
      .flatMap((item) => Object.values(item))
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual(ids.sort());
  expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(['costs', 'webhooks']);
  const references = new Set([...stdout.matchAll(/#\/components\/[\w./-]+/g)].map(([pointer]) => pointer));
  const components = Object.entries<object>(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, group]) => Object.keys(group).map((name) => `#/components/${kind}/${name}`));
  expect(components.sort()).toEqual([...references].sort());
  const whole = JSON.parse(built(openapi === '3.0' ? 'openapi-3.0.json' : 'openapi.json'));
  expect(whole).toMatchObject({ ...document, tags: whole.tags });
  expect(stdout.length).toBeLessThan(built('openapi.yaml').length / 4);
  expect(code).toBe(0);
});

test('names the operation that an unknown one probably means', async () => {
  expectRefusal(
    await run('--operation', 'get-cost-summary'),
    "Unknown operation 'get-cost-summary'. Did you mean 'getCostSummary'?",
  );
});
