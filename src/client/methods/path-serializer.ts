import { defaultPathSerializer } from 'openapi-fetch';

/**
 * Replaces the parameters of a path template, each percent-encoded once.
 *
 * @param template a path template such as `/api/v1/commitments/detail/{commitment_id}`
 * @throws {TypeError} if a parameter is missing, or would change the path
 */
export function serializePath(template: string, parameters: Readonly<Record<string, unknown>>): string {
  for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    // URL parsers resolve dot segments, even if they are percent-encoded.
    if (/^\.{0,2}$/.test(String(parameters[name] ?? ''))) {
      throw new TypeError(
        `Path parameter '${name}' must not be empty, '.' or '..', got ${JSON.stringify(parameters[name])}.`,
      );
    }
  }
  return defaultPathSerializer(template, parameters);
}
