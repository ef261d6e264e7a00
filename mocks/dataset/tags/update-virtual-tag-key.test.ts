import { describe, expect, it } from 'vitest';
import { type TestDataset, testDataset } from '../../../tests/support/dataset.js';
import { monthTakes, queuedFor } from './job.js';

const path = { key_id: 'vtk-cost-center' };
const research = {
  filter: {
    rules: [{ conditions: [{ dimension: 'account', values: ['research'] }] }],
  },
  assign: { type: 'value', value: 'Research' },
};
const put = ({ call }: TestDataset, body: object) =>
  call('updateVirtualTagKey', { path, body: { name: 'Cost center', ...body } });
/** Changes nothing but the description, and so tells how the key is. */
const look = (dataset: TestDataset, expected_version: number) => {
  const { key } = put(dataset, {
    expected_version,
    configs: [research],
    description: `seen ${expected_version}`,
  });
  return key;
};
describe('updateVirtualTagKey', () => {
  it('keeps the spend of the rules before until the job has succeeded', () => {
    const dataset = testDataset();
    const before = put(dataset, { expected_version: 7, configs: [research] }).key;
    const names = (key: any) => key.values.map(({ name }: { name: string }) => name);
    expect(names(before)).toContain('Shop');
    dataset.clock.advance(queuedFor + monthTakes - 1);
    expect(look(dataset, 8)).toMatchObject({ status: 'reprocessing', values: before.values });
    dataset.clock.advance(1);
    const after = look(dataset, 9);
    expect([after.status, names(after)]).toEqual(['active', ['Research']]);
    expect(after.job).toMatchObject({ status: 'succeeded', periods_done: 1 });
  });

  it('starts no job for another name alone', () => {
    const dataset = testDataset();
    put(dataset, { expected_version: 7, configs: [research], effective_from: '2026-05' });
    const { job, key } = dataset.call('updateVirtualTagKey', {
      path,
      body: {
        name: 'Payer',
        expected_version: 8,
        configs: [research],
        effective_from: '2026-05',
      },
    });
    expect([job, key.name, key.rules_version, key.job.id]).toEqual([null, 'Payer', 9, 'job-88']);
  });

  it('lets a later change take the place of a job at work', () => {
    const dataset = testDataset();
    put(dataset, { expected_version: 7, configs: [research] });
    const { job } = put(dataset, { expected_version: 8, configs: [] });
    expect(job.id).toBe('job-89');
    dataset.clock.advance(queuedFor + monthTakes);
    const { key } = put(dataset, { expected_version: 9, configs: [], description: 'empty' });
    expect(key).toMatchObject({ values: [], status: 'active' });
  });

  it('ends the job at work when a change is only for months to come', () => {
    const dataset = testDataset();
    put(dataset, { expected_version: 7, configs: [research] });
    const { job, key } = put(dataset, { expected_version: 8, effective_from: '2026-09' });
    expect(job).toBeNull();
    expect(key.job).toMatchObject({ id: 'job-88', status: 'superseded', error: null });
    expect(key.job.finished_at).not.toBeNull();
  });

  it('fails where rules look at a key that does not exist, and keeps the spend as it was', () => {
    const dataset = testDataset();
    const lost = { source: { origin: 'virtual', key: 'vtk-lost' } };
    const { key: before } = put(dataset, { expected_version: 7, collapsed_keys: [lost] });
    dataset.clock.advance(queuedFor + monthTakes);
    const { key } = put(dataset, { expected_version: 8, collapsed_keys: [lost], description: 'still lost' });
    expect(key).toMatchObject({ status: 'error', values: before.values });
    expect(key.job.error).toContain('vtk-lost');
  });

  it('refuses shares that do not add up to 100', () => {
    const assign = {
      type: 'percent',
      splits: [
        { value: 'A', pct: 60 },
        { value: 'B', pct: 30 },
      ],
    };
    const body = { name: 'Cost center', expected_version: 7, configs: [{ ...research, assign }] };
    expect(testDataset().refusal('updateVirtualTagKey', { path, body })).toMatchObject({
      status: 422,
      details: [{ loc: ['body', 'configs', 0, 'assign', 'splits'] }],
    });
  });

  it('holds no more rules than there is room for, also where they are for later months', () => {
    const dataset = testDataset({ limits: { tagRules: 20_000 } });
    const put = (version: number, effective_from: string) => ({
      path,
      body: {
        name: 'Cost center',
        expected_version: version,
        effective_from,
        description: 'x'.repeat(4000),
      },
    });
    const months = ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'];
    let version = 7;
    const statuses = months.map((month) => {
      const answer = dataset.attempt('updateVirtualTagKey', put(version, month));
      if (!answer.failure) version += 1;
      return answer.failure?.status ?? 200;
    });
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses.at(-1)).toBe(422);
    expect(dataset.dataset.state.write().length).toBeLessThan(40_000);
  });

  it('does not find a key by its name', () => {
    const request = { path: { key_id: 'Cost center' }, body: { name: 'x', expected_version: 7 } };
    expect(testDataset().refusal('updateVirtualTagKey', request).status).toBe(404);
  });
});
