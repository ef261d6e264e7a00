import { CannotStart } from '../cannot-start.js';

/** @throws {CannotStart} saying how the address is to be written */
export function targetAddress(text: string): URL {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    throw new CannotStart(`${text} has no http:// or https:// before it: write http://${text}`);
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new CannotStart(`${text} is no address: write one such as http://127.0.0.1:4010.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new CannotStart(`The address has to begin with http:// or https://, not ${url.protocol}//.`);
  }
  // It would stand in every report, and nobody would be sent it.
  if (url.username !== '' || url.password !== '') {
    throw new CannotStart(
      `The address holds a user or a password, which are not sent: write ${url.origin}${url.pathname.replace(/\/$/, '')}, and give API keys.`,
    );
  }
  const api = url.pathname.search(/\/api\/v1(\/|$)/);
  if (api >= 0) {
    throw new CannotStart(
      `The address is what stands before /api/v1: write ${url.origin}${url.pathname.slice(0, api)}`,
    );
  }
  return url;
}

/** @returns whether a URL names this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
