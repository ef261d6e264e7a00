import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlReport } from '../../conformance/report/html.js';
import { jsonReport } from '../../conformance/report/json.js';
import { junitReport } from '../../conformance/report/junit.js';
import { markdownReport } from '../../conformance/report/markdown.js';
import { prettyReport } from '../../conformance/report/pretty.js';
import type { Report } from '../../conformance/report.js';
import { runChecks } from '../../conformance/run-checks.js';
import { createMock } from '../../mocks/create-mock.js';
import { createIndependentServer } from '../independent/typescript/independent-server.js';
import { inProcess } from '../support/in-process.js';
import { mockHandler } from '../support/mock-handler.js';
import type { Handler } from '../support/serve.js';
import { anyChoices, anyKey, reveals, spell } from '../support/spellings.js';

const target = 'http://127.0.0.1';
const only = ['authentication.key-is-not-repeated', 'envelope.*', 'fields.*'];

const pagesOf = (report: Report): Record<string, string> => ({
  pretty: prettyReport(report, { colour: false }),
  json: jsonReport(report),
  junit: junitReport(report),
  markdown: markdownReport(report),
  html: htmlReport(report),
});

/** Puts a text into bodies, where it also breaks what checks show, and into a header. */
const repeating =
  (right: Handler, text: string, padding: number): Handler =>
  async (request) => {
    const answer = await right(request);
    return {
      ...answer,
      headers: { ...answer.headers, 'x-asked-by': text },
      body: answer.body
        .replace(/"timestamp":"[^"]*"/, `"timestamp":"${' '.repeat(padding)}${text}"`)
        .replace(/}$/, `,"asked_by":"${text}","${text}":{}}`),
    };
  };

test('no spelling of a key gets into a report of any kind', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(anyKey, anyKey, anyChoices, fc.nat(170), async (...drawn) => {
    const [key, other, choices, padding] = drawn;
    fc.pre(key !== other);
    const apiKeys = [key, other];
    const right = createIndependentServer({ keys: apiKeys });
    const sender = inProcess(repeating(right, spell(key, choices), padding));
    const report = await runChecks({ target, apiKeys, sender, only });
    const repeated = report.results.filter(({ id }) => id === 'authentication.key-is-not-repeated');
    expect(repeated.some(({ status }) => status === 'warned')).toBe(true);
    for (const [name, page] of Object.entries(pagesOf(report))) {
      expect(page).toContain('[redacted]');
      expect(reveals(page, key), `the ${name} report`).toBe(false);
    }
  });
  await fc.assert(property, { numRuns: 12 });
});

// Each of these is, or is in, what a server that conforms says of its own.
test.each([
  ['provider_a', 'commitments'],
  ['compute-key', 'active-key'],
  ['reserved_instance', 'total_pages'],
  ['provider_a-key', '12345678'],
])('the words %s and %s as keys make no correct server fail', { timeout: 60_000 }, async (...keys) => {
  const mock = await createMock({ keys, frozen: true });
  const sender = inProcess(mockHandler(mock));
  const areas = ['envelope.*', 'fields.*', 'pagination.*', 'providers.*', 'operations.*'];
  const { summary } = await runChecks({ target, apiKeys: keys, sender, only: areas });
  await mock.close();
  expect(summary).toMatchObject({ failed: 0, errored: 0, blocked: 0 });
  expect(summary.passed).toBeGreaterThan(100);
});
