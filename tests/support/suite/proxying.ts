import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ProxyOptions, Proxy as RunningProxy } from '../../../conformance/engine/traffic/proxy/proxy.js';
import { createProxy } from '../../../conformance/suite/run.js';
import { listening } from '../serving.js';
import { providersResponse } from './har-fixture.js';

export const serving = (listener: RequestListener): Promise<string> => listening(createServer(listener));

export async function proxying(
  target: string,
  options: Partial<ProxyOptions> = {},
): Promise<{ url: string; proxy: RunningProxy }> {
  const proxy = createProxy({ target: new URL(target), ...options });
  const url = await proxy.listen({ port: 0 });
  onTestFinished(async () => void (await proxy.close()));
  return { url, proxy };
}

export const responseFrom = async (url: string, options: object = {}): Promise<IncomingMessage> => {
  const outgoing = request(url, { agent: false, ...options });
  outgoing.end();
  const [response] = await once(outgoing, 'response');
  return response;
};

export const providers = '/api/v1/providers';
export const conforming: RequestListener = (_, outgoing) =>
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(providersResponse));
export const faulty: RequestListener = (_, outgoing) =>
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"success":"yes"}');

/** `Promise.withResolvers` of newer versions of Node. */
export function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
