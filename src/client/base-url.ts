const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * @returns the base URL without a slash at its end
 * @param insecure whether the key may be sent in the clear
 * @throws {TypeError} when it is no URL, carries what a base URL cannot, or would send the key in the clear
 */
export function checkBaseUrl(baseUrl: string, insecure = false): string {
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
  if (/\/api\/v1\/*$/.test(baseUrl)) {
    throw new TypeError('baseUrl ends in /api/v1, which every path begins with: leave it out.');
  }
  const isPrivate = insecure || loopbackHosts.has(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate))
    return baseUrl.replace(/\/+$/, '');
  throw new TypeError(
    `baseUrl must be https, so that the API key is not sent in the clear: ${url.protocol}//${url.host} is not. In a network of your own, pass insecure: true.`,
  );
}
