import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.js';
import type { Client, MockRequest } from '../types.js';
import { ControlError } from './control-error.js';

/** The path prefix of the control plane. */
export const controlPrefix = '/__mock';

export function isControl(path: string): boolean {
  return (
    path.startsWith(controlPrefix) &&
    (path.length === controlPrefix.length || path[controlPrefix.length] === '/')
  );
}

/**
 * Authorizes a call of the control plane. With a token, every caller has to send it. Without one, only the program
 * that created the mock and, unless other machines can reach the server, programs on the same machine are allowed.
 * Rejects web pages and deliveries of events in either case.
 *
 * @throws {ControlError} 401 or 403; never contains the token
 */
export function guard(request: MockRequest, token: string | null): void {
  refuseBrowsers(request);
  refuseDeliveries(request);
  if (token === null) refuseOtherMachines(request);
  else requireToken(request, token);
}

/** Whether `guard` authorizes a request. */
export function isAllowed(request: MockRequest, token: string | null): boolean {
  try {
    guard(request, token);
    return true;
  } catch {
    return false;
  }
}

/** Whether callers of this kind may be allowed without a token. */
export function isOpenTo(client: Client): boolean {
  return client.kind === 'program' || !client.isExposed;
}

/** Browsers send `Sec-Fetch-Site` even if they omit `Origin`. */
function refuseBrowsers({ headers }: MockRequest): void {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isForeign = origin !== undefined && (host === undefined || origin !== `http://${host}`);
  if (!isForeign && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw new ControlError(403, 'Web pages cannot use the control plane. Call it from the test program.');
}

/** Any caller with an API key can register an endpoint at any address of this machine. */
function refuseDeliveries({ headers }: MockRequest): void {
  if (headers['webhook-id'] === undefined && headers['webhook-signature'] === undefined) return;
  throw new ControlError(403, 'Event deliveries cannot use the control plane.');
}

function requireToken({ headers }: MockRequest, token: string): void {
  const [, sent] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (sent !== undefined && isSame(sent, token)) return;
  throw new ControlError(401, 'Send the control token as `Authorization: Bearer <TOKEN>`.');
}

function refuseOtherMachines({ headers, client }: MockRequest): void {
  if (client.kind === 'program') return;
  if (!isOpenTo(client)) {
    throw new ControlError(
      403,
      'The control plane is disabled, since other machines can reach this server. To enable it, start the mock with --control-token TOKEN (`controlToken` of createMock) and send `Authorization: Bearer TOKEN`.',
    );
  }
  if (client.address === null || !isLoopbackAddress(client.address) || isForwarded(headers)) {
    throw new ControlError(
      403,
      'The control plane only accepts calls from the same machine. To allow others, start the mock with --control-token.',
    );
  }
  if (headers.host === undefined || !isLoopbackHost(headers.host.replace(/:\d+$/, ''))) {
    throw new ControlError(
      403,
      'Call the control plane at 127.0.0.1 or localhost. To allow other host names, start the mock with --control-token.',
    );
  }
}

/** A proxy on this machine may forward requests of other machines. */
function isForwarded(headers: MockRequest['headers']): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
}

/** Constant-time comparison (prevents timing attacks). */
function isSame(sent: string, token: string): boolean {
  let difference = sent.length ^ token.length;
  for (let index = 0; index < token.length; index++) {
    difference |= sent.charCodeAt(index % sent.length) ^ token.charCodeAt(index);
  }
  return difference === 0;
}
