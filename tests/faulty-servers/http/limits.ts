import { NoResponse } from '../../../conformance/engine/http/send.js';
import type { TestResponse } from '../../support/serve.js';
import { changedFailure, changedHeaders, responses, success, withHeaders } from '../changes.js';
import { also, type Change, onIndependent, onMock } from '../faulty-server.js';
import { limitPerMinute, limitPerSecond } from '../rate-limited.js';

const insteadOf429 = (response: Partial<TestResponse>): Change =>
  responses('* **', (refusal) => (refusal.status === 429 ? { ...refusal, ...response } : refusal));

const providers = success([{ provider_id: 'provider_a', provider_name: 'Provider A' }]);

const sharesOneLimit: Change = (server) => {
  let refusal: TestResponse | undefined;
  return async (request) => {
    const response = refusal ?? (await server(request));
    // A retry is allowed immediately, so that the test does not wait.
    if (response.status === 429) refusal = withHeaders(response, { 'retry-after': '0' });
    return response;
  };
};

const stopsAtInvalidEncoding: Change = (server) => {
  let hasStopped = false;
  return async (request) => {
    hasStopped ||= request.path.includes('%zz');
    if (hasStopped) throw new NoResponse('the connection was refused');
    return server(request);
  };
};

const independent = onIndependent({
  'operations.server-survives': {
    'an invalid percent-encoding stops the server': also(
      stopsAtInvalidEncoding,
      'errors.odd-input-never-breaks-the-server',
      'errors.bad-percent-encoding-is-4xx',
      'errors.other-media-type-is-4xx',
    ),
  },
});

const mock = onMock({
  'limits.rate-limit-is-enforced': {
    'no rate limit': insteadOf429({ status: 200, body: providers.body }),
    '503 beyond the rate limit': also(
      insteadOf429({ status: 503 }),
      'errors.requests-never-break-the-server',
    ),
    '1,000 requests per minute, stated in the headers of a 429': (server) =>
      limitPerMinute(1000, { 'retry-after': '60', 'RateLimit-Policy': '"default";q=1000;w=60' })(
        insteadOf429({ status: 200, body: providers.body })(server),
      ),
    'an unknown error code beyond the rate limit': also(
      changedFailure(429, 'error.code', 'SLOW_DOWN'),
      'errors.code-fits-status',
    ),
  },
  'limits.retry-after-is-sent': {
    'a 429 without Retry-After': changedHeaders('* **', { 'retry-after': undefined }, { status: 429 }),
  },
  'errors.retry-after-is-seconds': {
    'Retry-After as a date': also(
      changedHeaders('* **', { 'retry-after': 'Mon, 15 Jun 2026 12:01:00 GMT' }, { status: 429 }),
      'limits.retry-after-is-sent',
    ),
    'Retry-After in milliseconds': changedHeaders('* **', { 'retry-after': '61000' }, { status: 429 }),
  },
  'limits.no-429-within-the-limit': {
    '100 requests per minute, stated in the headers of a 429': limitPerMinute(100, {
      'retry-after': '60',
      'RateLimit-Policy': '"default";q=100;w=60',
    }),
    '300 requests per minute, with Retry-After only': limitPerMinute(300, { 'retry-after': '60' }),
    '60 requests per minute, without headers': also(limitPerMinute(60), 'limits.retry-after-is-sent'),
    '100 requests per minute, with Retry-After only': limitPerMinute(100, { 'retry-after': '60' }),
    '100 requests per minute, admitted one by one': limitPerSecond(100 / 60, 100, { 'retry-after': '1' }),
  },
  'limits.other-keys-are-not-affected': { 'all API keys share one rate limit': sharesOneLimit },
});

export const limitServers = [...mock, ...independent];
