/** Describes a value by its type where its content could be long. */
export function describe(value: unknown): string {
  if (value instanceof Date) return "a Date. Pass a string such as '2026-06-30'";
  if (typeof value === 'object' && value !== null) return value.constructor?.name ?? 'Object';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
