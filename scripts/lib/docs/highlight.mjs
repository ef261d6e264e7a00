// @ts-check
import { escaped, raw } from './html.mjs';

const json = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/**
 * Code as HTML. Only JSON is coloured, as answers are what readers scan most; comments of shells and
 * prompts are dimmed.
 *
 * @param {string} code
 * @param {string} language
 */
export function highlight(code, language) {
  if (language === 'json') return raw(highlightJson(code));
  if (language === 'sh' || language === 'yaml') {
    return raw(escaped(code).replace(/(^|\s)(# .*)$/gm, '$1<span class="dim">$2</span>'));
  }
  if (language === 'diff') {
    return raw(
      escaped(code)
        .replace(/^\+.*$/gm, '<ins>$&</ins>')
        .replace(/^-.*$/gm, '<del>$&</del>'),
    );
  }
  return raw(escaped(code));
}

/** @param {string} code */
function highlightJson(code) {
  let end = 0;
  let text = '';
  for (const found of code.matchAll(json)) {
    const [whole, string, colon, word, number] = found;
    text += escaped(code.slice(end, found.index));
    end = found.index + whole.length;
    if (string !== undefined) {
      text += colon === undefined ? mark('s', string) : `${mark('k', string)}${colon}`;
    } else text += mark(word === undefined ? 'n' : 'w', word ?? number ?? '');
  }
  return text + escaped(code.slice(end));
}

/** @param {string} kind @param {string} text */
function mark(kind, text) {
  return `<span class="${kind}">${escaped(text)}</span>`;
}
