import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { signWebhook, type WebhookEvent } from 'cloud-cost-contract/webhooks';
import { transform } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../src/client/index.js';
import { testMock } from '../../../tests/support/mock/test-mock.js';
import { installed } from '../../testing/npm.js';
import { honoReceiver } from './hono.js';

type Start = (secret: string, handle: (event: WebhookEvent) => void) => Promise<Server>;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { expressReceiver } = await expressExample();

/** Returns the exports of express.ts, beside which Express is installed. docs/programs.test.ts compiles it. */
async function expressExample() {
  const modules = await installed('express');
  symlinkSync(root, join(modules, 'cloud-cost-contract'));
  const source = readFileSync(new URL('express.ts', import.meta.url), 'utf8');
  const file = join(modules, 'express-receiver.mjs');
  writeFileSync(file, (await transform(source, { loader: 'ts' })).code);
  return import(file);
}

const started = (start: (ready: () => void) => unknown) =>
  new Promise<Server>((resolve) => {
    const server = start(() => resolve(server)) as Server;
  });

const receivers: [name: string, start: Start][] = [
  [
    'Express',
    (secret, handle) => started((ready) => expressReceiver(secret, handle).listen(0, '127.0.0.1', ready)),
  ],
  [
    'Hono',
    (secret, handle) =>
      started((ready) =>
        serve({ fetch: honoReceiver(secret, handle).fetch, port: 0, hostname: '127.0.0.1' }, ready),
      ),
  ],
];

describe.each(receivers)('the receiver with %s', (_name, start) => {
  /** A receiver of the events of a mock. */
  async function receiving() {
    const mock = await testMock();
    const events: WebhookEvent[] = [];
    const server = await start(mock.control.webhookSecret, (event) => events.push(event));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const client = createClient({
      baseUrl: 'https://costs.example',
      apiKey: 'ccc_test_caller',
      fetch: mock.fetch,
    });
    await client.createWebhookEndpoint({ url, event_types: ['optimization.completed'] });
    const headers = { ...signWebhook(mock.control.webhookSecret, { id: 'msg_1', sentAt: new Date(), body }) };
    const send = (sent = body) => fetch(url, { method: 'POST', headers, body: sent });
    return { mock, events, send };
  }

  const completed = {
    recommendation_id: 'rec-1006',
    status: 'optimized',
    implementation_method: 'one-click',
  };
  const body = JSON.stringify(completed);

  it('receives an event of the mock with its type', async () => {
    const { mock, events } = await receiving();
    const [delivery] = await mock.control.emit('optimization.completed', completed);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ outcome: 204 }] });
    expect(events).toMatchObject([{ id: delivery?.id, type: 'optimization.completed', data: completed }]);
  });

  it('handles an event once if it is delivered twice', async () => {
    const { events, send } = await receiving();
    expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
    expect(events.map(({ id }) => id)).toEqual(['msg_1']);
  });

  it('refuses a tampered event and logs the reason', async () => {
    const { events, send } = await receiving();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    expect((await send(body.replace('1006', '1007'))).status).toBe(401);
    expect(events).toEqual([]);
    expect(warn.mock.lastCall?.[0]).toContain('no signature matches');
  });
});
