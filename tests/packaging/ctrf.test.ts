import { beforeAll, expect, it } from 'vitest';
import { ctrfReport } from '../../conformance/engine/report/ctrf.js';
import { faultyServersByArea } from '../faulty-servers/index.js';
import { judge } from '../faulty-servers/judge.js';
import { aStaleWaiver } from '../support/engine/report-fixture.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { install } from './run.js';

/** The validation of the Common Test Report Format's own package. */
let validate: (document: unknown) => { valid: boolean };

beforeAll(async () => {
  const folder = temporaryFolder('ctrf');
  await install(folder, 'ctrf@0.3.0');
  ({ validate } = await import(`${folder}/node_modules/ctrf/dist/index.js`));
});

it('the report conforms to the schema of its format, which refuses an unknown status', async () => {
  const [server] = faultyServersByArea.fields ?? [];
  const report = await judge(server);
  const document = JSON.parse(ctrfReport({ ...report, stale_waivers: [aStaleWaiver] }));
  expect(validate(document)).toEqual({ valid: true, errors: [] });
  const { passed, warned } = report.summary;
  expect(document.results.summary).toMatchObject({
    tests: report.results.length + 1,
    passed: passed + warned,
  });
  document.results.tests[0].status = 'broken';
  expect(validate(document).valid).toBe(false);
});
