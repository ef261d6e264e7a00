import { expect, test } from 'vitest';
import { aReport } from '../../../tests/support/engine/report-fixture.js';
import type { BillFigure, BillReport } from '../judge/bill-report.js';
import { verdictOf } from './findings.js';
import { htmlReport } from './html/html.js';
import { markdownReport } from './markdown.js';
import { prettyReport } from './pretty.js';

const differing: BillFigure = {
  check: 'bill.savings-are-split-by-what-earned-them',
  operation: 'getEffectiveSavingsRate',
  request: 'GET /api/v1/commitments/esr?period=2026-06&scope=all',
  figure: '`total_rate_pct` of "a|<b>"',
  bill: 11.15,
  server: 94.99,
  difference: 83.84,
  status: 'differs',
  bill_rows: 12,
  sql: "SELECT sum(ListCost)\nFROM 'costs.csv';",
};
const equal: BillFigure = {
  ...differing,
  figure: '`effective_cost`',
  server: 11.15,
  difference: 0,
  status: 'equal',
  sql: null,
};

function billOf(...figures: BillFigure[]): BillReport {
  return {
    about: 'costs.csv: 20 rows from 2026-06-01 to 2026-07-01',
    compared: figures.length,
    differing: figures.filter(({ status }) => status === 'differs').length,
    figures,
    not_compared: [
      { check: 'bill.x', operation: 'listInvoiceMonths', reason: 'the bill has no complete month' },
    ],
  };
}

const report = aReport([], { bill: billOf(differing, equal) });

test('the verdict counts the figures that differ', () => {
  const progress = { implemented: ['getCostSummary'], missing: ['listProviders'], unknown: [] } as const;
  expect(verdictOf(aReport([], { ...report, progress }))).toEqual({
    word: 'CONFORMS',
    reason: 'no violations found, but 1 figure differs from the bill',
  });
  expect(verdictOf(aReport([], { bill: billOf(equal), progress })).reason).toBe('no violations found');
});

test('a terminal shows the largest differences with their statements', () => {
  const text = prettyReport(report, { colour: false });
  expect(text).toContain(
    [
      '≠ BILL 1 of 2 figures differs from the bill, the largest difference first',
      '  `total_rate_pct` of "a|<b>": bill 11.15, server 94.99 (+83.84)',
      '    GET /api/v1/commitments/esr?period=2026-06&scope=all',
      '    in DuckDB',
      '      SELECT sum(ListCost)',
      "      FROM 'costs.csv';",
    ].join('\n'),
  );
  const four = billOf(...['1', '2', '3', '4'].map((figure) => ({ ...differing, figure })));
  expect(prettyReport(aReport([], { bill: four }), { colour: false })).toContain('  … and 1 more figure; ');
  expect(prettyReport(aReport([], { bill: billOf(equal) }), { colour: false })).not.toContain('≠ BILL');
});

test('HTML and Markdown have a table of all figures, and HTML what was not compared', () => {
  for (const text of [htmlReport(report), markdownReport(report)]) {
    expect(text).toContain('<code>total_rate_pct</code> of &quot;a|&lt;b&gt;&quot;');
    expect(text).toContain('<code>effective_cost</code>');
    expect(text.match(/94\.99/g)).toHaveLength(1);
    expect(text).toContain('+83.84');
  }
  expect(htmlReport(report)).toContain('the bill has no complete month');
  // Bars of 11.15 and 94.99, only of the figure that differs.
  const bars = htmlReport(report).matchAll(/<rect class="(?:expected|actual)"[^>]* width="([\d.]+)"/g);
  expect([...bars].map(([, width]) => width)).toEqual(['11.7', '100.0']);
  expect(htmlReport(aReport([]))).not.toContain('id="bill"');
});
