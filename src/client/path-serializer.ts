import { defaultPathSerializer } from 'openapi-fetch';

/**
 * Fills in the parameters of a path, each percent-encoded once.
 *
 * @param template such as `/api/v1/commitments/detail/{commitment_id}`
 * @throws {TypeError} when a parameter is missing, or would lead to another path
 */
export function serializePath(template: string, parameters: Readonly<Record<string, unknown>>): string {
  for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    // URLs resolve dots, however they are encoded.
    if (/^\.{0,2}$/.test(String(parameters[name] ?? ''))) {
      throw new TypeError(
        `${name} is ${JSON.stringify(parameters[name])}, which cannot be a part of a path: pass an id.`,
      );
    }
  }
  return defaultPathSerializer(template, parameters);
}
