import type { Check } from '../../engine/check.js';
import { allAreImplemented, correctRequestSucceeds, neverBreaks } from '../../engine/check-ids.js';
import { type Exchange, hasResponse, isServed, isSuccess } from '../../engine/http/exchange.js';
import { requestLine } from '../../engine/http/requests.js';
import { connectionClosed } from '../../engine/http/send.js';
import { Blocked, Finding, fail } from '../../engine/judge/outcome.js';
import { derived, stated } from '../claims.js';
import { requestTo } from '../contract.js';
import { describe } from '../expect/response.js';

/** Most requests that are named of those in flight when a server stopped. */
const mostNamed = 4;

export const operationChecks: readonly Check[] = [
  {
    id: allAreImplemented,
    ...stated,
    requirement: 'The server implements every operation whose path the service states.',
    source: 'Endpoints',
    operations: 'api',
    requests: 0,
    async run(probe) {
      const missing = await probe.missing();
      const [first, ...rest] = missing.map((id) => ({
        message: `${id} is not implemented.`,
        expected: 'a status other than 405, 501 and the 404 of an unknown path',
        actual: `not implemented: ${missing.join(', ')}`,
      }));
      // One violation per operation: a waiver then covers one, and is stale once that one is implemented.
      if (first) throw new Finding([first, ...rest]);
    },
  },
  {
    id: correctRequestSucceeds,
    ...stated,
    requirement: 'The operation exists, and a correct request succeeds.',
    source: 'Endpoints',
    operations: () => true,
    async run(probe) {
      try {
        await probe.correct();
      } catch (error) {
        // A write is blocked by any 5xx of its scenario, which need not be that of the correct request.
        if (!(error instanceof Blocked) || !error.exchange || error.dependsOn === neverBreaks) throw error;
        const { exchange } = error;
        // Other checks report a success with missing content, and the list that the id is read from.
        if (isSuccess(exchange) || exchange.operationId !== probe.operation.operationId) throw error;
        const status = exchange.response?.status;
        // A missing permission or an outdated fixture is not a violation of the server.
        const ownIds = ['getRealizedSavingsAudit', 'updateVirtualTagKey'].includes(
          probe.operation.operationId,
        );
        if (status === 403 || status === 429 || (status === 404 && ownIds)) throw error;
        fail({
          message: 'A correct request does not succeed.',
          expected: 'a success (2xx)',
          actual: hasResponse(exchange) ? describe(exchange) : `no response: ${exchange.failure}`,
          exchange,
        });
      }
    },
  },
];

/** Checks that run after all others. */
export const survivalChecks: readonly Check[] = [
  {
    id: 'operations.server-survives',
    ...derived,
    requirement: 'The server still responds to a correct request after all other requests of the suite.',
    source: 'Endpoints',
    operations: 'api',
    disruptive: true,
    async run(probe) {
      const last = await probe.target.send(requestTo('listProviders'), {
        again: true,
        allow429: true,
        allow5xx: true,
      });
      if (isServed(last)) return;
      const { exchanges } = probe.target;
      const unserved = exchanges.slice(exchanges.findLastIndex(isServed) + 1);
      // Requests whose connection was closed were in flight when the server stopped; later ones are refused.
      const inFlight = unserved.filter(({ failure }) => failure === connectionClosed);
      const [first = last, ...others]: readonly Exchange[] =
        inFlight.length > 0 ? inFlight : unserved.slice(0, 1);
      const named = [first, ...others].slice(0, mostNamed).map(({ request }) => `"${requestLine(request)}"`);
      fail({
        message: `The server does not respond since ${others.length > 0 ? 'one of ' : ''}${named.join(', ')}.`,
        expected: 'a response to GET /api/v1/providers',
        actual: hasResponse(first) ? describe(first) : `no response: ${first.failure}`,
        // No request may stop the server, not even one that a proxy may reject.
        exchange: { ...first, undocumented: false },
      });
    },
  },
];
