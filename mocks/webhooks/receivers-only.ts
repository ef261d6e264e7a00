import { isLoopbackHost } from '../http/loopback.js';
import { type AllowedReceivers, portOf } from './allowed-receivers.js';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Restricts a `fetch` to this machine and the allowed receivers, so that other endpoints are never called. Also rejects
 * the ports of the mock itself, at every host, so that an endpoint cannot be its control plane.
 *
 * @param ownPorts ports on which the mock listens, at any address of this machine
 */
export function receiversOnly(
  fetch: Fetch,
  ownPorts: ReadonlySet<number>,
  receivers: AllowedReceivers,
): Fetch {
  return async (text, init) => {
    const url = new URL(text);
    const isLoopback = isLoopbackHost(url.hostname);
    if (!isLoopback && !receivers.allows(url)) {
      throw new Error(
        `Not sent: ${url.hostname} is not a loopback address. To allow it, start the mock with --allow-receiver ${url.host} (\`allowReceivers\` of createMock).`,
      );
    }
    if (ownPorts.has(portOf(url))) {
      throw new Error(
        isLoopback
          ? 'Not sent: the endpoint is the mock itself.'
          : `Not sent: ${portOf(url)} is the port of the mock itself. Use another port for the receiver.`,
      );
    }
    return fetch(text, init);
  };
}
