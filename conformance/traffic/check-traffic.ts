import { CannotStart } from '../cannot-start.js';
import type { Report } from '../report.js';
import { matchOperation } from './match-operation.js';
import type { RawExchange } from './raw-exchange.js';
import { readHar } from './read-har.js';
import type { TrafficOptions } from './traffic-judge.js';
import { apiPrefix, pathBelow, TrafficWatch } from './watch-traffic.js';

export interface CheckTrafficOptions extends TrafficOptions {
  /** An HTTP archive, version 1.2. */
  readonly har: string;
  /** What the archive is called in messages; `the archive` when absent. */
  readonly file?: string;
  /** What stands before `/api/v1` in the addresses of the API; without it the archive shows it. */
  readonly baseUrl?: string;
  /** Reads a body that stands in a file of its own beside the archive. */
  readonly attached?: (name: string) => string | undefined;
}

/**
 * Judges recorded traffic by every check that needs no control of the server.
 *
 * @throws {BadHar} when it is no archive
 * @throws {CannotStart} when there is nothing in it to judge, or an option names no check
 */
export function checkTraffic({
  har,
  file = 'the archive',
  baseUrl,
  attached,
  ...options
}: CheckTrafficOptions): Report {
  const exchanges = readHar(har, file, attached);
  const bases = basesIn(exchanges);
  const base = baseUrl?.replace(/\/$/, '') ?? bases[0]?.base;
  if (base === undefined) {
    throw new CannotStart(
      `${file} holds no request to the API: no path of its ${exchanges.length} entries has ${apiPrefix}/ and an operation of the contract behind it.`,
    );
  }
  const showsKeys = exchanges.some(
    ({ url, requestHeaders }) =>
      pathBelow(base, url) !== undefined &&
      requestHeaders.some(([name]) => name.toLowerCase() === 'authorization'),
  );
  const traffic = new TrafficWatch({ ...options, baseUrl: base, showsKeys });
  // What is known to be a secret at the end is one from the beginning.
  for (const exchange of exchanges) traffic.learn(exchange);
  for (const exchange of [...exchanges].sort((a, b) => a.startedAt - b.startedAt)) traffic.watch(exchange);
  if (traffic.tally.judged === 0) {
    const { missing, truncated, outOfScope } = traffic.tally.passedOver;
    if (outOfScope > 0 && missing + truncated === 0) {
      throw new CannotStart(`${file} holds only operations that are out of scope.`);
    }
    throw new CannotStart(
      missing + truncated > 0
        ? `${file} holds ${missing + truncated} answers of the API at ${base}, but none with its whole body: record with content.`
        : `${file} holds no answer of the API at ${base}${baseUrl === undefined ? '' : ': is --base-url what stands before /api/v1?'}`,
    );
  }
  const others = baseUrl === undefined ? bases.slice(1) : [];
  return traffic.report(
    others.map(
      (other) => `Another API was seen at ${other.base} (${other.entries}): judge it with --base-url.`,
    ),
  );
}

/** What stands before `/api/v1` where the contract knows the rest, the most frequent first. */
function basesIn(exchanges: readonly RawExchange[]): { base: string; entries: number }[] {
  const counts = new Map<string, number>();
  for (const { method, url } of exchanges) {
    const end = url.split(/[?#]/, 1)[0]?.indexOf(`${apiPrefix}/`) ?? -1;
    if (end < 0) continue;
    const base = url.slice(0, end);
    if (!matchOperation(method, pathBelow(base, url) ?? '')) continue;
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].map(([base, entries]) => ({ base, entries })).sort((a, b) => b.entries - a.entries);
}
