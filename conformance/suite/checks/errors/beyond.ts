import type { ActiveCheck, Check } from '../../../engine/check.js';
import { hasResponse, type RequestPlan } from '../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { proposal } from '../../claims.js';
import { requestTo } from '../../contract.js';
import { describe } from '../../expect/response.js';

import { bodied, withBody } from './bodies.js';

/** Returns a check that a request, which need not reach the service, returns a 4xx; other checks judge the envelope. */
function refusedBeyond({
  what,
  plan,
  mayClose = false,
  ...check
}: Pick<ActiveCheck, 'id' | 'requirement' | 'source' | 'operations' | 'writes'> & {
  readonly what: string;
  readonly plan: (probe: Probe) => RequestPlan | Promise<RequestPlan>;
  /** Whether a server may close the connection instead. */
  readonly mayClose?: boolean;
}): ActiveCheck {
  return {
    ...proposal,
    ...check,
    disruptive: true,
    async run(probe) {
      // Only a 5xx that every attempt returns is the response.
      const options = { allow5xx: true, attempts: 3 };
      const exchange = await probe.target.send({ ...(await plan(probe)), undocumented: true }, options);
      if (mayClose && !hasResponse(exchange)) {
        throw new NotApplicable(`the server closes the connection on ${what}, which is allowed`);
      }
      const status = exchange.response?.status ?? 0;
      if (status >= 400 && status < 500) return;
      fail({
        message: `A request with ${what} is not rejected with a 4xx status.`,
        expected: 'a 4xx status',
        actual: hasResponse(exchange) ? describe(exchange) : `no response: ${exchange.failure}`,
        exchange,
      });
    },
  };
}

/** Requests that an HTTP server or a proxy may reject before they reach the service. */
export const beyondChecks: readonly Check[] = [
  refusedBeyond({
    id: 'errors.wrong-method-is-4xx',
    requirement: 'A method that the path does not support returns a 4xx status with the envelope.',
    source: 'RFC 9110, section 15.5.6',
    operations: 'api',
    writes: true,
    what: 'a method that the path does not support',
    plan({ target }) {
      const reason = target.withheld('listProviders');
      if (reason !== undefined) throw new NotApplicable(reason);
      return { ...requestTo('listProviders'), operationId: null, method: 'DELETE' };
    },
  }),
  refusedBeyond({
    id: 'errors.bad-percent-encoding-is-4xx',
    requirement: 'A path with invalid percent-encoding returns a 4xx status with the envelope.',
    source: 'RFC 3986, section 2.1',
    operations: 'api',
    what: 'invalid percent-encoding in the path',
    plan: ({ target }) => ({
      ...requestTo('listProviders'),
      operationId: null,
      path: target.withheld('getRenewal') === undefined ? '/api/v1/commitments/renewal/%zz' : '/api/v1/%zz',
    }),
  }),
  refusedBeyond({
    id: 'errors.large-body-is-4xx',
    requirement: 'A request body of 2 MiB returns a 4xx status with the envelope.',
    source: 'RFC 9110, section 15.5.14',
    operations: ['createWebhookEndpoint'],
    what: 'a body of 2 MiB',
    mayClose: true,
    plan: (probe) =>
      withBody(probe, (body) => JSON.stringify({ ...body, description: 'x'.repeat(2 * 1024 * 1024) })),
  }),
  refusedBeyond({
    id: 'errors.other-media-type-is-4xx',
    requirement: 'A request body with a media type other than application/json returns a 4xx status.',
    source: 'RFC 9110, section 15.5.16',
    operations: bodied,
    what: 'a form-encoded body',
    plan: async (probe) => ({
      ...(await withBody(probe, () => 'url=https%3A%2F%2Fhooks.example.com')),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  }),
];
