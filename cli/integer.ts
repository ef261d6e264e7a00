import { UsageError } from './command.js';

/** @throws {UsageError} when the value of an option is no whole number within its bounds */
export function integer(option: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new UsageError(`--${option} is a whole number ${range}, not ${text}.`);
  }
  return value;
}
