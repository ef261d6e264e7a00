import type { Check } from '../../../engine/check.js';
import { type Exchange, hasResponse, type RequestPlan } from '../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { proposal } from '../../claims.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';

import { bodied, withBody } from './bodies.js';

/**
 * Accepts any 4xx status; other checks judge the envelope.
 *
 * @throws {Finding} if the status is another one, or no response is received
 */
function expectClientError(exchange: Exchange, what: string): void {
  const status = exchange.response?.status ?? 0;
  if (status >= 400 && status < 500) return;
  fail({
    message: `${what} is not rejected with a 4xx status.`,
    expected: 'a 4xx status',
    actual: hasResponse(exchange) ? describe(exchange) : `no response: ${exchange.failure}`,
    exchange,
  });
}

/** Returns a 5xx only if every attempt has one. */
function sendBeyond({ target }: Probe, plan: RequestPlan): Promise<Exchange> {
  return target.send({ ...plan, undocumented: true }, { allow5xx: true, attempts: 3 });
}

/** Requests that an HTTP server or a proxy may reject before they reach the service. */
export const beyondChecks: readonly Check[] = [
  {
    id: 'errors.wrong-method-is-4xx',
    ...proposal,
    requirement: 'A method that the path does not support returns a 4xx status with the envelope.',
    source: 'RFC 9110, section 15.5.6',
    operations: 'api',
    writes: true,
    disruptive: true,
    async run(probe) {
      const reason = probe.target.withheld('listProviders');
      if (reason !== undefined) throw new NotApplicable(reason);
      const plan = { ...requestTo('listProviders'), operationId: null, method: 'DELETE' };
      expectClientError(await sendBeyond(probe, plan), 'A method that the path does not support');
    },
  },
  {
    id: 'errors.bad-percent-encoding-is-4xx',
    ...proposal,
    requirement: 'A path with invalid percent-encoding returns a 4xx status with the envelope.',
    source: 'RFC 3986, section 2.1',
    operations: 'api',
    disruptive: true,
    async run(probe) {
      const isMissing = probe.target.withheld('getRenewal') !== undefined;
      const plan = {
        ...requestTo('listProviders'),
        operationId: null,
        path: isMissing ? '/api/v1/%zz' : '/api/v1/commitments/renewal/%zz',
      };
      expectClientError(await sendBeyond(probe, plan), 'A path with invalid percent-encoding');
    },
  },
  {
    id: 'errors.large-body-is-4xx',
    ...proposal,
    requirement: 'A request body of 2 MiB returns a 4xx status with the envelope.',
    source: 'RFC 9110, section 15.5.14',
    operations: ['createWebhookEndpoint'],
    disruptive: true,
    async run(probe) {
      const plan = await withBody(probe, (body) =>
        JSON.stringify({ ...body, description: 'x'.repeat(2 * 1024 * 1024) }),
      );
      const exchange = await sendBeyond(probe, plan);
      if (exchange.response === null) {
        throw new NotApplicable('the server closes the connection on a body of 2 MiB, which is allowed');
      }
      expectClientError(exchange, 'A request body of 2 MiB');
    },
  },
  {
    id: 'errors.other-media-type-is-4xx',
    ...proposal,
    requirement: 'A request body with a media type other than application/json returns a 4xx status.',
    source: 'RFC 9110, section 15.5.16',
    operations: bodied,
    disruptive: true,
    async run(probe) {
      const plan = await withBody(probe, () => 'url=https%3A%2F%2Fhooks.example.com');
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expectClientError(await sendBeyond(probe, { ...plan, headers: form }), 'A form-encoded request body');
    },
  },
];
