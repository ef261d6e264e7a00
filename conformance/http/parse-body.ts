/** JSON nested deeper than any answer of the contract counts as none, so that all of it can be walked. */
const deepest = 100;

/** @returns the parsed body; undefined when it is not JSON */
export function parseBody(text: string): unknown {
  if (measure(text).depth > deepest) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * How much JSON holds, without parsing it: three characters can make an object.
 *
 * @returns its names and values, and how deep they are nested
 */
export function measure(text: string): { parts: number; depth: number } {
  let parts = 1;
  let open = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text[index]) {
      case '"':
        index = endOfString(text, index);
        break;
      case '[':
      case '{':
        open += 1;
        depth = Math.max(depth, open);
        parts += 1;
        break;
      case ']':
      case '}':
        open -= 1;
        break;
      case ',':
      case ':':
        parts += 1;
        break;
    }
  }
  return { parts, depth };
}

/** @returns where the string that begins at `start` ends, or the text */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end));
  return end;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
