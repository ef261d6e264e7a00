import type { OperationId } from '../../../src/generated/operations.js';
import type { SchemaError } from '../../../src/generated/validators.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { withoutRows } from '../../engine/judge/fingerprint.js';
import type { Violation } from '../../engine/judge/outcome.js';
import { perExchange } from '../../engine/judge/per-exchange.js';
import { show } from '../../engine/show.js';
import { bodySchemas, isNullable, isProposedRule, schemasWithin, statedMembers } from '../contract.js';
import { expectedOf, nameOf, schemaErrorsOf, segmentsOf, valueAt } from './schema-errors.js';

/** How a part of a response differs from the schema of the document. */
export type Misfit = 'absent' | 'type' | 'null-list' | 'null' | 'set' | 'format' | 'bounds' | 'form';

const misfitOf: Readonly<Record<string, Misfit>> = {
  required: 'absent',
  type: 'type',
  enum: 'set',
  const: 'set',
  format: 'format',
  pattern: 'format',
  oneOf: 'form',
  anyOf: 'form',
  discriminator: 'form',
};

/** Parts of the envelope, which have more specific checks. */
const judgedElsewhere = /^(\/(success|timestamp|error)?|\/error\/(code|message|details))$/;

/** Whether other checks are more specific for `data` of the wrong type. */
function isDataJudgedElsewhere({ response }: CompleteExchange, id: OperationId): boolean {
  const { data } = response.json;
  if (typeof data !== 'object' || data === null || id === 'listProviders') return true;
  const schemas = schemasWithin(bodySchemas(id, response.status), 'data');
  return schemasWithin(schemas, 'pagination').length > 0;
}

/**
 * Returns the violations of the response schema of one kind, each path once with the number of rows. A violation in a part that is
 * only proposed has the basis `proposed`.
 */
export function misfits(exchange: CompleteExchange, kind: Misfit): readonly Violation[] {
  return judge(exchange).get(kind) ?? [];
}

const judge = perExchange((exchange): ReadonlyMap<Misfit, readonly Violation[]> => {
  const found = new Map<Misfit, Violation[]>();
  const { operationId, response } = exchange;
  if (operationId === null) return found;
  const reported = new Map<string, { rows: number }>();
  for (const error of schemaErrorsOf(exchange) ?? []) {
    const path = segmentsOf(error);
    const pointer = `/${path.join('/')}`;
    if (error.keyword === 'not' || judgedElsewhere.test(pointer)) continue;
    if (pointer === '/data' && isDataJudgedElsewhere(exchange, operationId)) continue;
    const value = valueAt(response.json, path);
    const kind = kindOf(error, value);
    const place = nameOf(path);
    const name = `${kind} ${withoutRows(place)}`;
    const known = reported.get(name);
    if (known) {
      known.rows += 1;
      continue;
    }
    const violation = {
      rows: 1,
      message: `${messageOf(kind, place, error)}.`,
      expected: expectedOf(error),
      actual: kind === 'absent' ? 'nothing' : show(value),
      exchange,
      basis: isProposedAt(exchange, operationId, path, error) ? 'proposed' : undefined,
      dependsOn: /^\/data\/(items|pagination)$/.test(pointer)
        ? ['pagination.list-has-items-and-pagination']
        : undefined,
    } satisfies Violation;
    reported.set(name, violation);
    getOrInsert(found, kind, () => []).push(violation);
  }
  return found;
});

/** The type of `data` is stated if members of it are stated. */
function isProposedAt(
  exchange: CompleteExchange,
  id: OperationId,
  path: readonly string[],
  { keyword }: SchemaError,
): boolean {
  const { status } = exchange.response;
  if (path.length === 1 && path[0] === 'data') return statedMembers(id, status).length === 0;
  if (isProposedRule(id, status, path, keyword)) return true;
  // A server may omit unknown values everywhere: the service does not state that they are null. It states so only
  // for commitments, rule 2.
  return (
    keyword === 'required' &&
    id !== 'listCommitments' &&
    isNullable(id, status, path) &&
    !dataHasNull(exchange)
  );
}

const dataHasNull = perExchange(({ response }) => hasNull(response.json.data));

function hasNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null;
  return Object.values(value).some(hasNull);
}

function kindOf({ keyword, params }: SchemaError, value: unknown): Misfit {
  if (keyword === 'type' && value === null) {
    return [params.type].flat().some((type) => type === 'array') ? 'null-list' : 'null';
  }
  return misfitOf[keyword] ?? 'bounds';
}

function messageOf(kind: Misfit, place: string, { keyword }: SchemaError): string {
  switch (kind) {
    case 'absent':
      return `${place} is missing`;
    case 'type':
      return `${place} has the wrong type`;
    case 'null-list':
    case 'null':
      return `${place} is null`;
    case 'set':
      return `${place} is not one of the documented values`;
    case 'format':
      return `${place} has the wrong format`;
    case 'bounds':
      return `${place} is out of bounds`;
    case 'form':
      return keyword === 'discriminator'
        ? `${place} names none of the documented variants`
        : `${place} matches none of its schemas`;
  }
}
