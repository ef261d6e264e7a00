interface Pair {
  readonly key: string;
  readonly value: unknown;
  readonly isInherited: boolean;
}

/**
 * A JSON object in place of a list of keys and values, as the terminal reads one: a value that was set counts more than one
 * that is inherited. Other texts are unchanged.
 */
export function withoutList(text: string): string {
  const pairs = text.startsWith('[') ? pairsOf(text) : null;
  if (pairs === null) return text;
  const counted = pairs.filter(
    ({ key, isInherited }) =>
      !(isInherited && pairs.some((other) => other.key === key && !other.isInherited)),
  );
  const members = counted.map(({ key, value }) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{${[...new Set(members)].sort().join(',')}}`;
}

/** Null for a text that is not such a list. */
function pairsOf(text: string): readonly Pair[] | null {
  try {
    const pairs = (JSON.parse(text) as readonly unknown[]).map(pairOf);
    return pairs.every((pair) => pair !== null) ? pairs : null;
  } catch {
    return null;
  }
}

function pairOf(item: unknown): Pair | null {
  const {
    key,
    Key = key,
    value,
    Value = value ?? null,
    x_inherited,
    inherited = x_inherited,
    Inherited = inherited,
  } = { ...Object(item) };
  return typeof Key === 'string' ? { key: Key, value: Value, isInherited: Inherited === true } : null;
}
