import type { Check } from '../engine/check.js';
import type { Waiver } from '../engine/judge/waiver-book.js';
import * as waivers from '../engine/judge/waivers.js';
import { api } from './api.js';

/**
 * Parses a list of waivers in YAML or JSON.
 *
 * @param file the file's name, for messages
 * @throws {BadWaivers} if the text is not a list of valid waivers
 */
export function readWaivers(
  text: string,
  file: string,
  checks: readonly Check[] = api.checks,
): readonly Waiver[] {
  return waivers.readWaivers(text, file, { checks, operations: api.operations });
}
