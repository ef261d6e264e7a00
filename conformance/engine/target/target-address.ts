import { withoutUserInfo } from '../../../src/text/without-user-info.js';
import { CannotStart } from '../cannot-start.js';

/**
 * Parses the URL of the target.
 *
 * @param basePath of the API, which does not belong to the URL
 * @throws {CannotStart} with a suggestion, if the URL cannot be used
 */
export function targetAddress(text: string, basePath: string): URL {
  const shown = withoutUserInfo(text);
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    throw new CannotStart(`'${shown}' has no scheme. Write http://${shown}`);
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new CannotStart(`'${shown}' is not a URL. Give one such as http://127.0.0.1:4010.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new CannotStart(`The scheme '${url.protocol}' is not supported. Use http:// or https://.`);
  }
  // Would appear in every report, although it is never sent.
  if (url.username !== '' || url.password !== '') {
    throw new CannotStart(
      `The URL contains a user name or a password, which are not sent. Write ${url.origin}${url.pathname.replace(/\/$/, '')} and give API keys.`,
    );
  }
  const api = `${url.pathname}/`.indexOf(`${basePath}/`);
  if (api >= 0) {
    throw new CannotStart(
      `Give the URL without ${basePath}. Write ${url.origin}${url.pathname.slice(0, api)}`,
    );
  }
  return url;
}

/** Whether a URL refers to this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Resolves a URL of fixtures. A path is below the base URL, whose own path may precede it or not. */
export function resolveAt(baseUrl: URL, url: string): URL {
  const prefix = baseUrl.pathname.replace(/\/$/, '');
  const isBelow = !/^\/(?!\/)/.test(url) || url.startsWith(`${prefix}/`);
  return new URL(isBelow ? url : `${prefix}${url}`, baseUrl);
}
