import { isLoopbackAddress, isLoopbackHost } from '../loopback.js';
import type { Client, MockRequest } from '../types.js';
import { ControlError } from './control-error.js';

/** Where the control plane is; never under the API. */
export const controlPrefix = '/__mock';

export function isControl(path: string): boolean {
  return (
    path.startsWith(controlPrefix) &&
    (path.length === controlPrefix.length || path[controlPrefix.length] === '/')
  );
}

/**
 * Lets only those use the control plane who may: with a token whoever has it; without one the program
 * that made the mock, and programs on the same machine where no other machine reaches the server. Never
 * a web page, and never an event that the mock itself delivers.
 *
 * @throws {ControlError} 401 or 403, which never says what the token is
 */
export function guard(request: MockRequest, token: string | null): void {
  refuseBrowsers(request);
  refuseDeliveries(request);
  if (token === null) refuseOtherMachines(request);
  else requireToken(request, token);
}

/** Whether callers from there can be let in without a token. */
export function isOpenTo(client: Client): boolean {
  return client.kind === 'program' || !client.isExposed;
}

/** Browsers send `Sec-Fetch-Site` also where they leave out `Origin`. */
function refuseBrowsers({ headers }: MockRequest): void {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isForeign = origin !== undefined && (host === undefined || origin !== `http://${host}`);
  if (!isForeign && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw new ControlError(
    403,
    'Web pages may not use the control plane. Call it from the program that tests.',
  );
}

/** An endpoint can be registered by anybody with an API key, at any address of this machine. */
function refuseDeliveries({ headers }: MockRequest): void {
  if (headers['webhook-id'] === undefined && headers['webhook-signature'] === undefined) return;
  throw new ControlError(403, 'The delivery of an event may not use the control plane.');
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
      'The control plane is off, as other machines can reach this server. To turn it on, start the mock with --control-token TOKEN (`controlToken` of createMock) and send `Authorization: Bearer TOKEN`.',
    );
  }
  if (client.address === null || !isLoopbackAddress(client.address) || isForwarded(headers)) {
    throw new ControlError(
      403,
      'The control plane is for programs on the same machine. Start the mock with --control-token for others.',
    );
  }
  if (headers.host === undefined || !isLoopbackHost(headers.host.replace(/:\d+$/, ''))) {
    throw new ControlError(
      403,
      'The control plane is called by 127.0.0.1 or localhost. Start the mock with --control-token for other names.',
    );
  }
}

/** A proxy on this machine may speak for somebody on another one. */
function isForwarded(headers: MockRequest['headers']): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
}

/** Takes as long for a nearly right token as for a wrong one. */
function isSame(sent: string, token: string): boolean {
  let difference = sent.length ^ token.length;
  for (let index = 0; index < token.length; index++) {
    difference |= sent.charCodeAt(index % sent.length) ^ token.charCodeAt(index);
  }
  return difference === 0;
}
