/** Whether an object in JSON has a key twice, of which `JSON.parse` would return the last. */
export function hasRepeatedKey(json: string): boolean {
  const keys = new Set<string>();
  let depth = 0;
  for (const [token, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*"?)\s*(:?)|[{}[\]]/g)) {
    if (text === undefined) depth += token === '{' || token === '[' ? 1 : -1;
    else if (colon && depth === 1) {
      // Parsed, since one key can be written in several ways.
      const key: string = JSON.parse(text);
      if (keys.has(key)) return true;
      keys.add(key);
    }
  }
  return false;
}
