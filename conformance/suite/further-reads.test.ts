import { expect, test } from 'vitest';
import { independentBase } from '../../tests/faulty-servers/base.js';
import type { Handler } from '../../tests/support/serve.js';
import { verify } from '../../tests/support/suite/verify.js';
import { requestTo } from './contract.js';

const { right, apiKeys, fixtures } = independentBase();
const known = fixtures?.audit_id ?? 0;
const pathOf = (id: number) => requestTo('getRealizedSavingsAudit', { path: { audit_id: String(id) } }).path;

/** A server with one more audit, whose technical details are those of another event. */
const withAnother =
  (id: number): Handler =>
  async (request) => {
    if (request.path !== pathOf(id)) return right(request);
    const response = await right({ ...request, path: pathOf(known) });
    const { data, ...envelope } = JSON.parse(response.body);
    const technical_details = { cloud_event_id: `not ${data.cloud_event_id}` };
    return { ...response, body: JSON.stringify({ ...envelope, data: { ...data, id, technical_details } }) };
  };

const failedOn = async (server: Handler) => {
  const report = await verify(server, { apiKeys, fixtures: fixtures ?? {}, only: ['audits.*'] });
  return report.results.filter(({ status }) => status === 'failed').map(({ id }) => id);
};

test.each([1, 2])('judges the audit whose id is %d higher than the known one', async (step) => {
  expect(await failedOn(right)).toEqual([]);
  expect(await failedOn(withAnother(known + step))).toEqual(['audits.event-matches-its-details']);
});
