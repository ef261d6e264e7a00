import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../mocks/control/routes.js';

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
