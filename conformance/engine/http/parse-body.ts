/** Maximum depth of JSON, so that checks can traverse it recursively. Responses of the contract are far below it. */
const maxDepth = 100;

/**
 * Returns the parsed body; undefined if it is not JSON or nested too deep.
 *
 * @param depth of nesting, if it is known
 */
export function parseBody(text: string, depth = measure(text).depth): unknown {
  if (depth > maxDepth) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Measures JSON without parsing it, because a small text can use much memory: three characters are an object.
 *
 * @returns the number of names and values, the number of names, and the depth of nesting
 */
export function measure(text: string): { parts: number; names: number; depth: number } {
  let parts = 1;
  let names = 0;
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
      case ':':
        names += 1;
        parts += 1;
        break;
      case ',':
        parts += 1;
        break;
    }
  }
  return { parts, names, depth };
}

/** Returns the end of the string that starts at `start`, or of the text. */
export function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end));
  return end;
}

/** Whether an odd number of backslashes precedes an index. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
