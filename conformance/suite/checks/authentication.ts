import type { ActiveCheck, Check } from '../../engine/check.js';
import {
  type CompleteExchange,
  type Credentials,
  isSuccess,
  type RequestPlan,
} from '../../engine/http/exchange.js';
import { anonymous } from '../../engine/http/requests.js';
import { Blocked, eachCase, fail } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import type { SeenExchange } from '../../engine/traffic/seen-exchange.js';
import { derived, proposal, recommended, stated } from '../claims.js';
import { operationOf } from '../contract.js';
import { describe, expectFailure, expectSuccess } from '../expect/response.js';
import { onResponse } from './shared/on-response.js';

const source = 'Authentication, rule 1; Errors, table of codes';

const unknown = 'Bearer ccc_test_nobody_has_this_key';

/** Spellings of Authorization with a valid key that are not Bearer credentials. */
const otherSpellings = [
  ['and the scheme Token', 'Token {key}'],
  ['and the scheme ApiKey', 'ApiKey {key}'],
  ['and the scheme Bearers', 'Bearers {key}'],
  ['as the user name of Basic authentication', 'Basic {user}'],
  ['and no scheme', '{key}'],
  ['and no space after the scheme', 'Bearer{key}'],
  ['and a colon after the scheme', 'Bearer: {key}'],
] as const;

/** The service does not rule out that a server reads these too. */
const elsewhere: readonly (readonly [what: string, credentials: Credentials])[] = [
  ['in X-Api-Key instead of Authorization', { name: 'x-api-key', value: '{key}' }],
  ['and another word after it', { value: 'Bearer {key} word' }],
];

/** The request of another check. */
type OtherRequest = readonly [check: string, plan: RequestPlan];

const withoutKey = (plan: RequestPlan): OtherRequest => ['authentication.no-key-is-401', anonymous(plan)];

/**
 * @returns the checks whose request returns the same status other than 401: a server that accepts requests
 * without an API key accepts every key
 */
async function checksWithSameStatus(
  probe: Probe,
  { response: { status } }: CompleteExchange,
  others: readonly OtherRequest[],
): Promise<string[]> {
  const checks: string[] = [];
  if (status === 401) return checks;
  for (const [check, plan] of others) {
    if ((await probe.send(plan)).response.status === status) checks.push(check);
  }
  return checks;
}

/** Returns a check that a correct request with another Authorization header returns 401. */
function refuses(
  id: string,
  requirement: string,
  what: string,
  authorization: string | undefined,
  seenAs?: SeenExchange['authorization'],
): ActiveCheck {
  return {
    id,
    ...stated,
    requirement,
    source,
    operations: () => true,
    requests: 0,
    async run(probe: Probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.send(anonymous(plan, authorization));
      const others = authorization === undefined ? [] : [withoutKey(plan)];
      const dependsOn = await checksWithSameStatus(probe, exchange, others);
      expectFailure(exchange, [401], what, { dependsOn });
    },
    ...(seenAs && {
      onTraffic: {
        // A request with another error may be rejected for that one.
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
    'A request without an API key returns 401 AUTHENTICATION_ERROR.',
    'A request without an Authorization header',
    undefined,
    'none',
  ),
  refuses(
    'authentication.unknown-key-is-401',
    'A request with an unknown API key returns 401 AUTHENTICATION_ERROR.',
    'A request with an unknown API key',
    unknown,
  ),
  {
    id: 'authentication.key-is-compared-whole',
    ...derived,
    requirement: 'An API key is compared as a whole: a valid key with characters appended returns 401.',
    source,
    operations: ['listProviders'],
    requests: 1,
    async run(probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.send({ ...plan, credentials: { value: 'Bearer {key}.0' } });
      const unknownKey: OtherRequest = ['authentication.unknown-key-is-401', anonymous(plan, unknown)];
      const dependsOn = await checksWithSameStatus(probe, exchange, [withoutKey(plan), unknownKey]);
      const what = 'A request with a valid API key and two characters appended';
      expectFailure(exchange, [401], what, { dependsOn });
    },
  },
  {
    id: 'authentication.scheme-in-any-case',
    ...proposal,
    requirement: 'The authentication scheme is case-insensitive: `bearer` is accepted like `Bearer`.',
    source: 'RFC 9110, section 11.1',
    operations: ['listProviders'],
    async run(probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.send({ ...plan, credentials: { value: 'bearer {key}' } });
      expectSuccess(exchange, 'A request with the scheme `bearer`');
    },
  },
  refuses(
    'authentication.other-scheme-is-401',
    'A request with an authentication scheme other than Bearer returns 401 AUTHENTICATION_ERROR.',
    'A request with Basic authentication',
    'Basic bm9ib2R5Om5vdGhpbmc=',
    'other-scheme',
  ),
  {
    id: 'authentication.key-needs-the-bearer-scheme',
    ...stated,
    requirement: 'A valid API key without the Bearer scheme, or with another scheme, returns 401.',
    source,
    operations: ['listProviders'],
    requests: otherSpellings.length,
    run: (probe) =>
      eachCase(otherSpellings, async ([what, value]) => {
        const { plan } = await probe.correct();
        const exchange = await probe.send({ ...plan, credentials: { value } });
        const dependsOn = await checksWithSameStatus(probe, exchange, [withoutKey(plan)]);
        // RFC 6750, section 3.1: a malformed request may be 400.
        const basis = exchange.response.status === 400 ? 'proposed' : undefined;
        expectFailure(exchange, [401], `A request with a valid API key ${what}`, { basis, dependsOn });
      }),
  },
  {
    id: 'authentication.key-is-read-from-authorization',
    ...recommended,
    requirement: 'A valid API key in another header, or with other text after it, returns 401.',
    source,
    operations: ['listProviders'],
    requests: elsewhere.length,
    run: (probe) =>
      eachCase(elsewhere, async ([what, credentials]) => {
        const { plan } = await probe.correct();
        const exchange = await probe.send({ ...plan, credentials });
        const dependsOn = await checksWithSameStatus(probe, exchange, [withoutKey(plan)]);
        expectFailure(exchange, [400, 401], `A request with a valid API key ${what}`, { dependsOn });
      }),
  },
  refuses(
    'authentication.empty-token-is-401',
    'A request with the Bearer scheme and no token returns 401 AUTHENTICATION_ERROR.',
    'A request with an empty token',
    'Bearer',
    'empty-bearer',
  ),
  onResponse({
    id: 'authentication.challenge-is-sent',
    ...proposal,
    requirement: 'A 401 response has a WWW-Authenticate header with the Bearer scheme.',
    source: 'RFC 9110, section 15.5.2; RFC 6750, section 3',
    on: 'failure',
    when: ({ response }) => response.status === 401 && !response.lacksHeaders,
    judge: (exchange) => {
      const challenge = exchange.response.headers['www-authenticate'];
      return (
        (challenge !== undefined && /^bearer\b/i.test(challenge)) || {
          message: 'A 401 response has no Bearer challenge.',
          expected: 'WWW-Authenticate: Bearer …',
          actual: challenge === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate: ${challenge}`,
        }
      );
    },
  }),
  {
    id: 'authentication.any-key-reads-commitments',
    ...stated,
    requirement: 'Any API key may call the commitment reads.',
    source: 'Authentication, rule 3',
    operations: ({ operationId, tag }) => tag === 'commitments' && operationOf(operationId).method === 'GET',
    requests: 0,
    async run(probe) {
      if (!probe.target.has('second_caller'))
        throw new Blocked(
          'a second API key is required; provide another --api-key, or two keys in COST_CONTRACT_API_KEYS',
        );
      const { plan } = await probe.correct();
      const exchange = await probe.send({ ...plan, as: 'second_caller' });
      // A resource of the first key may not exist for the second.
      if (![401, 403].includes(exchange.response.status)) return;
      fail({
        message: 'A commitment read rejects the second API key.',
        expected: 'any status except 401 and 403',
        actual: describe(exchange),
        exchange,
      });
    },
  },
  onResponse({
    id: 'authentication.key-is-not-repeated',
    ...proposal,
    level: 'MUST',
    requirement: 'No response contains an API key, in its body or a header, in any encoding.',
    source: 'Sound practice: responses are logged and cached',
    on: 'response',
    judge: (exchange) =>
      !exchange.response.repeatsKey || {
        message: 'The response contains the API key.',
        expected: 'no API key in the body or a header',
        actual: 'the API key, shown here as [redacted]',
      },
  }),
];
