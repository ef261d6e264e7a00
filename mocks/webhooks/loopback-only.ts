import { isLoopbackHost } from '../loopback.js';

/** Keeps a mock from sending anything to another machine: who registers a real address gets nothing. */
export function loopbackOnly(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const { hostname } = new URL(url);
    if (!isLoopbackHost(hostname)) throw new Error(`Not sent: ${hostname} is not this machine.`);
    return fetch(url, init);
  };
}
