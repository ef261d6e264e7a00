// @ts-check

/** @typedef {{ method: 'GET' | 'POST', target: string, headers: Record<string, string>, body: string }} Sent */
/**
 * `isExpected` checks the data of a response.
 *
 * @typedef {Sent & { title: string, isExpected: (data: any) => boolean }} Workload
 */

export const apiKey = 'ccc_test_caller';
const headers = { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' };
const event = { url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] };

/** @param {any} data */
const isPage = (data) =>
  Array.isArray(data.items) && typeof data.items[0]?.id === 'string' && 'total_items' in data.pagination;

/** @param {string} title @param {string} target @param {(data: any) => boolean} isExpected @returns {Workload} */
function get(title, target, isExpected) {
  return { title, method: 'GET', target, headers, body: '', isExpected };
}

/** @param {string} title @param {string} key @returns {Workload} */
function post(title, key) {
  return {
    title,
    method: 'POST',
    target: '/api/v1/webhooks/endpoints',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(event),
    isExpected: ({ id, url }) => typeof id === 'string' && typeof url === 'string',
  };
}

export const reads = {
  providers: get('providers', '/api/v1/providers', (data) => typeof data[0]?.provider_id === 'string'),
  page: get('page of 20', '/api/v1/commitments?page_size=20', isPage),
  breakdown: get(
    'breakdown',
    '/api/v1/providers/provider_a/costs/breakdown',
    ({ items, total_period_cost }) =>
      typeof items[0]?.cost === 'number' && typeof total_period_cost === 'number',
  ),
};

export const writes = {
  post: post('POST, new key', '{uuid}'),
  replay: post('POST, replayed', '1f6c3a52-7b1e-4a77-9d0e-5c1b2a3d4e5f'),
};

/** Pages that are cached, and pages that are not. */
export const pages = {
  same: get('the same page', '/api/v1/commitments?page_size=10', isPage),
  /** The list has only one full page, so an unknown parameter makes the requests different. */
  otherOfFew: get('different pages', '/api/v1/commitments?page_size=10&n={1-10000}', isPage),
  otherOfMany: get('different pages', '/api/v1/commitments?page_size=10&page={1-10000}', isPage),
};
