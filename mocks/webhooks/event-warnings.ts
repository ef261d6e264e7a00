import { eventValidators, type Validator } from '../../src/generated/request-validators.js';
import { nearest } from '../../src/text/nearest.js';
import { issuesOf } from '../validation/issues-of.js';

const validators: Readonly<Record<string, Validator>> = eventValidators;

/** Longest type in a message, in characters. */
const maxTypeLength = 50;

/** Returns what the document does not allow in an event. The mock sends it all the same, so that receivers can be tested. */
export function eventWarnings(type: string, event: unknown): string[] {
  const validate = Object.hasOwn(validators, type) ? validators[type] : undefined;
  if (!validate) return [unknownType(type)];
  if (validate(event)) return [];
  return issuesOf(validate.errors ?? [], event, ['event']).map(
    ({ loc, msg }) => `\`${loc.join('.')}\` of ${type}: ${msg}`,
  );
}

function unknownType(type: string): string {
  const known = Object.keys(validators);
  const suggestion = nearest(type.slice(0, maxTypeLength), known);
  const rest = suggestion ? `Did you mean '${suggestion}'?` : `It has ${known.join(', ')}.`;
  return `The document has no event '${type.slice(0, maxTypeLength)}'. ${rest}`;
}
