import type { Check } from '../../engine/check.js';
import { type Caller, hasResponse, type RequestPlan } from '../../engine/http/exchange.js';
import { withQuery } from '../../engine/http/requests.js';
import { eachCase, fail } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import { derived } from '../claims.js';
import { requestTo } from '../contract.js';
import { describe } from '../expect/response.js';

const quoteOf = (commitment_id: string) => requestTo('getRenewalQuote', { path: { commitment_id } });
const list = requestTo('listCommitments');
/** A proxy may reject these before they reach the service, without the envelope. */
const beyondService = (plan: RequestPlan): RequestPlan => ({ ...plan, undocumented: true });
const nested = `${'['.repeat(500)}${']'.repeat(500)}`;

/** Unusual requests that are known to break servers. */
const odd: readonly (readonly [what: string, plan: RequestPlan])[] = [
  ['An id of 2,000 characters', beyondService(quoteOf('x'.repeat(2000)))],
  ['An id with quotation marks', quoteOf(`it's "one" or 1=1; --`)],
  ['An id with a null character', beyondService(quoteOf('a\0b'))],
  ['An id with a character outside the Basic Multilingual Plane', quoteOf('💸')],
  ['A parameter without a value', withQuery(list, 'kind', '')],
  [
    'A parameter sent twice',
    { ...list, query: ['savings_plan', 'reserved_instance'].map((kind) => ['kind', kind]) },
  ],
  ['A page number that exceeds 32 bits', withQuery(list, 'page', '4294967297')],
  ['A page number that exceeds 64 bits', withQuery(list, 'page', '18446744073709551617')],
  ['A month in the year 1', requestTo('getEffectiveSavingsRate', { query: { period: '0001-01' } })],
  [
    'A date range of ten thousand years',
    requestTo('getCommitmentUtilization', { query: { start: '0001-01-01', end: '9999-12-31' } }),
  ],
  [
    'JSON with arrays nested 500 levels deep',
    beyondService({ ...requestTo('createWebhookEndpoint'), body: `{"event_types": ${nested}}` }),
  ],
  [
    'A body with characters outside the Basic Multilingual Plane',
    requestTo('createWebhookEndpoint', { body: { description: '💸', event_types: ['💸'] } }),
  ],
];

/** Any API key may call the commitment reads, so the second one saves requests of the first. */
function callerOf({ method }: RequestPlan, { target }: Probe): Caller {
  return method === 'GET' && target.has('second_caller') ? 'second_caller' : 'caller';
}

export const oddInputChecks: readonly Check[] = [
  {
    id: 'errors.odd-input-never-breaks-the-server',
    ...derived,
    requirement: 'The server returns a status below 500, whatever an id, a parameter or a body contains.',
    source: 'Errors, table of codes: 4xx is the caller’s mistake, 500 the server’s',
    operations: 'api',
    writes: true,
    disruptive: true,
    requests: odd.length,
    anyKey: true,
    async run(probe) {
      await eachCase(odd, async ([what, plan]) => {
        const exchange = await probe.target.send(
          { ...plan, as: callerOf(plan, probe) },
          // Only an input that breaks the server each time is the cause.
          { allow5xx: true, attempts: 3 },
        );
        // A success that is too large to be read, such as a step for each day of ten thousand years.
        if (exchange.tooLarge) return;
        if (hasResponse(exchange) && exchange.response.status < 500) return;
        fail({
          message: `${what} breaks the server.`,
          expected: 'a status below 500',
          actual: hasResponse(exchange) ? describe(exchange) : `no response: ${exchange.failure}`,
          exchange,
        });
      });
    },
  },
];
