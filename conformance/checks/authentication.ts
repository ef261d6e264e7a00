import type { Check, ProbeCheck } from '../check.js';
import { operationOf } from '../contract.js';
import { describe, expectFailure, expectSuccess } from '../expect/response.js';
import { type CompleteExchange, isSuccess, type RequestPlan } from '../http/exchange.js';
import { Blocked, fail, withCauses } from '../outcome.js';
import type { Probe } from '../probe.js';
import { anonymous } from '../requests.js';
import type { SeenExchange } from '../traffic/seen-exchange.js';
import { onResponse } from './on-response.js';

const source = 'Authentication, rule 1; Errors, table of codes';

const unknown = 'Bearer ccc_test_nobody_has_this_key';

/** A request of another claim. */
type Other = readonly [check: string, plan: RequestPlan];

const withoutKey = (plan: RequestPlan): Other => ['authentication.no-key-is-401', anonymous(plan)];

/** @returns the claims that are broken in the same way: who serves whoever sends no key serves everybody */
async function brokenAlike(
  probe: Probe,
  { response: { status } }: CompleteExchange,
  others: readonly Other[],
): Promise<string[]> {
  const alike: string[] = [];
  if (status === 401) return alike;
  for (const [check, plan] of others) {
    if ((await probe.send(plan)).response.status === status) alike.push(check);
  }
  return alike;
}

/** A claim that a request which differs from a correct one only in its Authorization is 401. */
function refuses(
  id: string,
  requirement: string,
  what: string,
  authorization: string | undefined,
  seenAs?: SeenExchange['authorization'],
): ProbeCheck {
  return {
    kind: 'probe',
    id,
    level: 'MUST',
    basis: 'stated',
    requirement,
    source,
    operations: () => true,
    cost: 0,
    async run(probe: Probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.send(anonymous(plan, authorization));
      const others = authorization === undefined ? [] : [withoutKey(plan)];
      const causes = await brokenAlike(probe, exchange, others);
      withCauses(causes, () => expectFailure(exchange, [401], what));
    },
    ...(seenAs && {
      watch: {
        // A request that is wrong in another way as well may be refused for that.
        when: (exchange) =>
          exchange.authorization === seenAs && (exchange.response.status === 401 || isSuccess(exchange)),
        run: (exchange) => expectFailure(exchange, [401], what),
      },
    }),
  };
}

export const authenticationChecks: readonly Check[] = [
  refuses(
    'authentication.no-key-is-401',
    'A request without an API key is 401 AUTHENTICATION_ERROR.',
    'A request without Authorization',
    undefined,
    'none',
  ),
  refuses(
    'authentication.unknown-key-is-401',
    'A request with a key that the service does not know is 401 AUTHENTICATION_ERROR.',
    'A request with an unknown key',
    unknown,
  ),
  {
    kind: 'probe',
    id: 'authentication.key-is-compared-whole',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A key that only begins like one that the service knows is unknown: 401.',
    source,
    operations: ['listProviders'],
    cost: 1,
    async run(probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.send({ ...plan, keySuffix: '.0' });
      const unknownKey: Other = ['authentication.unknown-key-is-401', anonymous(plan, unknown)];
      const causes = await brokenAlike(probe, exchange, [withoutKey(plan), unknownKey]);
      withCauses(causes, () =>
        expectFailure(exchange, [401], 'A request with a known key and two characters more'),
      );
    },
  },
  {
    kind: 'probe',
    id: 'authentication.scheme-in-any-case',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'The name of the scheme may be written in any case: bearer is Bearer.',
    source: 'RFC 9110, section 11.1',
    operations: ['listProviders'],
    async run(probe) {
      const { plan } = await probe.correct();
      expectSuccess(await probe.send({ ...plan, scheme: 'bearer' }), 'A key after the word bearer');
    },
  },
  refuses(
    'authentication.other-scheme-is-401',
    'A request that authenticates by another scheme than Bearer is 401 AUTHENTICATION_ERROR.',
    'A request with Basic authentication',
    'Basic bm9ib2R5Om5vdGhpbmc=',
    'other-scheme',
  ),
  refuses(
    'authentication.empty-token-is-401',
    'A request with the Bearer scheme and no token is 401 AUTHENTICATION_ERROR.',
    'A request with an empty token',
    'Bearer',
    'empty-bearer',
  ),
  onResponse({
    id: 'authentication.challenge-is-sent',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A 401 says how to authenticate: WWW-Authenticate names the Bearer scheme.',
    source: 'RFC 9110, section 15.5.2; RFC 6750, section 3',
    on: 'failure',
    when: ({ response }) => response.status === 401,
    judge: (exchange) => {
      const challenge = exchange.response.headers['www-authenticate'];
      return (
        (challenge !== undefined && /^bearer\b/i.test(challenge)) || {
          message: 'A 401 comes without a Bearer challenge.',
          expected: 'WWW-Authenticate: Bearer …',
          actual: challenge === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate: ${challenge}`,
        }
      );
    },
  }),
  {
    kind: 'probe',
    id: 'authentication.any-key-reads-commitments',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Any API key may call the commitment reads.',
    source: 'Authentication, rule 3',
    operations: ({ operationId, tag }) => tag === 'commitments' && operationOf(operationId).method === 'GET',
    cost: 0,
    async run(probe) {
      if (!probe.target.has('second_caller'))
        throw new Blocked('it needs a second API key: give another --api-key');
      const { plan } = await probe.correct();
      const exchange = await probe.send({ ...plan, as: 'second_caller' });
      // What the first key sees need not exist for the second one.
      if (![401, 403].includes(exchange.response.status)) return;
      fail({
        message: 'The second API key may not read commitments.',
        expected: 'any answer but 401 and 403',
        actual: describe(exchange),
        exchange,
      });
    },
  },
  onResponse({
    id: 'authentication.key-is-not-repeated',
    level: 'MUST',
    basis: 'proposed',
    requirement: 'No answer repeats an API key, in its body or a header, however it is written.',
    source: 'Sound practice: answers are logged and cached',
    on: 'answer',
    judge: (exchange) =>
      !exchange.response.repeatsKey || {
        message: 'The answer contains the API key.',
        expected: 'no API key in the body or a header',
        actual: 'the API key, shown here as [redacted]',
      },
  }),
];
