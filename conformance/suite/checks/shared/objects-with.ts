/** Returns the objects in a value, at any depth, that have a property of this name. */
export function having(value: unknown, name: string): any[] {
  if (Array.isArray(value)) return value.flatMap((part) => having(part, name));
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((part) => having(part, name));
  return name in value ? [value, ...inside] : inside;
}
