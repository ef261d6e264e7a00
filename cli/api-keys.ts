import type { CommandIo } from './command.js';

/**
 * Returns the API keys in the environment, where other processes on the machine cannot see them.
 *
 * @param variables names of variables, each with one or more keys separated by commas
 */
export function keysIn(
  env: CommandIo['env'],
  variables: readonly string[] = ['COST_CONTRACT_API_KEYS'],
): string[] {
  return variables
    .flatMap((name) => (env[name] ?? '').split(','))
    .map((key) => key.trim())
    .filter(Boolean);
}
