import { documentText } from '../mocks/front/document-text.js';
import type { CommandIo } from './command.js';

/** Prints the OpenAPI document. */
export async function runSpec(
  { format }: { format: 'yaml' | 'json' },
  { stdout }: CommandIo,
): Promise<number> {
  const text = await documentText(format);
  stdout.writeRaw(format === 'json' ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text);
  return 0;
}
