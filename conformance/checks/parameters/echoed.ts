import { type Operation, operations } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import { operationOf } from '../../contract.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { fail } from '../../outcome.js';

/** What answers tell of the request that they are made for, and the parameter where that has another name. */
const repeated: Readonly<Record<string, string>> = {
  granularity: 'granularity',
  instrument: 'instrument',
  type: 'instrument',
  basis: 'basis',
  show_cost_as: 'show_cost_as',
  provider: 'provider',
  provider_id: 'provider_id',
};

const echoesParameters = ({ method, parameters }: Operation) =>
  method === 'GET' && parameters.some(({ name }) => repeated[name] !== undefined);

/** The parameters of a request that its answer tells again. */
function echoedIn({ operationId, request, response }: CompleteExchange) {
  const data = response.json?.data;
  if (operationId === null || typeof data !== 'object' || data === null) return [];
  const { path } = operationOf(operationId);
  const at = path.split('/').indexOf('{provider_id}');
  const asked: [string, string][] = [
    ...request.query.map(([name, value]): [string, string] => [name, value]),
    ...(at < 0
      ? []
      : [['provider_id', request.path.split('/').at(at - path.split('/').length) ?? ''] as [string, string]]),
  ];
  return asked.flatMap(([name, value]) => {
    const told = data[repeated[name] ?? ''];
    return typeof told === 'string' && value !== '' ? [{ name, asked: value, told }] : [];
  });
}

export const echoCheck: Check = {
  kind: 'exchange',
  id: 'parameters.echo-matches-the-request',
  level: 'SHOULD',
  basis: 'derived',
  requirement: 'An answer that tells what it was asked for, tells it as it was asked.',
  source: 'Endpoints, query parameters',
  on: 'success',
  operations: operations.filter(echoesParameters).map(({ operationId }) => operationId),
  when: (exchange) => echoedIn(exchange).length > 0,
  run(exchange) {
    for (const { name, asked, told } of echoedIn(exchange)) {
      if (asked === told) continue;
      fail({
        message: `The answer is about another ${name} than asked for.`,
        expected: `${name} ${show(asked)}`,
        actual: show(told),
        exchange,
      });
    }
  },
};
