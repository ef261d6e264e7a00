import { withoutTrailingSlashes } from '../text/trailing-slashes.js';
import { withoutUserInfo } from '../text/without-user-info.js';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * @param insecure whether the API key may be sent unencrypted
 * @returns the base URL without trailing slashes
 * @throws {TypeError} if the URL is invalid, has parts that a base URL cannot have, or would send the API key unencrypted
 */
export function checkBaseUrl(baseUrl: string, insecure = false): string {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError(
      `baseUrl is not a valid URL: ${JSON.stringify(withoutUserInfo(baseUrl))}. Use a URL such as https://api.example.com.`,
    );
  }
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(
      'baseUrl must not contain a user name or password. Pass the API key as apiKey instead.',
    );
  }
  if (/[?#]/.test(baseUrl)) throw new TypeError('baseUrl must not have a query or a fragment.');
  if (/\/api\/v1\/*$/.test(baseUrl)) {
    throw new TypeError('baseUrl must not end in /api/v1: the paths already include it.');
  }
  const isPrivate = insecure || loopbackHosts.has(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate))
    return withoutTrailingSlashes(baseUrl);
  throw new TypeError(
    `baseUrl must use https to protect the API key, got ${url.protocol}//${url.host}. On a private network, pass insecure: true.`,
  );
}
