import type { ActiveCheck, Check } from '../../engine/check.js';
import { isSuccess, type RequestPlan } from '../../engine/http/exchange.js';
import { Blocked, eachCase, fail } from '../../engine/judge/outcome.js';
import type { SeenExchange } from '../../engine/traffic/seen-exchange.js';
import { derived, proposal, recommended, stated } from '../claims.js';
import { operationOf } from '../contract.js';
import { describe, expectFailure, expectSuccess } from '../expect/response.js';
import { onResponse } from './shared/on-response.js';

const source = 'Authentication, rule 1; Errors, table of codes';

/** Why a check with a second API key is blocked. */
export const needsSecondKey =
  'a second API key is required; provide another --api-key, or two keys in COST_CONTRACT_API_KEYS';

/** A request with other credentials: how it is named, and what it has in place of the caller's key. */
type Sent = readonly [what: string, credentials: Partial<RequestPlan>];

const withKey = (value: string, name?: string) => ({ credentials: { value, ...(name && { name }) } });
const anonymous = (authorization?: string) =>
  ({ as: 'anonymous', ...(authorization && { authorization }) }) as const;

const withoutKey: Sent = ['A request without an Authorization header', anonymous()];
const withUnknownKey: Sent = [
  'A request with an unknown API key',
  anonymous('Bearer ccc_test_nobody_has_this_key'),
];

/** By check: requests with a wrong key, which explain the same status of others. */
const noKey = ['authentication.no-key-is-401', withoutKey] as const;
const unknownKey = ['authentication.unknown-key-is-401', withUnknownKey] as const;

/** Spellings of Authorization with a valid key that are not Bearer credentials. */
const otherSpellings = [
  ['and the scheme Token', 'Token {key}'],
  ['and the scheme ApiKey', 'ApiKey {key}'],
  ['and the scheme Bearers', 'Bearers {key}'],
  ['as the user name of Basic authentication', 'Basic {user}'],
  ['and no scheme', '{key}'],
  ['and no space after the scheme', 'Bearer{key}'],
  ['and a colon after the scheme', 'Bearer: {key}'],
].map(([spelling, value = '']): Sent => [`A request with a valid API key ${spelling}`, withKey(value)]);

interface Refusal extends Partial<ActiveCheck> {
  readonly id: string;
  readonly requirement: string;
  readonly sent: readonly Sent[];
  /**
   * The requests that explain a status other than 401: a server that accepts requests with a wrong key accepts every
   * key, so that their checks explain the same status.
   */
  readonly others?: readonly (typeof noKey | typeof unknownKey)[];
  readonly allowed?: readonly number[];
  /** RFC 6750, section 3.1: a malformed request may be 400. */
  readonly mayBeMalformed?: boolean;
  /** How recorded traffic shows the first of the requests. */
  readonly seenAs?: SeenExchange['authorization'];
}

/** Returns a check that correct requests with other credentials return 401. */
function refuses(refusal: Refusal): ActiveCheck {
  const { sent, others = [noKey], allowed = [401], mayBeMalformed = false, seenAs, ...check } = refusal;
  return {
    ...stated,
    source,
    operations: ['listProviders'],
    requests: sent.length,
    ...check,
    run: (probe) =>
      eachCase(sent, async ([what, credentials]) => {
        const { plan } = await probe.correct();
        const exchange = await probe.send({ ...plan, ...credentials });
        const { status } = exchange.response;
        const dependsOn: string[] = [];
        for (const [id, [, wrong]] of status === 401 ? [] : others) {
          const other = await probe.send({ ...plan, ...wrong });
          if (other.response.status === status) dependsOn.push(id);
        }
        const basis = mayBeMalformed && status === 400 ? 'proposed' : undefined;
        expectFailure(exchange, allowed, what, { basis, dependsOn });
      }),
    ...(seenAs && {
      onTraffic: {
        // A request with another error may be rejected for that one.
        when: (exchange) =>
          exchange.authorization === seenAs && (exchange.response.status === 401 || isSuccess(exchange)),
        run: (exchange) => expectFailure(exchange, [401], sent[0]?.[0] ?? ''),
      },
    }),
  };
}

/** The requests of these checks are sent to each operation, and counted apart. */
const toEach = { operations: () => true, requests: 0 } as const;

export const authenticationChecks: readonly Check[] = [
  refuses({
    id: 'authentication.no-key-is-401',
    ...toEach,
    requirement: 'A request without an API key returns 401 AUTHENTICATION_ERROR.',
    sent: [withoutKey],
    others: [],
    seenAs: 'none',
  }),
  refuses({
    id: 'authentication.unknown-key-is-401',
    ...toEach,
    requirement: 'A request with an unknown API key returns 401 AUTHENTICATION_ERROR.',
    sent: [withUnknownKey],
  }),
  refuses({
    id: 'authentication.key-is-compared-whole',
    ...derived,
    requirement: 'An API key is compared as a whole: a valid key with characters appended returns 401.',
    sent: [['A request with a valid API key and two characters appended', withKey('Bearer {key}.0')]],
    others: [noKey, unknownKey],
  }),
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
  refuses({
    id: 'authentication.other-scheme-is-401',
    ...toEach,
    requirement:
      'A request with an authentication scheme other than Bearer returns 401 AUTHENTICATION_ERROR.',
    sent: [['A request with Basic authentication', anonymous('Basic bm9ib2R5Om5vdGhpbmc=')]],
    seenAs: 'other-scheme',
  }),
  refuses({
    id: 'authentication.key-needs-the-bearer-scheme',
    requirement: 'A valid API key without the Bearer scheme, or with another scheme, returns 401.',
    sent: otherSpellings,
    mayBeMalformed: true,
  }),
  refuses({
    id: 'authentication.key-is-read-from-authorization',
    // The service does not rule out that a server reads these too.
    ...recommended,
    requirement: 'A valid API key in another header, or with other text after it, returns 401.',
    sent: [
      ['A request with a valid API key in X-Api-Key instead of Authorization', withKey('{key}', 'x-api-key')],
      ['A request with a valid API key and another word after it', withKey('Bearer {key} word')],
    ],
    allowed: [400, 401],
  }),
  refuses({
    id: 'authentication.empty-token-is-401',
    ...toEach,
    requirement: 'A request with the Bearer scheme and no token returns 401 AUTHENTICATION_ERROR.',
    sent: [['A request with an empty token', anonymous('Bearer')]],
    seenAs: 'empty-bearer',
  }),
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
    judge: (exchange) =>
      !exchange.response.repeatsKey || {
        message: 'The response contains the API key.',
        expected: 'no API key in the body or a header',
        actual: 'the API key, shown here as [redacted]',
      },
  }),
];
