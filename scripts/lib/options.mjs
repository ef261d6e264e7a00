// @ts-check
import { parseArgs } from 'node:util';

/**
 * Parses the options of a script. The type of an option is the type of its default: a positive integer, a flag or a
 * string. Exits with code 2 and a message if the command line is invalid.
 *
 * @template {Record<string, number | boolean | string>} T
 * @param {T} defaults by name
 * @param {readonly string[]} [args]
 * @returns {{ [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : string }}
 */
export function optionsOf(defaults, args = process.argv.slice(2)) {
  try {
    return /** @type {any} */ (parseOptions(defaults, args));
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(2);
  }
}

/**
 * @param {Record<string, number | boolean | string>} defaults
 * @param {readonly string[]} args
 * @throws {Error} if the command line is invalid
 */
export function parseOptions(defaults, args) {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      { type: /** @type {'boolean' | 'string'} */ (typeof value === 'boolean' ? 'boolean' : 'string') },
    ]),
  );
  const known = Object.keys(defaults).map((name) => `--${name}`);
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new Error(`Unexpected argument '${token.value}'.`);
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(defaults, token.name))
      throw new Error(`Unknown option '${token.rawName}'. Known options: ${known.join(', ') || 'none'}.`);
    const isFlag = typeof defaults[token.name] === 'boolean';
    if (isFlag && token.value !== undefined) throw new Error(`${token.rawName} does not take a value.`);
    const isMissing = !token.value || (!token.inlineValue && token.value.startsWith('--'));
    if (!isFlag && isMissing) throw new Error(`${token.rawName} requires a value.`);
  }
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const given = values[name];
      if (given === undefined) return [name, value];
      return [name, typeof value === 'number' ? numberOf(name, String(given)) : given];
    }),
  );
}

/** @param {string} name @param {string} text */
function numberOf(name, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a positive integer, got ${text}.`);
  return Number(text);
}
