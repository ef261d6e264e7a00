const names = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** @param hostname as in a URL, with an IPv6 address in brackets */
export function isLoopbackHost(hostname: string): boolean {
  return names.test(hostname);
}

/**
 * Whether browsers resolve a host name to this machine without looking it up: also `app.localhost`. Other programs may
 * look such a name up.
 *
 * @param hostname as in a URL
 */
export function isLoopbackInBrowsers(hostname: string): boolean {
  return isLoopbackHost(hostname) || /^([^.]+\.)*localhost\.?$/i.test(hostname);
}

/** @param address as reported by a socket */
export function isLoopbackAddress(address: string): boolean {
  return /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i.test(address);
}
