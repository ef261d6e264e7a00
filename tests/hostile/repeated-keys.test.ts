import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runChecks } from '../../conformance/suite/run.js';
import { createMock } from '../../mocks/create-mock.js';
import { createIndependentServer } from '../independent/typescript/independent-server.js';
import { everyReport } from '../support/engine/every-report.js';
import { anyChoices, anyKey, reveals, spell } from '../support/engine/spellings.js';
import { inProcess } from '../support/in-process.js';
import { mockHandler } from '../support/mock-handler.js';
import type { Handler } from '../support/serve.js';

const target = 'http://127.0.0.1';
const only = ['authentication.key-is-not-repeated', 'envelope.*', 'fields.*'];

/** Inserts a text into bodies, also where checks quote them, and into a header. */
const echoing =
  (right: Handler, text: string, padding: number): Handler =>
  async (request) => {
    const response = await right(request);
    return {
      ...response,
      headers: { ...response.headers, 'x-requested-by': text },
      body: response.body
        .replace(/"timestamp":"[^"]*"/, `"timestamp":"${' '.repeat(padding)}${text}"`)
        .replace(/}$/, `,"requested_by":"${text}","${text}":{}}`),
    };
  };

test('no report contains an API key in any encoding', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(anyKey, anyKey, anyChoices, fc.nat(170), async (...values) => {
    const [key, other, choices, padding] = values;
    fc.pre(key !== other);
    const apiKeys = [key, other];
    const right = createIndependentServer({ keys: apiKeys });
    const sender = inProcess(echoing(right, spell(key, choices), padding));
    const report = await runChecks({ target, apiKeys, sender, only });
    const repeated = report.results.filter(({ id }) => id === 'authentication.key-is-not-repeated');
    expect(repeated.some(({ status }) => status === 'warned')).toBe(true);
    const pages = everyReport(report);
    for (const [name, page] of Object.entries(pages))
      expect(reveals(page, key), `the ${name} report`).toBe(false);
    // The others are cut, so they may lack the part with the key.
    for (const name of ['verbose', 'json', 'junit', 'markdown', 'html'] as const)
      expect(pages[name]).toContain('[redacted]');
  });
  await fc.assert(property, { numRuns: 12 });
});

// A correct server returns each of these words, or a part of it.
test.each([
  ['provider_a', 'commitments'],
  ['compute-key', 'active-key'],
  ['reserved_instance', 'total_pages'],
  ['provider_a-key', '12345678'],
])('a correct server with the API keys %s and %s conforms', async (...keys) => {
  const mock = await createMock({ keys, frozen: true });
  const sender = inProcess(mockHandler(mock));
  const areas = ['envelope.*', 'fields.*', 'pagination.*', 'providers.*', 'operations.*'];
  const { summary } = await runChecks({ target, apiKeys: keys, sender, only: areas });
  await mock.close();
  expect(summary).toMatchObject({ failed: 0, errored: 0, blocked: 0 });
  expect(summary.passed).toBeGreaterThan(100);
});
