import { isLoopbackHost } from '../loopback.js';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Keeps a mock from sending anything to another machine: who registers a real address gets nothing. Nor
 * does it send anything to itself: an endpoint could otherwise name its control plane.
 *
 * @param ownPorts on which the mock listens, by whatever name or address of this machine
 */
export function loopbackOnly(fetch: Fetch, ownPorts: ReadonlySet<number>): Fetch {
  return async (url, init) => {
    const { hostname, port, protocol } = new URL(url);
    if (!isLoopbackHost(hostname)) throw new Error(`Not sent: ${hostname} is not this machine.`);
    if (ownPorts.has(Number(port || (protocol === 'https:' ? 443 : 80)))) {
      throw new Error('Not sent: this is an address of the mock itself.');
    }
    return fetch(url, init);
  };
}
