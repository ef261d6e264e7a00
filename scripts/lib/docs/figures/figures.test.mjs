import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMock } from '../../../../mocks/index.ts';
import { bars } from './bars.mjs';
import { figures } from './index.mjs';

const mock = await createMock({ frozen: true });
const pictures = Object.fromEntries(
  Object.entries(await figures(mock)).map(([name, { text }]) => [name, text]),
);
const read = async (path) => {
  const response = await mock.fetch(path, { headers: { Authorization: 'Bearer ccc_test_caller' } });
  return (await response.json()).data;
};
/** The widths of the parts of a kind, in the order of the bars. */
const widths = (picture, kind) =>
  [...picture.matchAll(new RegExp(`class="part-${kind}"[^>]* width="([\\d.]+)"`, 'g'))].map(([, width]) =>
    Number(width),
  );

it('used hours are as long as the mock says', async () => {
  const { services } = await read('/api/v1/commitments/utilization');
  const bought = services.filter(({ purchased_hours }) => purchased_hours > 0);
  const [used, unused] = [widths(pictures.utilization, 'used'), widths(pictures.utilization, 'unused')];
  expect(used.map((width, index) => Math.round((100 * width) / (width + unused[index])))).toEqual(
    bought.map(({ utilization_pct }) => Math.round(utilization_pct)),
  );
});

it('the steps lead from public prices to what was paid', async () => {
  const { totals } = await read('/api/v1/commitments/esr');
  const [list, paid] = widths(pictures['savings-steps'], 'paid');
  expect(paid / list).toBeCloseTo(totals.effective_cost / totals.on_demand_equivalent, 2);
  const [[negotiated], [saved]] = ['negotiated', 'used'].map((kind) =>
    widths(pictures['savings-steps'], kind),
  );
  expect(list - negotiated - saved).toBeCloseTo(paid, 0);
});

it('every picture is told to those who do not see it', () => {
  for (const picture of Object.values(pictures)) {
    const [, name = ''] = /<svg [^>]*role="img" aria-label="([^"]+)"/.exec(picture) ?? [];
    expect(name).toMatch(/\d/);
  }
});

it('every picture stands in the guide', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/commitments.md', import.meta.url), 'utf8');
  const shown = [...guide.matchAll(/^```figure\n(.+)\n```$/gm)].map(([, name]) => name);
  expect(shown.sort()).toEqual(
    Object.keys(pictures)
      .filter((name) => name !== 'glance')
      .sort(),
  );
});

it('a long label stands above its bar', () => {
  const chart = { title: 't', legend: [], most: 1, caption: { text: '' } };
  const row = (label) => ({ label, value: '1', parts: [{ kind: 'used', amount: 1 }] });
  expect(bars({ ...chart, rows: [row('short')] }).text).toContain('text-anchor="end"');
  expect(bars({ ...chart, rows: [row('a label of many letters')] }).text).not.toContain('text-anchor="end"');
});
