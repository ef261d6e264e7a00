import type { CommandIo } from './command.js';

/** API keys of the environment, where other processes of the machine do not see them. */
export function keysIn(env: CommandIo['env']): string[] {
  return (env.COST_CONTRACT_API_KEYS ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
}
