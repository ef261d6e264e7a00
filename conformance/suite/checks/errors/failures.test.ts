import { describe, expect, test } from 'vitest';
import { failureChecks } from './failures.js';

function judge(message: string) {
  const json = { success: false, error: { code: 'NOT_FOUND', message, details: null } };
  const exchange = { response: { status: 404, headers: {}, json, body: JSON.stringify(json) } };
  return failureChecks.find(({ id }) => id === 'errors.no-stack-trace')?.run(exchange as any);
}

describe('errors.no-stack-trace', () => {
  test.each([
    ['JavaScript', 'Error: no\n    at find (/srv/app/routes.js:14:11)', 'at find (/srv/app/routes.js:14:11'],
    ['a module', 'no at file:///srv/app.mjs:3:9', 'at file:///srv/app.mjs:3:9'],
    ['Node', 'at node:internal/process/task_queues:95:5', 'at node:internal/process/task_queues:95:5'],
    ['Python', 'File "/srv/app/main.py", line 12, in find', 'File \\"/srv/app/main.py\\", line 12'],
    ['Java', 'at com.example.Find.run(Find.java:31)', 'at com.example.Find.run(Find.java:31)'],
    ['Go', 'goroutine 17 [running]:', 'goroutine 17 ['],
    ['a query', 'SELECT id FROM commitments', 'SELECT id FROM'],
    ['an update', 'failed: UPDATE plans SET x = 1', 'UPDATE plans SET'],
  ])('finds one of %s', (_, message, shown) => {
    expect(() => judge(message)).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ actual: `"${shown}"` })] }),
    );
  });

  test.each([
    'The rate limit is exceeded. Try again at 2026-06-15T12:30:45Z.',
    'SELECT a plan.\nFROM July on it is renewed.',
    'UPDATE or create a plan.',
    'The file "costs.csv" is empty, line 1 is missing.',
  ])('accepts %s', (message) => {
    expect(() => judge(message)).not.toThrow();
  });
});
