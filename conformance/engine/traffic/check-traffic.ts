import { CannotStart } from '../cannot-start.js';
import { count } from '../count.js';
import type { Standards } from '../judge/standards.js';
import type { Report } from '../report.js';
import { operationMatcher } from './match-operation.js';
import type { RawExchange } from './raw-exchange.js';
import { readHar } from './read-har.js';
import type { TrafficOptions } from './traffic-judge.js';
import { pathBelow, TrafficWatch } from './watch-traffic.js';

export interface CheckTrafficOptions extends TrafficOptions {
  /** An HTTP archive, version 1.2. */
  readonly har: string;
  /** Name of the archive in messages. Default: `the archive`. */
  readonly file?: string;
  /** URL of the API without `/api/v1`. Default: the most frequent one in the archive. */
  readonly baseUrl?: string;
  /** Reads a body that is stored in a separate file next to the archive. */
  readonly attached?: (name: string) => string | undefined;
  /** Called with the number of exchanges that were judged. */
  readonly onProgress?: (judged: number, total: number) => void;
  /** Returns the signal that stops the check with a report of what was judged. Called when the archive has been read. */
  readonly stop?: () => AbortSignal;
}

/**
 * Checks recorded traffic against the contract, with every check that does not have to send requests.
 *
 * @throws {BadHar} if the text is not an HTTP archive
 * @throws {CannotStart} if the archive contains nothing to check, or an option names an unknown check
 */
export async function checkTraffic(
  standards: Standards,
  { har, file = 'the archive', baseUrl, attached, onProgress, stop, ...options }: CheckTrafficOptions,
): Promise<Report> {
  const exchanges = readHar(har, file, attached, originOf(baseUrl));
  const bases = basesIn(exchanges, standards);
  const base = baseUrl?.replace(/\/$/, '') ?? bases[0]?.base;
  if (base === undefined) {
    throw new CannotStart(
      `${file} contains no request to the API: none of its ${exchanges.length} entries has a path with ${standards.basePath}/ and an operation of the contract.`,
    );
  }
  const showsKeys = exchanges.some(
    ({ url, requestHeaders }) =>
      pathBelow(base, url, standards) !== undefined &&
      requestHeaders.some(([name]) => name.toLowerCase() === 'authorization'),
  );
  const traffic = new TrafficWatch(standards, {
    ...options,
    baseUrl: base,
    showsKeys,
    ...(stop && { signal: stop() }),
  });
  // Learns all secrets first, because an early exchange may repeat a secret of a later one.
  await traffic.learn(exchanges);
  const inOrder = [...exchanges].sort((a, b) => a.startedAt - b.startedAt);
  for (const [index, exchange] of inOrder.entries()) {
    await traffic.judge(exchange);
    onProgress?.(index + 1, inOrder.length);
  }
  if (traffic.tally.judged === 0) expectResponses(traffic, file, standards, baseUrl);
  const others = baseUrl === undefined ? bases.slice(1) : [];
  return traffic.report(
    others.map(
      (other) =>
        `The archive contains another API at ${other.base} (${count(other.entries, 'request')}). Check it with --base-url.`,
    ),
  );
}

/** @throws {CannotStart} if no response was judged, unless bodies are missing: the report then has what is incomplete */
function expectResponses(
  { tally, bodiless, target }: TrafficWatch,
  file: string,
  { basePath }: Standards,
  baseUrl?: string,
): void {
  const { outOfScope, stopped } = tally.skipped;
  if (stopped > 0) throw new CannotStart('The check was stopped before it judged a response.');
  if (bodiless.size > 0) return;
  if (outOfScope > 0) throw new CannotStart(`${file} contains only operations that are out of scope.`);
  const hint = baseUrl === undefined ? [] : [`Is --base-url the URL without ${basePath}?`];
  throw new CannotStart(
    [`${file} contains no response of the API at ${target}.`, ...tally.notesOnSkipped(), ...hint].join(' '),
  );
}

function originOf(baseUrl: string | undefined): string | undefined {
  return baseUrl === undefined || !URL.canParse(baseUrl) ? undefined : new URL(baseUrl).origin;
}

/** Returns the URLs before the base path of the API and an operation of the contract, the most frequent first. */
export function basesIn(
  exchanges: readonly RawExchange[],
  standards: Pick<Standards, 'basePath' | 'operations'>,
): { base: string; entries: number }[] {
  const { basePath } = standards;
  const match = operationMatcher(standards.operations);
  const counts = new Map<string, number>();
  for (const { method, url } of exchanges) {
    const end = url.split(/[?#]/, 1)[0]?.indexOf(`${basePath}/`) ?? -1;
    if (end < 0) continue;
    const base = url.slice(0, end);
    if (!match(method, pathBelow(base, url, standards) ?? '')) continue;
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].map(([base, entries]) => ({ base, entries })).sort((a, b) => b.entries - a.entries);
}
