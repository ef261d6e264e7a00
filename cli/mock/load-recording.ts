import { CannotStart } from '../../conformance/engine/cannot-start.js';
import { count } from '../../conformance/engine/count.js';
import { basesIn } from '../../conformance/engine/traffic/check-traffic.js';
import type { RawExchange } from '../../conformance/engine/traffic/raw-exchange.js';
import { readHar } from '../../conformance/engine/traffic/read-har.js';
import { api } from '../../conformance/suite/api.js';
import { createRouter } from '../../mocks/http/router.js';
import type { RecordedResponse } from '../../mocks/replay/recorded-response.js';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { redactedMark } from '../../src/redaction/redact-secrets.js';
import { printable } from '../../src/text/printable.js';
import { violationIn } from '../../src/validators/validate-responses.js';
import { attachmentsOf, readArchive } from '../input/read-archive.js';

/** What the mock replays, and what to print about it. */
export interface LoadedRecording {
  readonly responses: readonly RecordedResponse[];
  /** Lines for the user: warnings, and how many responses are served. */
  readonly summary: string;
}

/** The most warnings that are printed. */
const mostWarnings = 20;
/** The mock authenticates callers and limits their rate itself. */
const ownStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

const router = createRouter(operations);

/**
 * Reads the responses of the API in an HTTP archive.
 *
 * @throws {BadHar} if the file cannot be read or is not an HTTP archive
 * @throws {CannotStart} if it has no response that can be replayed
 */
export async function loadRecording(file: string): Promise<LoadedRecording> {
  const exchanges = readHar(await readArchive(file), file, attachmentsOf(file));
  const [main, ...others] = basesIn(exchanges, api);
  if (!main) {
    throw new CannotStart(
      `${file} contains no request to the API: none of its ${exchanges.length} entries has a path with ${api.basePath}/ and an operation of the contract.`,
    );
  }
  const reader = new RecordingReader(main.base);
  for (const exchange of [...exchanges].sort((a, b) => a.startedAt - b.startedAt)) reader.read(exchange);
  const { responses, calledOperations, violations, skipped } = reader;
  const notServed = [...skipped].map(([reason, number]) => `${number} ${reason}`).join(', ');
  if (responses.length === 0) {
    throw new CannotStart(`${file} contains no response that can be replayed: ${notServed}.`);
  }
  const shown = violations.slice(0, mostWarnings);
  const lines = [
    ...shown.map((violation) => `Warning: ${violation}`),
    ...(violations.length > 0
      ? [`${moreOf(violations)}See all checks: npx cloud-cost-contract check-traffic ${file}`]
      : []),
    `Replaying ${count(responses.length, 'response')} of ${count(calledOperations.size, 'operation')} from ${file}; other requests are served from the dataset.`,
    ...(notServed === '' ? [] : [`Not replayed: ${notServed}.`]),
    ...others.map(
      ({ base, entries }) =>
        `Not replayed: ${count(entries, 'request')} to ${base}, which is another server.`,
    ),
  ];
  return { responses, summary: lines.map((line) => `${printable(line)}\n`).join('') };
}

function moreOf({ length }: readonly string[]): string {
  return length > mostWarnings
    ? `${count(length - mostWarnings, 'more response')} violate the document. `
    : '';
}

class RecordingReader {
  readonly responses: RecordedResponse[] = [];
  readonly calledOperations = new Set<OperationId>();
  readonly violations: string[] = [];
  /** Numbers of exchanges by the reason why they are not replayed. */
  readonly skipped = new Map<string, number>();

  constructor(private readonly base: string) {}

  read(exchange: RawExchange): void {
    const { method, url, status, requestBody, where } = exchange;
    if (!url.startsWith(`${this.base}${api.basePath}/`)) return;
    const target = url.slice(this.base.length);
    const match = router(method, target.split('?', 1)[0] ?? '');
    if (!('route' in match) || method === 'HEAD') return;
    const { operation, isWrite } = match.route;
    const replayed = bodyOrReason(exchange, isWrite);
    if ('reason' in replayed) {
      this.skipped.set(replayed.reason, (this.skipped.get(replayed.reason) ?? 0) + 1);
      return;
    }
    this.calledOperations.add(operation.operationId);
    const violation = violationOf(operation.operationId, status, replayed.text);
    if (violation !== undefined) this.violations.push(`${where}: ${violation}`);
    this.responses.push({
      method,
      target,
      requestBody: requestBody ?? null,
      status,
      headers: Object.fromEntries(
        exchange.responseHeaders.map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: replayed.text,
    });
  }
}

/** Returns the body that is replayed, or why none is: a reason that follows a number of exchanges. */
function bodyOrReason(
  { status, requestBody, responseBody }: RawExchange,
  isWrite: boolean,
): { readonly text: string } | { readonly reason: string } {
  const refused = (reason: string) => ({ reason });
  if (status === 0) return refused('without a complete response');
  if (status === 304) return refused('from a cache, without a body (disable the cache while recording)');
  if (status < 200 || status > 599) return refused('with a status that is not from 200 to 599');
  if (ownStatuses.has(status))
    return refused('with 401, 403 or 429, since the mock checks keys and rates itself');
  if (isWrite && requestBody === undefined) return refused('a write without its request body');
  return 'text' in responseBody ? responseBody : refused(reasonOf[responseBody.unknown]);
}

/** Why a body is not known. */
const reasonOf = {
  missing: 'recorded without the response body (record with content)',
  truncated: 'with a truncated response body',
  encoded: 'with a compressed response body that cannot be decoded',
};

/** Returns the first violation of a response; undefined if it conforms. */
function violationOf(operation: OperationId, status: number, text: string): string | undefined {
  try {
    // The placeholder of a secret is not allowed in a URL.
    const body: unknown = JSON.parse(text.replaceAll(redactedMark, 'redacted'));
    return violationIn(operation, status, body)?.message;
  } catch {
    return `The response ${status} of ${operation} violates the contract: its body is not JSON.`;
  }
}
