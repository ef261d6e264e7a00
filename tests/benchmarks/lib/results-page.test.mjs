import { expect, test } from 'vitest';
import { withSection } from './results-page.mjs';

const page =
  '# Benchmarks\n\nText.\n\n## Mock server\n\nFast.\n\n### Details\n\nMany.\n\n## Client\n\nSmall.\n';

test('a section takes the place of the one with its heading, with all below it', () => {
  expect(withSection(page, 'Mock server', 'Faster.')).toBe(
    '# Benchmarks\n\nText.\n\n## Mock server\n\nFaster.\n\n## Client\n\nSmall.\n',
  );
});

test('a new section comes where its readers look for it, an unknown one last', () => {
  const headings = (/** @type {string} */ text) => text.match(/(?<=^## ).*/gm);
  const soaked = withSection(page, 'Soak', 'Level.');
  expect(headings(soaked)).toEqual(['Mock server', 'Client', 'Soak']);
  expect(headings(withSection(soaked, 'Other', 'Text.'))).toEqual(['Mock server', 'Client', 'Soak', 'Other']);
  expect(headings(withSection('# Benchmarks\n\n## Soak\n\nLevel.\n', 'Client', 'Small.'))).toEqual([
    'Client',
    'Soak',
  ]);
});

test('the same section twice changes nothing', () => {
  const once = withSection(page, 'Client', 'Small.');
  expect(once).toBe(page);
});
