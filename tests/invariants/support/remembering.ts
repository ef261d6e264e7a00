import type { TestWorld } from './ask.js';

/**
 * A world that is asked each thing once, so that a hundred properties cost little more than one. Whoever
 * writes, moves the clock or asks twice takes the same world `anew()`.
 */
export function remembering(world: TestWorld): TestWorld {
  const answers = new Map<string, unknown>();
  return {
    ...world,
    ask(operationId, request = {}) {
      const key = `${operationId} ${JSON.stringify(request)}`;
      if (!answers.has(key)) answers.set(key, world.ask(operationId, request));
      return answers.get(key);
    },
  };
}
