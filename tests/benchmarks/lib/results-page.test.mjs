import { expect, test } from 'vitest';
import { withSection } from './results-page.mjs';

const page =
  '# Benchmarks\n\nText.\n\n## Mock server\n\nFast.\n\n### Details\n\nMany.\n\n## Client\n\nSmall.\n';

test('replaces a section with its subsections', () => {
  expect(withSection(page, 'Mock server', 'Faster.')).toBe(
    '# Benchmarks\n\nText.\n\n## Mock server\n\nFaster.\n\n## Client\n\nSmall.\n',
  );
  expect(withSection(page, 'Client', 'Small.')).toBe(page);
});

test('rejects an unknown section', () => {
  expect(() => withSection(page, 'Soak', 'Level.')).toThrow('has no section Soak');
});
