// @ts-check

/** Text that is HTML already. */
export class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/**
 * A template whose values are escaped, unless they are HTML already. Lists are joined, and null,
 * undefined and false leave nothing.
 *
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export function html(strings, ...values) {
  return new Html(strings.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

/** @param {string} text HTML that is known to be safe */
export const raw = (text) => new Html(text);

/** @param {unknown} value */
export function escaped(value) {
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** @param {unknown} value @returns {string} */
function written(value) {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(written).join('');
  return value instanceof Html ? value.text : escaped(value);
}
