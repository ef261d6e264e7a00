// @ts-check
import { parseArgs } from 'node:util';

/**
 * Parses the options of a script. The type of an option is the type of its default: a positive integer, a flag or a
 * string. Exits with code 2 and a message if the command line is invalid.
 *
 * @template {Record<string, number | boolean | string>} T
 * @param {T} defaults by name
 * @param {boolean} [allowPositionals] whether there may be arguments beside the options, in `positionals`
 * @returns {{ [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : string } & { positionals: string[] }}
 */
export function optionsOf(defaults, allowPositionals = false) {
  const options = Object.entries(defaults).map(([name, value]) => {
    return [name, typeof value === 'boolean' ? { type: 'boolean' } : { type: 'string' }];
  });
  try {
    const { values, positionals } = parseArgs({ allowPositionals, options: Object.fromEntries(options) });
    const numbers = Object.keys(values).filter((name) => typeof defaults[name] === 'number');
    const parsed = Object.fromEntries(
      numbers.map((name) => [name, numberOf(name, /** @type {any} */ (values)[name])]),
    );
    return /** @type {any} */ ({ ...defaults, ...values, ...parsed, positionals });
  } catch (error) {
    // Node's messages end without a full stop.
    console.error(/** @type {Error} */ (error).message.replace(/\.?$/, '.'));
    process.exit(2);
  }
}

/** @param {string} name @param {unknown} text */
function numberOf(name, text) {
  if (!/^[1-9]\d*$/.test(String(text))) throw new Error(`--${name} must be a positive integer, got ${text}.`);
  return Number(text);
}
