const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * @param insecure whether the API key may be sent unencrypted
 * @returns the base URL without trailing slashes
 * @throws {TypeError} if the URL is invalid, has parts that a base URL cannot have, or would send the API key unencrypted
 */
export function checkBaseUrl(baseUrl: string, insecure = false): string {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError(
      `baseUrl is not a valid URL: ${JSON.stringify(baseUrl.slice(baseUrl.lastIndexOf('@') + 1))}. Use a URL such as https://api.example.com.`,
    );
  }
  const url = new URL(baseUrl);
  if (url.username || url.password || /[?#]/.test(baseUrl)) {
    throw new TypeError(
      'baseUrl must not have a user name or password, a query or a fragment. Pass the API key as apiKey.',
    );
  }
  if (/\/api\/v1\/*$/.test(baseUrl)) {
    throw new TypeError('baseUrl must not end in /api/v1: the paths already include it.');
  }
  const isPrivate = insecure || loopbackHosts.includes(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate))
    // Bounded: a program chooses the URL, which is short.
    return baseUrl.replace(/\/+$/, '');
  throw new TypeError(
    `baseUrl must use https to protect the API key, got ${url.protocol}//${url.host}. On a private network, pass insecure: true.`,
  );
}
