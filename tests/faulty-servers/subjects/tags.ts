import { changed, changedData, refuses } from '../changes.js';
import { plus } from '../edited.js';
import { also, type Change, onIndependent, onMock } from '../faulty-server.js';

const update = 'PUT /tags/virtual/*';

const done = {
  id: 'J0',
  status: 'done',
  from_period: '2026-06',
  to_period: '2026-06',
  periods_done: 1,
  periods_total: 1,
  error: null,
  created_at: '2026-06-15T12:00:00Z',
  finished_at: '2026-06-15T12:00:00Z',
};

/** Edits both copies of the job of an update. Adds a job to an update that has none because it changes nothing. */
const changedJob = (edit: (job: typeof done) => object): Change =>
  changed(update, '', (data) => {
    const job = edit(data.job ?? done);
    return { ...data, job, key: { ...data.key, job } };
  });

const config = { filter: { rules: [] }, time_frame: null, assign: { type: 'value', value: 'red' } };

export const tagServers = [
  ...onIndependent({
    'tags.window-ends-after-it-starts': {
      'a window that ends before it starts': changed(update, 'key.window', {
        start: '2026-06-15',
        end: '2026-05-01',
      }),
    },
    'tags.spend-adds-up': {
      'a total spend greater than its parts': changed(update, 'key.total_spend', plus(10)),
    },
    'tags.values-are-unique': {
      'two values of a tag key with the same id': changed(update, 'key.values', (list) => [
        ...list,
        { ...list[0], spend: 0, resource_count: 0 },
      ]),
    },
    'tags.resources-cover-their-values': {
      'a tag key with fewer resources than one of its values': changed(update, 'key.resource_count', 0),
    },
    'tags.periods-are-the-months-between': {
      'a number of periods without the last month': changedJob((job) => ({
        ...job,
        from_period: '2026-03',
        to_period: '2026-06',
        periods_total: 3,
      })),
    },
    'tags.update-raises-the-version': {
      // Only the response is wrong: the server itself raises the version.
      'an update that does not raise the version': also(
        changed(update, 'key.rules_version', plus(-1)),
        'idempotency.replay-does-not-run-again',
        'idempotency.callers-do-not-collide',
        'idempotency.failure-is-not-stored',
        'idempotency.upper-case-key-is-accepted',
        'idempotency.race-is-won-by-one',
      ),
    },
    'tags.key-is-the-one-updated': {
      'an update that returns the old name': changed(update, 'key.name', 'Before'),
      'a name in another normalization form': changed(update, 'key.name', (name) => name.normalize('NFC')),
      'a name without characters outside the Basic Multilingual Plane': changed(update, 'key.name', (name) =>
        name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
      ),
      'a name with HTML entities': changed(update, 'key.name', (name) => name.replaceAll('<', '&lt;')),
      'a name with doubled backslashes': changed(update, 'key.name', (name) => name.replaceAll('\\', '\\\\')),
      'a name that is cut': changed(update, 'key.name', (name) => name.slice(0, 32)),
    },
    'tags.config-positions-are-distinct': {
      'two configs with the same position': also(
        changed(
          update,
          'key.configs',
          ['c1', 'c2'].map((id) => ({ id, position: 0, ...config })),
        ),
        'tags.rules-are-stored-as-sent',
        'tags.time-frames-and-shares-are-stored-as-sent',
      ),
    },
    'tags.queued-job-has-not-ended': {
      'a queued job with finished_at': changedJob((job) => ({
        ...job,
        status: 'queued',
        finished_at: '2026-06-15T12:00:00Z',
      })),
    },
    'tags.job-matches-the-key': {
      'a job in the key that differs from the job of the update': changed(
        update,
        '',
        ({ key, job, ...data }) => ({
          ...data,
          job: job ?? done,
          key: { ...key, job: { ...(job ?? done), id: 'another' } },
        }),
      ),
    },
    'tags.job-progress-is-possible': {
      'a job with more periods done than in total': also(
        changedJob((job) => ({
          ...job,
          periods_done: job.periods_total + 1,
        })),
        'tags.waiting-job-has-done-nothing',
      ),
    },
    'tags.job-ends-after-it-starts': {
      'a job whose last period is before its first': also(
        changedJob((job) => ({ ...job, from_period: '2026-06', to_period: '2026-04' })),
        'tags.periods-are-the-months-between',
      ),
    },
    'tags.each-change-has-its-own-job': {
      'the same job for every change of a tag key': changedJob((job) => ({ ...job, id: 'J1' })),
    },
  }),
  ...onMock({
    'tags.status-fits-the-job': {
      'a tag key that is reprocessed without a job': changedData(update, ({ key }) => {
        key.status = 'reprocessing';
        key.job = null;
      }),
    },
    'tags.documented-rules-are-accepted': {
      'an update with shares that is rejected': refuses(update, 422, ({ body }) => body.includes('splits')),
    },
    'tags.rules-are-stored-as-sent': {
      'rules that are stored with another operator': changedData(update, ({ key }) => {
        for (const rule of key.configs.flatMap(({ filter }: any) => filter.rules))
          for (const condition of rule.conditions) condition.operator = 'is';
      }),
      'rules that are stored in another order': also(
        changed(update, 'key.configs', (configs) => configs.toReversed()),
        'tags.time-frames-and-shares-are-stored-as-sent',
      ),
    },
    'tags.time-frames-and-shares-are-stored-as-sent': {
      'rules that are stored without their days': changed(update, 'key.configs[].time_frame', null),
    },
    'tags.collapsed-keys-are-stored-as-sent': {
      'a key taken over without its prefix': changed(update, 'key.collapsed_keys[].value_prefix', ''),
    },
    'tags.update-is-stored-as-sent': {
      'a description that is not stored': changed(update, 'key.description', ''),
    },
    'tags.job-times-are-in-order': {
      'a job that was created in the future': changedJob((job) => ({
        ...job,
        created_at: '2031-01-01T00:00:00Z',
      })),
    },
    'tags.waiting-job-has-done-nothing': {
      'a queued job that has done a month': changedJob((job) => ({
        ...job,
        ...(job.status === 'queued' ? { periods_done: 1 } : {}),
      })),
    },
  }),
];
