import { expect, test } from 'vitest';
import { FigureLog, type LoggedFigure } from './figure-log.js';

const figure: LoggedFigure = {
  check: 'bill.summary-is-the-sum-of-the-running-month',
  operation: 'getCostSummary',
  request: 'GET /api/v1/providers/provider_a/costs/summary',
  figure: '`total`',
  bill: 10,
  server: 10,
  difference: 0,
  status: 'equal',
  bill_rows: 3,
  statement: async () => 'SELECT sum(BilledCost)',
};
const differing = { ...figure, server: 12, difference: 2, status: 'differs' } as const;

function reportOf(figures: readonly LoggedFigure[]) {
  const log = new FigureLog();
  for (const one of figures) log.add(one);
  return log.report('bill.csv', (text) => text.replaceAll('secret', '***'));
}

test('lists the figures that differ before the others, the largest difference first', async () => {
  const { figures, compared } = await reportOf([
    figure,
    { ...differing, figure: '`small`' },
    { ...differing, figure: '`none`', server: null, difference: null },
    { ...differing, figure: '`large`', difference: -20 },
  ]);
  expect(figures.map((one) => one.figure)).toEqual(['`large`', '`none`', '`small`', '`total`']);
  expect(figures.map(({ sql }) => sql === null)).toEqual([false, false, false, true]);
  expect(compared).toBe(4);
});

test('counts a figure of several checks once, as differing if it differs in one of them', async () => {
  expect(await reportOf([figure, differing, figure])).toMatchObject({ compared: 1, differing: 1 });
  expect(await reportOf([figure, { ...figure, status: 'other_reading', difference: 1 }])).toMatchObject({
    compared: 1,
    differing: 0,
  });
});

test('stores a bounded number of figures, and counts all', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => ({ ...figure, figure: `\`${index}\`` }));
  const report = await reportOf([...many, differing]);
  expect(report).toMatchObject({ compared: 2501, differing: 1 });
  expect(report.figures).toHaveLength(2000);
  expect(report.figures[0]).toMatchObject({ status: 'differs' });
});

test('redacts data of the server', async () => {
  const { figures } = await reportOf([{ ...differing, figure: '`cost` of "secret"' }]);
  expect(figures[0]?.figure).toBe('`cost` of "***"');
});
