const names = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** @param hostname as a URL has it, so an IPv6 address stands in brackets */
export function isLoopbackHost(hostname: string): boolean {
  return names.test(hostname);
}

/** @param address as a socket has it */
export function isLoopbackAddress(address: string): boolean {
  return /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i.test(address);
}
