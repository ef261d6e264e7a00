import { expect, test } from 'vitest';
import { withSection } from './results-page.mjs';

const page = '# Benchmarks\n\nText.\n\n## Mock\n\nFast.\n\n### Details\n\nMany.\n\n## Client\n\nSmall.\n';

test('a section takes the place of the one with its heading, with all below it', () => {
  expect(withSection(page, 'Mock', 'Faster.')).toBe(
    '# Benchmarks\n\nText.\n\n## Mock\n\nFaster.\n\n## Client\n\nSmall.\n',
  );
});

test('a new section comes last', () => {
  expect(withSection(page, 'Soak', 'Level.')).toBe(`${page}\n## Soak\n\nLevel.\n`);
});

test('the same section twice changes nothing', () => {
  const once = withSection(page, 'Client', 'Small.');
  expect(once).toBe(page);
});
