import type { CommandIo } from './command.js';

/**
 * API keys of the environment, where other processes of the machine do not see them.
 *
 * @param variables each contains keys that are separated by commas
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
