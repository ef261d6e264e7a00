import { firstOf } from './beginning-of.js';

const maxLength = 160;

/** Formats a value as JSON on one line, truncated to 160 characters. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= maxLength ? text : `${firstOf(text, maxLength)}…`;
}
