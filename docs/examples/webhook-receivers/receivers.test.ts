import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { signWebhook, type WebhookEvent } from 'cloud-cost-contract/webhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMock, type Mock } from '../../../mocks/index.js';
import { createClient } from '../../../src/client/index.js';
import { expressReceiver } from './express.js';
import { honoReceiver } from './hono.js';

type Start = (secret: string, handle: (event: WebhookEvent) => void) => Promise<Server>;

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
  let mock: Mock;
  let server: Server;
  let url: string;
  let events: WebhookEvent[];

  beforeEach(async () => {
    mock = await createMock();
    events = [];
    server = await start(mock.control.webhookSecret, (event) => events.push(event));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const client = createClient({
      baseUrl: 'https://costs.example',
      apiKey: 'ccc_test_caller',
      fetch: mock.fetch,
    });
    await client.createWebhookEndpoint({ url, event_types: ['optimization.completed'] });
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await mock.close();
    vi.restoreAllMocks();
  });

  const completed = {
    recommendation_id: 'rec-1006',
    status: 'optimized',
    implementation_method: 'one-click',
  };

  it('receives an event of the mock with its type', async () => {
    const [delivery] = await mock.control.emit('optimization.completed', completed);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ outcome: 204 }] });
    expect(events).toMatchObject([{ id: delivery?.id, type: 'optimization.completed', data: completed }]);
  });

  it('handles an event once if it is delivered twice', async () => {
    const body = JSON.stringify(completed);
    const headers = { ...signWebhook(mock.control.webhookSecret, { id: 'msg_1', sentAt: new Date(), body }) };
    const send = () => fetch(url, { method: 'POST', headers, body });
    expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
    expect(events.map(({ id }) => id)).toEqual(['msg_1']);
  });

  it('refuses a tampered event and logs the reason', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const body = JSON.stringify(completed);
    const headers = { ...signWebhook(mock.control.webhookSecret, { id: 'msg_1', sentAt: new Date(), body }) };
    const response = await fetch(url, { method: 'POST', headers, body: body.replace('1006', '1007') });
    expect(response.status).toBe(401);
    expect(events).toEqual([]);
    expect(warn.mock.lastCall?.[0]).toContain('no signature matches');
  });
});
