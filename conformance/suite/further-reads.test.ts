import { expect, test } from 'vitest';
import { independentBase } from '../../tests/faulty-servers/base.js';
import { inProcess } from '../../tests/support/in-process.js';
import type { Handler } from '../../tests/support/serve.js';
import { requestTo } from './contract.js';
import { runChecks } from './run.js';

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
  const options = { target: 'http://127.0.0.1', apiKeys, fixtures: fixtures ?? {} };
  const report = await runChecks({ ...options, sender: inProcess(server), only: ['audits.*'] });
  return report.results.filter(({ status }) => status === 'failed').map(({ id }) => id);
};

test.each([1, 2])('judges the audit whose id is %d higher than the known one', async (step) => {
  expect(await failedOn(right)).toEqual([]);
  expect(await failedOn(withAnother(known + step))).toEqual(['audits.event-matches-its-details']);
});
