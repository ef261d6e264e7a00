import { operations } from '../../../../src/generated/operations.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import type { Operation } from '../../../engine/operation.js';
import { show } from '../../../engine/show.js';
import { consistent } from '../../claims.js';
import { requestOf } from '../../rules/rule-check.js';
import { onResponse } from '../shared/on-response.js';

/** Parameters that a response echoes in the field of their name, or in another one. */
const echoes: ReadonlyMap<string, string> = new Map(
  ['granularity', 'instrument', 'basis', 'show_cost_as', 'provider', 'provider_id', 'credits']
    .map((name) => [name, name] as const)
    .concat([['type', 'instrument']]),
);

/** The service does not state the names that `credits` has in a response, so only the name of the other basis is one. */
const isOtherName = (name: string, returned: string) =>
  name === 'credits' && returned !== 'after' && returned !== 'before';

const echoesParameters = ({ method, parameters }: Operation) =>
  method === 'GET' && parameters.some(({ name }) => echoes.has(name));

/** Returns the parameters of the request that the response echoes. */
function echoedIn(exchange: CompleteExchange) {
  const { operationId, request, response } = exchange;
  const data = response.json?.data;
  if (operationId === null || typeof data !== 'object' || data === null) return [];
  const requested = [...request.query, ...Object.entries(requestOf(exchange).path)];
  return requested.flatMap(([name, value]) => {
    const returned = data[echoes.get(name) ?? ''];
    return typeof returned === 'string' && value !== '' ? [{ name, requested: value, returned }] : [];
  });
}

export const echoCheck = onResponse({
  id: 'parameters.echo-matches-the-request',
  ...consistent,
  level: 'SHOULD',
  requirement: 'Response fields that echo a request parameter match the value sent.',
  source: 'Endpoints, query parameters',
  on: 'success',
  operations: operations.filter(echoesParameters).map(({ operationId }) => operationId),
  when: (exchange) => echoedIn(exchange).length > 0,
  judge(exchange) {
    const wrong = echoedIn(exchange).find(
      ({ name, requested, returned }) => requested !== returned && !isOtherName(name, returned),
    );
    return (
      wrong === undefined || {
        message: `The response is for another ${wrong.name} than requested.`,
        expected: `${wrong.name} ${show(wrong.requested)}`,
        actual: show(wrong.returned),
      }
    );
  },
});
