import { NoAnswer } from '../../conformance/http/send.js';
import { answers, type Defect, failures } from './defect.js';

const on429 = (change: Parameters<typeof answers>[1]): Defect['wrap'] =>
  answers('* **', (answer, request) => (answer.status === 429 ? change(answer, request) : answer));

const providers = JSON.stringify({
  success: true,
  timestamp: '2026-06-15T12:00:00Z',
  data: [{ provider_id: 'provider_a', provider_name: 'Provider A' }],
});

export const limitDefects: readonly Defect[] = [
  {
    name: 'no rate limit at all',
    kills: 'limits.rate-limit-is-kept',
    base: 'mock',
    wrap: on429((answer) => ({ ...answer, status: 200, body: providers })),
  },
  {
    name: '503 beyond the rate limit',
    kills: 'limits.rate-limit-is-kept',
    also: ['errors.requests-never-break-the-server'],
    base: 'mock',
    wrap: on429((answer) => ({ ...answer, status: 503 })),
  },
  {
    name: 'a code of its own beyond the rate limit',
    kills: 'limits.rate-limit-is-kept',
    also: ['errors.code-fits-status'],
    base: 'mock',
    wrap: failures((body) => ({ ...body, error: { ...body.error, code: 'SLOW_DOWN' } }), 429),
  },
  {
    name: 'a 429 without Retry-After',
    kills: 'limits.retry-after-is-told',
    base: 'mock',
    wrap: on429(({ headers: { 'retry-after': _, ...headers }, ...answer }) => ({ ...answer, headers })),
  },
  {
    name: 'Retry-After as a date',
    kills: 'errors.retry-after-is-seconds',
    also: ['limits.retry-after-is-told'],
    base: 'mock',
    wrap: on429((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'retry-after': 'Mon, 15 Jun 2026 12:01:00 GMT' },
    })),
  },
  {
    name: 'one rate limit for all keys together',
    kills: 'limits.other-keys-are-not-affected',
    base: 'mock',
    wrap: (right) => {
      let refusal: Awaited<ReturnType<typeof right>> | undefined;
      return async (request) => {
        const answer = refusal ?? (await right(request));
        // To be tried again at once, so that nobody has to wait for this server.
        if (answer.status === 429) {
          refusal = { ...answer, headers: { ...answer.headers, 'retry-after': '0' } };
        }
        return answer;
      };
    },
  },
  {
    name: 'a server that a broken percent-encoding ends',
    kills: 'operations.server-survives',
    also: [
      'errors.odd-input-never-breaks-the-server',
      'errors.bad-percent-encoding-is-4xx',
      'errors.other-media-type-is-4xx',
    ],
    wrap: (right) => {
      let ended = false;
      return async (request) => {
        ended ||= request.path.includes('%zz');
        if (ended) throw new NoAnswer('the connection was refused');
        return right(request);
      };
    },
  },
];
