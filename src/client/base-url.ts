const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * @returns the base URL without a slash at its end
 * @throws {TypeError} when it is no URL, carries what a base URL cannot, or would send the key in the clear
 */
export function checkBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError(
      `baseUrl is not a URL: write it like https://api.example.com, not ${JSON.stringify(baseUrl)}.`,
    );
  }
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl carries a user name or password: pass the API key as apiKey instead.');
  }
  if (/[?#]/.test(baseUrl)) throw new TypeError('baseUrl has a query or a fragment: leave it out.');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.has(url.hostname)))
    return baseUrl.replace(/\/+$/, '');
  throw new TypeError(
    `baseUrl must be https, so that the API key is not sent in the clear: ${url.protocol}//${url.host} is not.`,
  );
}
