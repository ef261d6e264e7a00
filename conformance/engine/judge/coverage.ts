import { groupBy } from '../../../src/group-by.js';
import { type CompleteExchange, type Exchange, hasResponse, isSuccess } from '../http/exchange.js';
import type { Operation, OperationId } from '../operation.js';
import { isVerdict, type Result, type Status } from './result.js';
import { type Shape, type ShapeTally, shapesOf } from './shape-tally.js';
import type { Standards } from './standards.js';

/** The part of the contract in scope that a run observed. */
export interface Coverage {
  readonly summary: {
    /** Operations with a response. */
    readonly operations: Share;
    /** Documented statuses of all operations. */
    readonly statuses: Share;
    /** Parameters of all operations with an accepted and with a rejected value. */
    readonly parameters: { readonly accepted: number; readonly refused: number; readonly of: number };
    /** Requirements with a verdict, of those that a check can test. */
    readonly requirements: Share;
  };
  readonly operations: readonly OperationCoverage[];
  /** Responses to requests outside all operations, such as unknown routes, by status. */
  readonly elsewhere: Readonly<Record<string, number>>;
  readonly requirements: readonly RequirementCoverage[];
}

export interface Share {
  readonly seen: number;
  readonly of: number;
}

export interface OperationCoverage {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** Whether the API does not state it. */
  readonly proposed: boolean;
  /** Documented statuses and others that were received, ascending. */
  readonly statuses: readonly {
    readonly status: number;
    readonly documented: boolean;
    /** Number of responses. */
    readonly seen: number;
  }[];
  /** Whether its successes have the documented shape; null without a success. */
  readonly shape: Shape | null;
  /** Number of requests without a response. */
  readonly no_response: number;
  readonly parameters: readonly ParameterCoverage[];
}

export interface ParameterCoverage {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  /** Number of distinct values in successful requests. */
  readonly accepted: number;
  /** Number of distinct values, or a missing required one, only in requests rejected with 400, 404 or 422. */
  readonly refused: number;
}

export interface RequirementCoverage {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** The most severe verdict of its checks; `not_run` if none was selected, `unseen` if it has none. */
  readonly status: Status | 'not_run' | 'unseen';
}

/** What coverage is computed from. */
export interface Observed {
  /** All exchanges of the run. */
  readonly exchanges: readonly Exchange[];
  /** The shapes of the exchanges, if their bodies have been dropped. */
  readonly shapes?: ShapeTally | undefined;
  /** Default: all operations are in scope. */
  readonly scope?: Pick<ReadonlySet<OperationId>, 'has'> | undefined;
}

export function coverageOf(
  standards: Standards,
  { exchanges, shapes = shapesOf(exchanges, standards.departureOf), scope }: Observed,
  results: readonly Result[],
): Coverage {
  const inScope = standards.operations.filter(({ operationId }) => scope?.has(operationId) ?? true);
  const byOperation = groupBy(exchanges, ({ operationId }) => operationId);
  const elsewhere: readonly Exchange[] = byOperation.get(null) ?? [];
  const seen = inScope.map((operation) =>
    coverOperation(operation, byOperation.get(operation.operationId) ?? [], shapes, standards),
  );
  const statuses = seen.flatMap((operation) => operation.statuses).filter(({ documented }) => documented);
  const parameters = seen.flatMap((operation) => operation.parameters);
  const coveredRequirements = coverRequirements(standards, results, inScope);
  return {
    summary: {
      operations: share(seen, (operation) => operation.statuses.some((status) => status.seen > 0)),
      statuses: share(statuses, (status) => status.seen > 0),
      parameters: {
        accepted: parameters.filter(({ accepted }) => accepted > 0).length,
        refused: parameters.filter(({ refused }) => refused > 0).length,
        of: parameters.length,
      },
      requirements: share(
        coveredRequirements.filter(({ status }) => status !== 'unseen'),
        isVerdict,
      ),
    },
    operations: seen,
    elsewhere: countByStatus(elsewhere.filter(hasResponse)),
    requirements: coveredRequirements,
  };
}

function coverOperation(
  operation: Operation,
  exchanges: readonly Exchange[],
  shapes: ShapeTally,
  { isProposed }: Standards,
): OperationCoverage {
  const completed = exchanges.filter(hasResponse);
  const counts = countByStatus(completed);
  const all = new Set([...Object.keys(operation.responses), ...Object.keys(counts)].map(Number));
  return {
    operation: operation.operationId,
    method: operation.method,
    path: operation.path,
    tag: operation.tag,
    proposed: isProposed(operation.operationId),
    statuses: [...all]
      .sort((a, b) => a - b)
      .map((status) => ({
        status,
        documented: Object.hasOwn(operation.responses, status),
        seen: counts[status] ?? 0,
      })),
    shape: shapes.of(operation.operationId),
    no_response: exchanges.length - completed.length,
    parameters: operation.parameters.map((parameter) => {
      const valueIn = readerOf(operation, parameter);
      const accepted = new Set<string | null>();
      const refused = new Set<string | null>();
      for (const exchange of completed) {
        const value = valueIn(exchange);
        if (isSuccess(exchange) && value !== null) accepted.add(value);
        if (isRefusal(exchange) && (value !== null || parameter.required)) refused.add(value);
      }
      return {
        in: parameter.in,
        name: parameter.name,
        required: parameter.required,
        accepted: accepted.size,
        // A rejected request has one invalid value: values accepted elsewhere are not the reason.
        refused: [...refused].filter((value) => !accepted.has(value)).length,
      };
    }),
  };
}

/** Returns a function that reads a parameter's value from a sent request, or null. */
function readerOf(
  { path }: Operation,
  { in: place, name }: Operation['parameters'][number],
): (exchange: Exchange) => string | null {
  switch (place) {
    case 'query':
      return ({ request }) => {
        const values = request.query.filter(([known]) => known === name).map(([, value]) => value);
        return values.length > 0 ? values.join() : null;
      };
    case 'header':
      return ({ request }) => request.headers[name.toLowerCase()] ?? null;
    case 'path': {
      const position = path.split('/').indexOf(`{${name}}`);
      return ({ request }) => request.path.split('/')[position] ?? null;
    }
  }
}

const isRefusal = ({ response }: CompleteExchange) => [400, 404, 422].includes(response.status);

function countByStatus(exchanges: readonly CompleteExchange[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { response } of exchanges) counts[response.status] = (counts[response.status] ?? 0) + 1;
  return counts;
}

/** Most severe first. */
const bySeverity: readonly Status[] = [
  'failed',
  'warned',
  'waived',
  'passed',
  'errored',
  'blocked',
  'not_applicable',
];

function coverRequirements(
  { requirements }: Standards,
  results: readonly Result[],
  inScope: readonly Operation[],
): RequirementCoverage[] {
  const byCheck = groupBy(results, ({ id }) => id);
  const ids = new Set<string>(inScope.map(({ operationId }) => operationId));
  const examined = requirements.filter(({ operations: about }) => about?.some((id) => ids.has(id)) ?? true);
  return examined.map(({ id, section, statement, operations: about, checks }) => {
    // A check of many operations says nothing about the operations that it did not examine.
    const applies = ({ operation }: Result) =>
      about === null || operation === null || about.includes(operation);
    const statuses = new Set(
      checks.flatMap((check) => (byCheck.get(check) ?? []).filter(applies).map(({ status }) => status)),
    );
    return {
      id,
      section,
      statement,
      status:
        checks.length === 0 ? 'unseen' : (bySeverity.find((status) => statuses.has(status)) ?? 'not_run'),
    };
  });
}

function share<T>(all: readonly T[], isSeen: (one: T) => boolean): Share {
  return { seen: all.filter(isSeen).length, of: all.length };
}
