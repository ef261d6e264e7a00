// @ts-check
import { fileURLToPath } from 'node:url';

/** The repository's folder, whatever folder a script is started from. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
