import type { Check } from '../check.js';
import { describe } from '../expect/response.js';
import { hasResponse, type RequestPlan } from '../http/exchange.js';
import { eachCase, fail } from '../outcome.js';
import { requestTo, withQuery } from '../requests.js';

const quoteOf = (commitment_id: string) => requestTo('getRenewalQuote', { path: { commitment_id } });
const list = requestTo('listCommitments');
/** Whoever stands between caller and service may refuse these, in words of its own. */
const mayBeStopped = (plan: RequestPlan): RequestPlan => ({ ...plan, beyond: true });
const nested = `${'['.repeat(500)}${']'.repeat(500)}`;

/** Requests that nobody means, and that programs have been seen to break on. */
const odd: readonly (readonly [what: string, plan: RequestPlan])[] = [
  ['An id of 2,000 characters', mayBeStopped(quoteOf('x'.repeat(2000)))],
  ['An id with quotation marks', quoteOf(`it's "one" or 1=1; --`)],
  ['An id with a null character', mayBeStopped(quoteOf('a\0b'))],
  ['An id beyond the basic plane', quoteOf('💸')],
  ['A parameter without a value', withQuery(list, 'kind', '')],
  [
    'A parameter sent twice',
    { ...list, query: ['savings_plan', 'reserved_instance'].map((kind) => ['kind', kind]) },
  ],
  ['A page beyond all numbers of 32 bits', withQuery(list, 'page', '4294967297')],
  ['A page beyond all numbers of 64 bits', withQuery(list, 'page', '18446744073709551617')],
  ['A month of the year 1', requestTo('getEffectiveSavingsRate', { query: { period: '0001-01' } })],
  [
    'A window of ten thousand years',
    requestTo('getCommitmentUtilization', { query: { start: '0001-01-01', end: '9999-12-31' } }),
  ],
  [
    'JSON that is 500 arrays deep',
    mayBeStopped({ ...requestTo('createWebhookEndpoint'), body: `{"event_types": ${nested}}` }),
  ],
  [
    'A body with characters beyond the basic plane',
    requestTo('createWebhookEndpoint', { body: { description: '💸', event_types: ['💸'] } }),
  ],
];

export const oddInputChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'errors.odd-input-never-breaks-the-server',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Whatever stands in an id, a parameter or a body, the server answers, and with no 5xx.',
    source: 'Errors, table of codes: 4xx is the caller’s mistake, 500 the server’s',
    operations: 'api',
    writes: true,
    disruptive: true,
    cost: odd.length,
    async run(probe) {
      await eachCase(odd, async ([what, plan]) => {
        const exchange = await probe.target.send(plan);
        if (hasResponse(exchange) && exchange.response.status < 500) return;
        fail({
          message: `${what} breaks the server.`,
          expected: 'a status below 500',
          actual: hasResponse(exchange) ? describe(exchange) : `no answer: ${exchange.failure}`,
          exchange,
        });
      });
    },
  },
];
