import { answers, type Defect, refusal, requests } from './defect.js';

/** Lets somebody in who is nobody: the server sees a key that it knows. */
const letIn = (who: (authorization: string | undefined) => boolean): Defect['wrap'] =>
  requests('GET **', (request) =>
    who(request.headers.authorization) && request.path !== '/.well-known/cost-contract.json'
      ? { ...request, headers: { ...request.headers, authorization: 'Bearer one_test_caller' } }
      : request,
  );

const keyIn = ({ authorization = '' }: Readonly<Record<string, string>>) =>
  authorization.replace(/^Bearer /, '');

export const authenticationDefects: readonly Defect[] = [
  {
    name: 'reads that need no key',
    kills: 'authentication.no-key-is-401',
    wrap: letIn((authorization) => authorization === undefined),
  },
  {
    name: 'any key will do',
    kills: 'authentication.unknown-key-is-401',
    wrap: letIn((authorization) => authorization?.startsWith('Bearer ccc_test_nobody') === true),
  },
  {
    name: 'Basic authentication is taken for a key',
    kills: 'authentication.other-scheme-is-401',
    wrap: letIn((authorization) => authorization?.startsWith('Basic ') === true),
  },
  {
    name: 'an empty token is let in',
    kills: 'authentication.empty-token-is-401',
    wrap: letIn((authorization) => authorization === 'Bearer'),
  },
  {
    name: '403 for a missing key',
    kills: 'authentication.no-key-is-401',
    also: [
      'authentication.key-is-compared-whole',
      'authentication.unknown-key-is-401',
      'authentication.other-scheme-is-401',
      'authentication.empty-token-is-401',
    ],
    wrap: answers('* **', (answer) =>
      answer.status === 401
        ? { ...answer, status: 403, body: answer.body.replace('AUTHENTICATION_ERROR', 'AUTHORIZATION_ERROR') }
        : answer,
    ),
  },
  {
    name: 'a key that only knows its owner’s commitments is refused',
    kills: 'authentication.any-key-reads-commitments',
    wrap: (right) => async (request) => {
      const stranger = request.headers.authorization === 'Bearer one_test_stranger';
      if (!stranger || !request.path.startsWith('/api/v1/commitments/')) return right(request);
      const answer = await right({ ...request, headers: {} });
      return {
        ...answer,
        status: 403,
        body: answer.body.replace('AUTHENTICATION_ERROR', 'AUTHORIZATION_ERROR'),
      };
    },
  },
  {
    name: 'the key is told in the answer',
    kills: 'authentication.key-is-not-repeated',
    wrap: answers('GET /providers', (answer, { headers }) => ({
      ...answer,
      body: answer.body.replace(/}$/, `,"asked_by":${JSON.stringify(headers.authorization ?? '')}}`),
    })),
  },
  ...Object.entries({
    'as .NET writes JSON': (key: string) => key.replaceAll('_', '\\u005f'),
    'as a URL has it, partly in lower case': (key: string) =>
      key.replaceAll('_', '%5f').replace('%5f', '%5F'),
    'as HTML has it': (key: string) => key.replaceAll('_', '&#x5f;'),
    'with a word before it': (key: string) => `key_${key}_0`,
    'as base64': (key: string) => btoa(key),
    'as credentials of Basic': (key: string) => btoa(`${key}:`),
    'as its whole header in base64': (key: string) => btoa(`Bearer ${key}`).replaceAll('=', ''),
  }).map(
    ([how, spell]): Defect => ({
      name: `the key is told in the answer, ${how}`,
      kills: 'authentication.key-is-not-repeated',
      wrap: answers('GET /providers', (answer, { headers }) => ({
        ...answer,
        body: answer.body.replace(/}$/, `,"asked_by":"${spell(keyIn(headers))}"}`),
      })),
    }),
  ),
  {
    name: 'the key is told in a header, percent-encoded',
    kills: 'authentication.key-is-not-repeated',
    wrap: answers('GET /providers', (answer, { headers }) => ({
      ...answer,
      headers: { ...answer.headers, 'x-asked-by': encodeURIComponent(headers.authorization ?? '') },
    })),
  },
  {
    name: 'keys are compared by how they begin',
    kills: 'authentication.key-is-compared-whole',
    wrap: letIn((authorization) => authorization?.startsWith('Bearer one_test_caller') === true),
  },
  {
    name: 'a 401 without a challenge',
    kills: 'authentication.challenge-is-sent',
    base: 'mock',
    wrap: answers('* **', ({ headers: { 'www-authenticate': _, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    })),
  },
  {
    name: 'the scheme is compared letter by letter',
    kills: 'authentication.scheme-in-any-case',
    wrap: (right) => (request) =>
      request.headers.authorization?.startsWith('bearer ')
        ? refusal(401, 'AUTHENTICATION_ERROR')
        : right(request),
  },
];
