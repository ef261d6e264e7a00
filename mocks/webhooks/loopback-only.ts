import { isLoopbackHost } from '../loopback.js';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Restricts a `fetch` to this machine, so that real endpoints are never called. Also rejects the ports of the mock
 * itself, so that an endpoint cannot be its control plane.
 *
 * @param ownPorts ports on which the mock listens, at any address of this machine
 */
export function loopbackOnly(fetch: Fetch, ownPorts: ReadonlySet<number>): Fetch {
  return async (url, init) => {
    const { hostname, port, protocol } = new URL(url);
    if (!isLoopbackHost(hostname)) throw new Error(`Not sent: ${hostname} is not a loopback address.`);
    if (ownPorts.has(Number(port || (protocol === 'https:' ? 443 : 80)))) {
      throw new Error('Not sent: the endpoint is the mock itself.');
    }
    return fetch(url, init);
  };
}
