import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../paths.mjs';
import { countWords } from './words.mjs';

/** @type {import('./words.mjs').Word[]} */
const words = parse(readFileSync(join(root, 'scripts/words.yaml'), 'utf8'));
const found = (/** @type {string} */ text) =>
  countWords(words, [{ path: 'docs/guides/mock.md', text }]).filter(({ isOver }) => isOver);

it.each([
  'The server answers with 404.',
  'An error that tells what it was asked for.',
  'The stored response is kept as it stands.',
  'There is no command verfy; is it verify?',
  'Makes sure that what answers is the API, be it ever so wrong.',
  'What answers is told what came of it, and tells it anew.',
  'Get how much of the commitments was used.',
  'Break down what a provider cost.',
  'Look before you send.',
  'See what was seen.',
  'In which order the mock looks at a request.',
  'Nothing is called that.',
  'A stranger spends the key.',
])('a sentence in dialect fails: %s', (sentence) => {
  expect(found(`# Mock server\n\n${sentence}\n`)).not.toEqual([]);
});

it('accepts the plain counterparts', () => {
  const plain = [
    "Unknown command 'verfy'. Did you mean 'verify'?",
    'Fails fast if the base URL is not this API.',
    'Response fields that echo a request parameter match the value sent.',
    'Get commitment utilization.',
    '`total_pages` is not an integer. It is no longer a string.',
    'Connection: keep-alive',
  ];
  expect(found(plain.join('\n'))).toEqual([]);
});

it('splits identifiers into words', () => {
  expect(found('const wasMendedAnew = mend_all();')).toMatchObject([{ places: [{}, {}] }, { places: [{}] }]);
});

it('counts up to what a word may occur, and names the line of each place', () => {
  const word = { find: 'asks?', write: 'request', most: 1 };
  const files = [{ path: 'a.md', text: 'It asks.\nWho asks?' }];
  expect(countWords([word], files)).toEqual([
    {
      word,
      isOver: true,
      places: [
        { path: 'a.md', line: 1, text: 'It asks.' },
        { path: 'a.md', line: 2, text: 'Who asks?' },
      ],
    },
  ]);
  expect(countWords([{ ...word, most: 2 }], files)[0]?.isOver).toBe(false);
});
