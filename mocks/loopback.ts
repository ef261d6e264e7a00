const names = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** @param hostname as in a URL, with an IPv6 address in brackets */
export function isLoopbackHost(hostname: string): boolean {
  return names.test(hostname);
}

/** @param address as reported by a socket */
export function isLoopbackAddress(address: string): boolean {
  return /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i.test(address);
}
