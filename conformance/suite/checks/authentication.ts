import type { ActiveCheck, Check } from '../../engine/check.js';
import { type Credentials, isSuccess, type RequestPlan } from '../../engine/http/exchange.js';
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

/** Why a check with a second API key is blocked. */
export const needsSecondKey =
  'a second API key is required; provide another --api-key, or two keys in COST_CONTRACT_API_KEYS';

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

/** Checks with a wrong key, and the Authorization header of their requests. */
const withoutKey = ['authentication.no-key-is-401', undefined] as const;
const withUnknownKey = ['authentication.unknown-key-is-401', unknown] as const;

/**
 * Sends a request that must return 401. A server that accepts requests with a wrong key accepts every key, so that their
 * checks explain the same status.
 */
async function expectUnauthorized(
  probe: Probe,
  { what, change, others = [withoutKey], allowed = [401], mayBeMalformed = false }: Unauthorized,
): Promise<void> {
  const { plan } = await probe.correct();
  const exchange = await probe.send(change(plan));
  const { status } = exchange.response;
  const dependsOn: string[] = [];
  for (const [check, authorization] of status === 401 ? [] : others) {
    const other = await probe.send(anonymous(plan, authorization));
    if (other.response.status === status) dependsOn.push(check);
  }
  // RFC 6750, section 3.1: a malformed request may be 400.
  const basis = mayBeMalformed && status === 400 ? 'proposed' : undefined;
  expectFailure(exchange, allowed, what, { basis, dependsOn });
}

interface Unauthorized {
  readonly what: string;
  readonly change: (plan: RequestPlan) => RequestPlan;
  /** The requests that explain a status other than 401. */
  readonly others?: readonly (typeof withoutKey | typeof withUnknownKey)[];
  readonly allowed?: readonly number[];
  readonly mayBeMalformed?: boolean;
}

const sentAs = (credentials: Credentials) => (plan: RequestPlan) => ({ ...plan, credentials });

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
    run: (probe) =>
      expectUnauthorized(probe, {
        what,
        change: (plan) => anonymous(plan, authorization),
        others: authorization === undefined ? [] : [withoutKey],
      }),
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
    run: (probe) =>
      expectUnauthorized(probe, {
        what: 'A request with a valid API key and two characters appended',
        change: sentAs({ value: 'Bearer {key}.0' }),
        others: [withoutKey, withUnknownKey],
      }),
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
      eachCase(otherSpellings, ([spelling, value]) => {
        const what = `A request with a valid API key ${spelling}`;
        return expectUnauthorized(probe, { what, change: sentAs({ value }), mayBeMalformed: true });
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
      eachCase(elsewhere, ([place, credentials]) => {
        const what = `A request with a valid API key ${place}`;
        return expectUnauthorized(probe, { what, change: sentAs(credentials), allowed: [400, 401] });
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
      if (!probe.target.has('second_caller')) throw new Blocked(needsSecondKey);
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
