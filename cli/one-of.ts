import { UsageError } from './command.js';

/** @throws {UsageError} when the value of an option is none of those that it takes */
export function oneOf<T extends string>(option: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found !== undefined) return found;
  throw new UsageError(`--${option} is ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, not ${text}.`);
}
