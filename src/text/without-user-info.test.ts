import { expect, test } from 'vitest';
import { withoutUserInfo } from './without-user-info.js';

test.each([
  ['https://somebody:geheim@costs.example:99999/a@b', 'https://costs.example:99999/a@b'],
  ['somebody:geheim@costs.example', 'costs.example'],
  ['https://some@body:geheim@/', 'https:///'],
  ['https://costs.example/?x=a@b#c@d', 'https://costs.example/?x=a@b#c@d'],
  ['', ''],
])('shows %s as %s', (text, shown) => {
  expect(withoutUserInfo(text)).toBe(shown);
});
