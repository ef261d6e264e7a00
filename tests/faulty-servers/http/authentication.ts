import type { TestRequest } from '../../support/serve.js';
import { changedHeaders, refuses, requests, responses, withHeaders } from '../changes.js';
import { also, type Change, onIndependent, onMock } from '../faulty-server.js';

/** Accepts requests that a server should refuse: replaces their API key by a valid one. */
const accepts = (isAccepted: (authorization: string) => boolean): Change =>
  requests('GET **', (request) =>
    isAccepted(request.headers.authorization ?? '') && request.path !== '/.well-known/cost-contract.json'
      ? { ...request, headers: { ...request.headers, authorization: 'Bearer one_test_caller' } }
      : request,
  );

const withKey = (request: TestRequest, key: string): TestRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${key}` },
});

/** Accepts a valid API key after another scheme. */
const acceptsAs = (scheme: RegExp): Change =>
  requests('GET **', (request) => {
    const { authorization = '' } = request.headers;
    return scheme.test(authorization) ? withKey(request, authorization.replace(scheme, '')) : request;
  });

type Headers = Readonly<Record<string, string>>;

const keyIn = ({ authorization = '' }: Headers) => authorization.replace(/^Bearer /, '');

/** Adds the API key to a response body, in the given encoding. */
const exposesKey = (encode: (headers: Headers) => string): Change =>
  responses('GET /providers', (response, { headers }) => ({
    ...response,
    body: response.body.replace(/}$/, `,"requested_by":"${encode(headers)}"}`),
  }));

const independent = onIndependent({
  'authentication.no-key-is-401': {
    'reads without an API key are accepted': accepts((authorization) => authorization === ''),
    '403 for a missing key': refuses('* **', 403, 401),
  },
  'authentication.unknown-key-is-401': {
    'any API key is accepted': accepts((authorization) => authorization.startsWith('Bearer ccc_test_nobody')),
  },
  'authentication.other-scheme-is-401': {
    'Basic authentication is accepted': also(
      accepts((authorization) => authorization.startsWith('Basic ')),
      'authentication.key-needs-the-bearer-scheme',
    ),
  },
  'authentication.key-needs-the-bearer-scheme': {
    'the scheme of a valid API key is ignored': acceptsAs(/^\S+ (?=one_test_\w+$)/),
    'every scheme that begins with Bearer is accepted': acceptsAs(/^Bearer\S+ /),
    'an API key without a scheme is accepted': acceptsAs(/^(?=one_test_)/),
    'an API key without a space after the scheme is accepted': acceptsAs(/^Bearer(?=one_)/),
    'an API key is accepted as the user name of Basic authentication': accepts(
      (authorization) => authorization === `Basic ${btoa('one_test_caller:')}`,
    ),
  },
  'authentication.key-is-read-from-authorization': {
    'an API key in X-Api-Key is accepted': requests('GET **', (request) =>
      request.headers['x-api-key'] === undefined ? request : withKey(request, request.headers['x-api-key']),
    ),
    'words after an API key are ignored': accepts((authorization) =>
      authorization.startsWith('Bearer one_test_caller '),
    ),
  },
  'authentication.empty-token-is-401': {
    'an empty token is accepted': accepts((authorization) => authorization === 'Bearer'),
  },
  'authentication.any-key-reads-commitments': {
    'the second API key is refused on commitment reads': refuses(
      '* **',
      403,
      ({ headers, path }) =>
        headers.authorization === 'Bearer one_test_second_caller' && path.startsWith('/api/v1/commitments/'),
    ),
  },
  'authentication.key-is-not-repeated': {
    'the response contains the API key': exposesKey(({ authorization = '' }) => authorization),
    'the response contains the API key, with JSON escapes': exposesKey((headers) =>
      keyIn(headers).replaceAll('_', '\\u005f'),
    ),
    'the response contains the API key, percent-encoded in mixed case': exposesKey((headers) =>
      keyIn(headers).replaceAll('_', '%5f').replace('%5f', '%5F'),
    ),
    'the response contains the API key, with HTML character references': exposesKey((headers) =>
      keyIn(headers).replaceAll('_', '&#x5f;'),
    ),
    'the response contains the API key, inside a longer word': exposesKey(
      (headers) => `key_${keyIn(headers)}_0`,
    ),
    'the response contains the API key, in base64': exposesKey((headers) => btoa(keyIn(headers))),
    'the response contains the API key, as Basic credentials': exposesKey((headers) =>
      btoa(`${keyIn(headers)}:`),
    ),
    'the response contains the API key, with its scheme in base64': exposesKey((headers) =>
      btoa(`Bearer ${keyIn(headers)}`).replaceAll('=', ''),
    ),
    'a response header contains the API key, percent-encoded': responses(
      'GET /providers',
      (response, { headers }) =>
        withHeaders(response, { 'x-requested-by': encodeURIComponent(headers.authorization ?? '') }),
    ),
  },
  'authentication.key-is-compared-whole': {
    'API keys are compared by prefix': also(
      accepts((authorization) => authorization.startsWith('Bearer one_test_caller')),
      'authentication.key-is-read-from-authorization',
    ),
  },
  'authentication.scheme-in-any-case': {
    'the authentication scheme is case-sensitive': refuses(
      '* **',
      401,
      ({ headers }) => headers.authorization?.startsWith('bearer ') === true,
    ),
  },
});

const mock = onMock({
  'authentication.challenge-is-sent': {
    'a 401 without a challenge': changedHeaders('* **', { 'www-authenticate': undefined }),
  },
});

export const authenticationServers = [...independent, ...mock];
