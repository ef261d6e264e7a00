/** Hosts that receive events although they are not this machine. */
export interface AllowedReceivers {
  allows(url: URL): boolean;
}

/**
 * @param entries `host` for every port, or `host:port`; an IPv6 address is in brackets
 * @throws {RangeError} if an entry is neither
 */
export function readReceivers(entries: readonly string[]): AllowedReceivers {
  const allowed = new Set(entries.map(normalized));
  return { allows: (url) => allowed.has(url.hostname) || allowed.has(`${url.hostname}:${portOf(url)}`) };
}

/** @returns the port of a URL, which URLs omit if it is the default of the protocol */
export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

function normalized(entry: string): string {
  const [, host = '', port] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  const number = Number(port ?? 1);
  if (!URL.canParse(`http://${host}/`) || number < 1 || number > 65_535) {
    throw new RangeError(
      `Invalid receiver ${JSON.stringify(entry.slice(0, 200))}. Use a host such as host.docker.internal, or a host and a port such as receiver:8080.`,
    );
  }
  const { hostname } = new URL(`http://${host}/`);
  return port === undefined ? hostname : `${hostname}:${number}`;
}
