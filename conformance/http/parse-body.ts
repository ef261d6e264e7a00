/** JSON nested deeper than any answer of the contract counts as none, so that all of it can be walked. */
const deepest = 100;

/** @returns the parsed body; undefined when it is not JSON */
export function parseBody(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  let level = [value];
  for (let depth = 0; depth < deepest; depth += 1) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
    if (level.length === 0) return value;
  }
  return undefined;
}

/** @returns how many names and values JSON holds at most; it is not parsed, as three characters can make an object */
export function partsIn(text: string): number {
  let parts = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Each but the first stands after one of these: , : [ {
    if (code === 0x2c || code === 0x3a || code === 0x5b || code === 0x7b) parts += 1;
  }
  return parts;
}
