import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createProxy } from '../conformance/index.js';
import { createMock } from '../mocks/index.js';
import { listenOn } from './listen-on.js';

const servers = {
  'a mock': () => createMock(),
  'a proxy': () => createProxy({ target: new URL('http://127.0.0.1:1') }),
};

test.each(Object.entries(servers))(
  '%s says that its port is in use, and what to do',
  async (_name, create) => {
    const other = createServer();
    onTestFinished(() => void other.close());
    await listenOn(other, 0, '127.0.0.1');
    const { port } = other.address() as AddressInfo;
    const server = await create();
    onTestFinished(async () => void (await server.close()));
    await expect(server.listen({ port })).rejects.toMatchObject({
      message: `Port ${port} is already in use. Choose another with \`port\`, or 0 for any free port.`,
      code: 'EADDRINUSE',
    });
  },
);

test('names a host that is not of this machine', async () => {
  const mock = await createMock();
  await expect(mock.listen({ host: '192.0.2.1' })).rejects.toMatchObject({
    message: '192.0.2.1 is not an address of this machine. Choose another with `host`.',
    code: 'EADDRNOTAVAIL',
  });
});
