import { isLoopbackAddress, isLoopbackHost } from '../loopback.js';
import type { MockRequest } from '../types.js';
import { ControlError } from './control-error.js';

/**
 * Keeps everybody else from the control plane. Without a token only programs on this machine may use
 * it, and no web page: neither by way of a name that leads here, nor by sending blindly.
 *
 * @throws {ControlError} 401 or 403, which never says what the token is
 */
export function guard({ headers, client }: MockRequest, token: string | null): void {
  const { origin, host } = headers;
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ControlError(
      403,
      'Web pages may not use the control plane. Call it from the program that tests.',
    );
  }
  if (token !== null) {
    const [, sent] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    if (sent !== undefined && isSame(sent, token)) return;
    throw new ControlError(401, 'Send the control token as `Authorization: Bearer <TOKEN>`.');
  }
  if (client !== undefined && !isLoopbackAddress(client)) {
    throw new ControlError(
      403,
      'The control plane is for programs on the same machine. Start the mock with --control-token for others.',
    );
  }
  if (host !== undefined && !isLoopbackHost(host.replace(/:\d+$/, ''))) {
    throw new ControlError(
      403,
      'The control plane is called by 127.0.0.1 or localhost. Start the mock with --control-token for other names.',
    );
  }
}

/** Takes as long for a nearly right token as for a wrong one. */
function isSame(sent: string, token: string): boolean {
  let difference = sent.length ^ token.length;
  for (let index = 0; index < token.length; index++) {
    difference |= sent.charCodeAt(index % sent.length) ^ token.charCodeAt(index);
  }
  return difference === 0;
}
