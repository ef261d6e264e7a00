import { show } from '../../engine/show.js';
import { nameOf } from '../expect/schema-errors.js';
import { inEnvelope } from './shared/in-envelope.js';

/** What programs write into a sentence for a value that they do not have. */
const placeholder = /(^|[\s("'`$=:])(null|undefined|NaN|\[object Object\])($|[\s)"'`,.;:%])/;

interface Part {
  readonly name: string;
  readonly value: unknown;
  readonly within?: Part;
}

function pathOf({ name, within }: Part): string[] {
  const path = [name];
  for (let part = within; part; part = part.within) path.push(part.name);
  return path.reverse();
}

/** Finds the first text with a placeholder among other words; a text that is one word may be a name. */
function placeholderIn(data: unknown): Part | undefined {
  const parts: Part[] = [{ name: 'data', value: data }];
  // A list in place of recursion: a response may be nested deeply.
  for (const part of parts) {
    const { value } = part;
    if (typeof value === 'string' && value.includes(' ') && placeholder.test(value)) return part;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, own] of Object.entries(value)) parts.push({ name, value: own, within: part });
  }
  return undefined;
}

export const textCheck = inEnvelope({
  id: 'fields.texts-name-their-values',
  deviation: 'preference',
  level: 'SHOULD',
  basis: 'proposed',
  requirement: 'No text contains `null`, `undefined`, `NaN` or `[object Object]` in place of a value.',
  source: 'Proposed by this contract',
  on: 'success',
  judge: ({ data }) => {
    const found = placeholderIn(data);
    if (!found) return true;
    return {
      message: `${nameOf(pathOf(found))} contains a placeholder in place of a value.`,
      expected: 'a sentence with the value, or without it',
      actual: show(found.value),
    };
  },
});
