import { apiKeyProblem } from '../../src/api-key-problem.js';
import { type CommandIo, UsageError } from '../command.js';

/** An API key, and a name for messages, which never contain the key. */
interface NamedKey {
  readonly key: string;
  readonly name: string;
}

export function optionKeys(keys: readonly string[] = []): NamedKey[] {
  return named(keys, '--api-key');
}

/**
 * Returns the API keys in the environment, where other processes on the machine cannot see them.
 *
 * @param variables names of variables, each with one or more keys separated by commas
 */
export function environmentKeys(
  env: CommandIo['env'],
  variables: readonly string[] = ['COST_CONTRACT_API_KEYS'],
): NamedKey[] {
  return variables.flatMap((variable) => {
    const keys = (env[variable] ?? '').split(',').map((key) => key.trim());
    return named(keys.filter(Boolean), variable);
  });
}

/** @throws {UsageError} if a key cannot be sent in a header, or is too short to redact it from reports */
export function usableKeys(keys: readonly NamedKey[]): string[] {
  for (const { key, name } of keys) {
    const problem = apiKeyProblem(key);
    if (problem) throw new UsageError(`${name} ${problem}.`);
  }
  return keys.map(({ key }) => key);
}

function named(keys: readonly string[], source: string): NamedKey[] {
  return keys.map((key, index) => ({ key, name: `API key ${index + 1} (${source})` }));
}
