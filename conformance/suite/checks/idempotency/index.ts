import type { Check } from '../../../engine/check.js';
import { keyChecks } from './keys.js';
import { raceChecks } from './races.js';
import { replayChecks } from './replays.js';

export const idempotencyChecks: readonly Check[] = [...replayChecks, ...keyChecks, ...raceChecks];
