import { stringify } from 'yaml';
import { documentText } from '../mocks/front/document-text.js';
import { openapi30 } from '../src/openapi-3.0/openapi-3.0.js';
import type { CommandIo } from './command.js';

export interface SpecOptions {
  readonly format: 'yaml' | 'json';
  readonly openapi: '3.1' | '3.0';
}

/** Prints the OpenAPI document. */
export async function runSpec(options: SpecOptions, { stdout }: CommandIo): Promise<number> {
  stdout.writeRaw(await textOf(options));
  return 0;
}

async function textOf({ format, openapi }: SpecOptions): Promise<string> {
  if (format === 'yaml' && openapi === '3.1') return documentText('openapi.yaml');
  const newest = JSON.parse(await documentText('openapi.json'));
  const document = openapi === '3.0' ? openapi30(newest) : newest;
  return format === 'json'
    ? `${JSON.stringify(document, null, 2)}\n`
    : stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
