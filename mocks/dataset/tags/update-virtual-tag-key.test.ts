import { describe, expect, it } from 'vitest';
import { type TestDataset, testDataset } from '../../../tests/support/dataset/dataset.js';
import { queueTime, timePerMonth } from './job.js';

const path = { key_id: 'vtk-cost-center' };
const research = {
  filter: {
    rules: [{ conditions: [{ dimension: 'account', values: ['research'] }] }],
  },
  assign: { type: 'value', value: 'Research' },
};
const put = ({ call }: TestDataset, body: object) =>
  call('updateVirtualTagKey', { path, body: { name: 'Cost center', ...body } });
/** Returns the current key, by a change of its description only. */
const read = (dataset: TestDataset, expected_version: number) => {
  const { key } = put(dataset, {
    expected_version,
    configs: [research],
    description: `read ${expected_version}`,
  });
  return key;
};
describe('updateVirtualTagKey', () => {
  it('shows the spend of the previous rules until the job has succeeded', () => {
    const dataset = testDataset();
    const before = put(dataset, { expected_version: 7, configs: [research] }).key;
    const names = (key: any) => key.values.map(({ name }: { name: string }) => name);
    expect(names(before)).toContain('Shop');
    dataset.clock.advance(queueTime + timePerMonth - 1);
    expect(read(dataset, 8)).toMatchObject({ status: 'reprocessing', values: before.values });
    dataset.clock.advance(1);
    const after = read(dataset, 9);
    expect([after.status, names(after)]).toEqual(['active', ['Research']]);
    expect(after.job).toMatchObject({ status: 'succeeded', periods_done: 1 });
  });

  it('does not start a job for a change of the name', () => {
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

  it('supersedes an active job with a later change', () => {
    const dataset = testDataset();
    put(dataset, { expected_version: 7, configs: [research] });
    const { job } = put(dataset, { expected_version: 8, configs: [] });
    expect(job.id).toBe('job-89');
    dataset.clock.advance(queueTime + timePerMonth);
    const { key } = put(dataset, { expected_version: 9, configs: [], description: 'empty' });
    expect(key).toMatchObject({ values: [], status: 'active' });
  });

  it('supersedes an active job when a change applies to future months only', () => {
    const dataset = testDataset();
    put(dataset, { expected_version: 7, configs: [research] });
    const { job, key } = put(dataset, { expected_version: 8, effective_from: '2026-09' });
    expect(job).toBeNull();
    expect(key.job).toMatchObject({ id: 'job-88', status: 'superseded', error: null });
    expect(key.job.finished_at).not.toBeNull();
  });

  it('fails if rules refer to a key that does not exist, and leaves the spend unchanged', () => {
    const dataset = testDataset();
    const lost = { source: { origin: 'virtual', key: 'vtk-lost' } };
    const { key: before } = put(dataset, { expected_version: 7, collapsed_keys: [lost] });
    dataset.clock.advance(queueTime + timePerMonth);
    const { key } = put(dataset, { expected_version: 8, collapsed_keys: [lost], description: 'still lost' });
    expect(key).toMatchObject({ status: 'error', values: before.values });
    expect(key.job.error).toContain('vtk-lost');
  });

  it('rejects shares that do not add up to 100', () => {
    const assign = {
      type: 'percent',
      splits: [
        { value: 'A', pct: 60 },
        { value: 'B', pct: 30 },
      ],
    };
    const body = { name: 'Cost center', expected_version: 7, configs: [{ ...research, assign }] };
    expect(testDataset().failureOf('updateVirtualTagKey', { path, body })).toMatchObject({
      status: 422,
      details: [{ loc: ['body', 'configs', 0, 'assign', 'splits'] }],
    });
  });

  it.each([{ dimension: 'tag' }, { dimension: 'virtual_tag', key: null }])(
    'rejects the condition %o, which lacks the key to look under',
    (condition) => {
      const filter = { rules: [...research.filter.rules, { conditions: [condition] }] };
      const assign = {
        type: 'cost_based',
        input_filter: filter,
        source: { origin: 'provider', key: 'team' },
      };
      const locationOf = (config: object) =>
        testDataset().failureOf('updateVirtualTagKey', {
          path,
          body: { name: 'Cost center', expected_version: 7, configs: [{ ...research, ...config }] },
        }).details;
      const conditionAt = ['rules', 1, 'conditions', 0, 'key'];
      expect(locationOf({ filter })).toMatchObject([
        { loc: ['body', 'configs', 0, 'filter', ...conditionAt], type: 'missing' },
      ]);
      expect(locationOf({ assign })).toMatchObject([
        { loc: ['body', 'configs', 0, 'assign', 'input_filter', ...conditionAt], type: 'missing' },
      ]);
    },
  );

  it('returns 422 when rules, including those of later months, exceed the storage limit', () => {
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
      const response = dataset.attempt('updateVirtualTagKey', put(version, month));
      if (!response.failure) version += 1;
      return response.failure?.status ?? 200;
    });
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses.at(-1)).toBe(422);
    expect(dataset.dataset.state.write().length).toBeLessThan(40_000);
  });

  it('does not find a key by its name', () => {
    const request = { path: { key_id: 'Cost center' }, body: { name: 'x', expected_version: 7 } };
    expect(testDataset().failureOf('updateVirtualTagKey', request).status).toBe(404);
  });
});
