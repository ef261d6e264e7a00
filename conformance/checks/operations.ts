import type { Check } from '../check.js';
import { describe } from '../expect/response.js';
import { hasResponse, isServed, isSuccess } from '../http/exchange.js';
import { Blocked, Finding, fail } from '../outcome.js';
import { requestTo } from '../requests.js';

export const operationChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'operations.all-are-implemented',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The server has every operation whose path the service states.',
    source: 'Endpoints',
    operations: 'api',
    cost: 0,
    async run(probe) {
      const missing = await probe.missing();
      const [first, ...rest] = missing.map((id) => ({
        message: `${id} is not implemented.`,
        expected: 'another status than 404 of an unknown route, 405 and 501',
        actual: `not implemented: ${missing.join(', ')}`,
      }));
      // A fault each, so that a waiver accepts one operation and goes stale when that is there.
      if (first) throw new Finding([first, ...rest]);
    },
  },
  {
    kind: 'probe',
    id: 'operations.correct-request-succeeds',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The operation exists, and a request with nothing wrong in it succeeds.',
    source: 'Endpoints',
    operations: () => true,
    async run(probe) {
      try {
        await probe.correct();
      } catch (error) {
        if (!(error instanceof Blocked) || !error.exchange) throw error;
        const { exchange } = error;
        // What is missing from a success, or from the list that its id comes from, is what other checks are about.
        if (isSuccess(exchange) || exchange.operationId !== probe.operation.operationId) throw error;
        const status = exchange.response?.status;
        // Without the right, or with a fixture that names nothing, nothing can be said of the server.
        const ownIds = ['getRealizedSavingsAudit', 'updateVirtualTagKey'].includes(
          probe.operation.operationId,
        );
        if (status === 403 || status === 429 || (status === 404 && ownIds)) throw error;
        fail({
          message: 'A correct request does not succeed.',
          expected: 'a success (2xx)',
          actual: hasResponse(exchange) ? describe(exchange) : `no answer: ${exchange.failure}`,
          exchange,
        });
      }
    },
  },
];

/** Judged when everything else has been sent. */
export const survivalChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'operations.server-survives',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Whatever it was sent, the server still answers a correct request afterwards.',
    source: 'Endpoints',
    operations: 'api',
    disruptive: true,
    async run(probe) {
      const last = await probe.target.send(requestTo('listProviders'), { again: true });
      if (isServed(last)) return;
      const { exchanges } = probe.target;
      const first = exchanges[exchanges.findLastIndex(isServed) + 1] ?? last;
      fail({
        message: `The server no longer answers since "${first.request.method} ${first.request.path}".`,
        expected: 'an answer to GET /api/v1/providers',
        actual: hasResponse(first) ? describe(first) : `no answer: ${first.failure}`,
        // However wrong the request was, no request may end the server.
        exchange: { ...first, beyond: false },
      });
    },
  },
];
