import { expect, test } from 'vitest';
import { apiKeyProblem } from './api-key-problem.js';

test.each(['eight-ch', 'ccc_test_caller', 'abc+/SECRET~caller-0001==', 'key:with"quotes\\'])(
  'accepts the key %s',
  (key) => {
    expect(apiKeyProblem(key)).toBeUndefined();
  },
);

test.each([
  ['', 'shorter than 8 characters'],
  ['7-chars', 'shorter than 8 characters'],
  ['key-from-a-file\r\n', 'line break'],
  ['key-from-a-file\r', 'line break'],
  ['key of a caller', 'white space'],
  ['key-of-a-caller\u0000', 'visible ASCII'],
  ['schlüssel-1', 'visible ASCII'],
])('rejects %j with a message that does not contain it', (key, words) => {
  expect(apiKeyProblem(key)).toContain(words);
  if (key !== '') expect(apiKeyProblem(key)).not.toContain(key.trim());
});
