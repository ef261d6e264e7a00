import { changedHeaders, refuses, requests, responses, withHeaders } from './changes.js';
import { type Change, onIndependent, onMock } from './faulty-server.js';

/** Lets in who should be refused: the server sees a key that it knows. */
const letsIn = (isLetIn: (authorization: string) => boolean): Change =>
  requests('GET **', (request) =>
    isLetIn(request.headers.authorization ?? '') && request.path !== '/.well-known/cost-contract.json'
      ? { ...request, headers: { ...request.headers, authorization: 'Bearer one_test_caller' } }
      : request,
  );

type Headers = Readonly<Record<string, string>>;

const keyIn = ({ authorization = '' }: Headers) => authorization.replace(/^Bearer /, '');

/** Repeats the API key in a body, in some spelling. */
const repeatsKey = (spell: (headers: Headers) => string): Change =>
  responses('GET /providers', (response, { headers }) => ({
    ...response,
    body: response.body.replace(/}$/, `,"asked_by":"${spell(headers)}"}`),
  }));

const independent = onIndependent({
  'authentication.no-key-is-401': {
    'reads that need no key': letsIn((authorization) => authorization === ''),
    '403 for a missing key': refuses('* **', 403, 401),
  },
  'authentication.unknown-key-is-401': {
    'any key will do': letsIn((authorization) => authorization.startsWith('Bearer ccc_test_nobody')),
  },
  'authentication.other-scheme-is-401': {
    'Basic authentication is taken for a key': letsIn((authorization) => authorization.startsWith('Basic ')),
  },
  'authentication.empty-token-is-401': {
    'an empty token is let in': letsIn((authorization) => authorization === 'Bearer'),
  },
  'authentication.any-key-reads-commitments': {
    'a key that only knows its owner’s commitments is refused': refuses(
      '* **',
      403,
      ({ headers, path }) =>
        headers.authorization === 'Bearer one_test_second_caller' && path.startsWith('/api/v1/commitments/'),
    ),
  },
  'authentication.key-is-not-repeated': {
    'the key is told in the answer': repeatsKey(({ authorization = '' }) => authorization),
    'the key is told in the answer, as .NET writes JSON': repeatsKey((headers) =>
      keyIn(headers).replaceAll('_', '\\u005f'),
    ),
    'the key is told in the answer, as a URL has it, partly in lower case': repeatsKey((headers) =>
      keyIn(headers).replaceAll('_', '%5f').replace('%5f', '%5F'),
    ),
    'the key is told in the answer, as HTML has it': repeatsKey((headers) =>
      keyIn(headers).replaceAll('_', '&#x5f;'),
    ),
    'the key is told in the answer, with a word before it': repeatsKey(
      (headers) => `key_${keyIn(headers)}_0`,
    ),
    'the key is told in the answer, as base64': repeatsKey((headers) => btoa(keyIn(headers))),
    'the key is told in the answer, as credentials of Basic': repeatsKey((headers) =>
      btoa(`${keyIn(headers)}:`),
    ),
    'the key is told in the answer, as its whole header in base64': repeatsKey((headers) =>
      btoa(`Bearer ${keyIn(headers)}`).replaceAll('=', ''),
    ),
    'the key is told in a header, percent-encoded': responses('GET /providers', (response, { headers }) =>
      withHeaders(response, { 'x-asked-by': encodeURIComponent(headers.authorization ?? '') }),
    ),
  },
  'authentication.key-is-compared-whole': {
    'keys are compared by how they begin': letsIn((authorization) =>
      authorization.startsWith('Bearer one_test_caller'),
    ),
  },
  'authentication.scheme-in-any-case': {
    'the scheme is compared letter by letter': refuses(
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
