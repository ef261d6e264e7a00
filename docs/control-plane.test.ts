import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../mocks/control/routes.js';
import { createMock } from '../mocks/index.js';

const guide = readFileSync(new URL('./control-plane.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)]
  .map(([, block = '']) => block)
  .filter((block) => block.includes('curl'));

test('the guide has a command for every path of the control plane', () => {
  const missing = Object.entries(routes).flatMap(([name, methods]) =>
    Object.keys(methods)
      .map((method) =>
        method === 'GET' ? `curl $MOCK/__mock/${name}` : `curl -X ${method} $MOCK/__mock/${name}`,
      )
      .filter((line) => !blocks.some((block) => block.includes(line))),
  );
  expect(missing).toEqual([]);
});

test('the guide shows an entry of the journal as it is', async () => {
  const mock = await createMock();
  await mock.fetch('/api/v1/providers', { headers: { authorization: 'Bearer ccc_test_unknown' } });
  const [, shown = ''] = /```json\n(.*?)```/s.exec(guide) ?? [];
  expect(mock.control.journal()).toMatchObject([JSON.parse(shown)]);
});
