import { operations } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { fail } from '../../../engine/judge/outcome.js';
import type { Operation } from '../../../engine/operation.js';
import { show } from '../../../engine/show.js';
import { operationOf } from '../../contract.js';

/** By query parameter: the response field that echoes it. */
const echoFields: Readonly<Record<string, string>> = {
  granularity: 'granularity',
  instrument: 'instrument',
  type: 'instrument',
  basis: 'basis',
  show_cost_as: 'show_cost_as',
  provider: 'provider',
  provider_id: 'provider_id',
  credits: 'credits',
};

/** The service does not state the names that `credits` has in a response, so only the name of the other basis is one. */
const isOtherName = (name: string, returned: string) =>
  name === 'credits' && returned !== 'after' && returned !== 'before';

const echoesParameters = ({ method, parameters }: Operation) =>
  method === 'GET' && parameters.some(({ name }) => echoFields[name] !== undefined);

/** Returns the parameters of the request that the response echoes. */
function echoedIn({ operationId, request, response }: CompleteExchange) {
  const data = response.json?.data;
  if (operationId === null || typeof data !== 'object' || data === null) return [];
  const { path } = operationOf(operationId);
  const at = path.split('/').indexOf('{provider_id}');
  const requested: [string, string][] = [
    ...request.query.map(([name, value]): [string, string] => [name, value]),
    ...(at < 0
      ? []
      : [['provider_id', request.path.split('/').at(at - path.split('/').length) ?? ''] as [string, string]]),
  ];
  return requested.flatMap(([name, value]) => {
    const returned = data[echoFields[name] ?? ''];
    return typeof returned === 'string' && value !== '' ? [{ name, requested: value, returned }] : [];
  });
}

export const echoCheck: Check = {
  kind: 'passive',
  id: 'parameters.echo-matches-the-request',
  deviation: 'contradiction',
  level: 'SHOULD',
  basis: 'derived',
  requirement: 'Response fields that echo a request parameter match the value sent.',
  source: 'Endpoints, query parameters',
  on: 'success',
  operations: operations.filter(echoesParameters).map(({ operationId }) => operationId),
  when: (exchange) => echoedIn(exchange).length > 0,
  run(exchange) {
    for (const { name, requested, returned } of echoedIn(exchange)) {
      if (requested === returned || isOtherName(name, returned)) continue;
      fail({
        message: `The response is for another ${name} than requested.`,
        expected: `${name} ${show(requested)}`,
        actual: show(returned),
        exchange,
      });
    }
  },
};
