import { responseValidators, type SchemaError } from '../../../src/generated/validators.js';
import { perExchange } from '../../engine/judge/per-exchange.js';
import { show } from '../../engine/show.js';

/**
 * Returns how a response differs from the schema of its operation and status; undefined if the document has no such
 * schema, or the body is not JSON.
 */
export const schemaErrorsOf = perExchange(({ operationId, response }): readonly SchemaError[] | undefined => {
  const validate =
    operationId === null ? undefined : responseValidators[operationId][String(response.status)];
  if (!validate || response.json === undefined) return undefined;
  return validate(response.json)
    ? []
    : withoutBranches(withUnknownVariants(validate.errors ?? []), response.json);
});

/**
 * Reports a discriminator that names no variant of its union as such, instead of as a wrong value: the other fields
 * cannot be judged. A missing discriminator is reported like every missing field.
 */
function withUnknownVariants(errors: readonly SchemaError[]): SchemaError[] {
  const discriminators = new Set(
    errors
      .filter(({ keyword }) => keyword === 'discriminator')
      .map(({ instancePath, params }) => `${instancePath}/${params.tag}`),
  );
  return errors
    .filter(({ keyword }) => keyword !== 'discriminator')
    .map((error) =>
      error.keyword === 'enum' && discriminators.has(error.instancePath)
        ? { ...error, keyword: 'discriminator' }
        : error,
    );
}

/**
 * Reduces the errors of a value that matches no branch of `oneOf` or `anyOf`: for a nullable object to the errors
 * within the object, otherwise to one error for the whole value.
 */
function withoutBranches(errors: readonly SchemaError[], json: unknown): SchemaError[] {
  let left = [...errors];
  for (const choice of errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')) {
    const at = choice.instancePath;
    const inside = (error: SchemaError) =>
      error !== choice && (error.instancePath === at || error.instancePath.startsWith(`${at}/`));
    const orNull = left.some(
      (error) => error.instancePath === at && error.keyword === 'type' && error.params.type === 'null',
    );
    const value = valueAt(json, split(at));
    if (orNull && typeof value === 'object' && value !== null) {
      left = left.filter(
        (error) => error !== choice && !(error.instancePath === at && error.keyword === 'type'),
      );
    } else left = left.filter((error) => !inside(error));
  }
  return left;
}

/** Returns what the document requires of the part of a response that an error is about. */
export function expectedOf({ keyword, params, message }: SchemaError): string {
  switch (keyword) {
    case 'required':
      return `a property ${show(params.missingProperty)}`;
    case 'type':
      return [params.type].flat().join(' or ');
    case 'enum':
    case 'discriminator':
      return `one of ${(params.allowedValues as unknown[]).map(show).join(', ')}`;
    case 'const':
      return show(params.allowedValue);
    case 'format':
      return `a ${String(params.format)}`;
    case 'oneOf':
    case 'anyOf':
      return 'one of the documented schemas';
    default:
      return message ?? keyword;
  }
}

/** Returns the property names and array indexes of the part of a response that an error is about. */
export function segmentsOf({ instancePath, keyword, params }: SchemaError): string[] {
  const path = split(instancePath);
  return keyword === 'required' ? [...path, String(params.missingProperty)] : path;
}

function split(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function valueAt(value: any, path: readonly string[]): unknown {
  return path.reduce((part, segment) => part?.[segment], value);
}

/** Returns the name of a part of a response: `data.items[0].id`, in a code span. */
export function nameOf(path: readonly string[]): string {
  const name = path
    .map((segment, index) => (/^\d+$/.test(segment) ? `[${segment}]` : `${index > 0 ? '.' : ''}${segment}`))
    .join('');
  return `\`${name || 'the body'}\``;
}
