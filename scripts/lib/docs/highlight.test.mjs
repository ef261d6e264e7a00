import { expect, it } from 'vitest';
import { highlight } from './highlight.mjs';

const shown = (code, language) => String(highlight(code, language));

it('tells names from values in JSON, and escapes both', () => {
  expect(shown('{"a<b": "c: 1", "n": -1.5e3, "t": true}', 'json')).toBe(
    '{<span class="k">&quot;a&lt;b&quot;</span>: <span class="s">&quot;c: 1&quot;</span>, <span class="k">&quot;n&quot;</span>: <span class="n">-1.5e3</span>, <span class="k">&quot;t&quot;</span>: <span class="w">true</span>}',
  );
});

it('takes no word in a string for a keyword', () => {
  expect(shown("const a = 'new // const';", 'ts')).toBe(
    '<span class="w">const</span> a = <span class="s">\'new // const\'</span>;',
  );
});

it('dims comments of a shell, but not a # within a word', () => {
  expect(shown('curl a#b # why', 'sh')).toBe('curl a#b <span class="dim"># why</span>');
});

it('leaves an unknown language as it is', () => {
  expect(shown('1 < 2', 'text')).toBe('1 &lt; 2');
});
