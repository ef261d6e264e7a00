import type { Api } from '../api.js';
import { firstOf } from '../beginning-of.js';
import { neverBreaks } from '../check-ids.js';
import { type Exchange, isSuccess, type RequestPlan } from '../http/exchange.js';
import { anonymous, decodeSegment } from '../http/requests.js';
import { Blocked, NotApplicable } from '../judge/outcome.js';
import type { Found, Operation, OperationId } from '../operation.js';
import type { Target } from '../target/target.js';
import { type Baselines, remember } from './baselines.js';
import type { Sent } from './scenarios.js';

/**
 * `like_missing`: 404 as for an unknown route, but the resource may be unknown instead; `indistinct`: another
 * status, as for an unknown route; `unknown`: no request or no response.
 */
type State = 'implemented' | 'missing' | 'like_missing' | 'indistinct' | 'unknown';

/** Which operations the server implements. */
export interface Progress {
  readonly implemented: readonly OperationId[];
  readonly missing: readonly OperationId[];
  /** Undetermined operations: skipped writes, no response, or the response of an unknown route. */
  readonly unknown: readonly OperationId[];
}

/** Determines which operations a server implements by the response to the baseline request of each. */
export class Implementation {
  readonly #states = new Map<OperationId, Promise<State>>();
  readonly #known = new Map<OperationId, State>();

  constructor(
    readonly api: Api,
    readonly target: Target,
    readonly found: Found,
    readonly baselines: Baselines,
    readonly options: {
      /** Whether no request may be sent to an operation. */
      readonly isSkipped: (operation: Operation) => boolean;
      readonly allowMissing: boolean;
    },
  ) {}

  /** Examines an operation once. If the server does not implement it, it receives no further requests. */
  async examine(operation: Operation): Promise<void> {
    const { operationId } = operation;
    const state = await remember(this.#states, operationId, () => this.#stateOf(operation).catch(asUnknown));
    this.#known.set(operationId, state);
    if (state === 'missing') this.#withhold(operationId);
  }

  /** Decides on `like_missing` operations after all operations have been examined. */
  conclude(): void {
    for (const id of this.progress().missing) this.#withhold(id);
  }

  isMissing(id: OperationId): boolean {
    const state = this.#known.get(id);
    return state === 'missing' || (state === 'like_missing' && this.#mayLack);
  }

  /** Turns an outcome that is blocked by a missing operation into one that is not applicable. */
  explained<T>(outcome: T): T | NotApplicable {
    const id = outcome instanceof Blocked ? outcome.exchange?.operationId : undefined;
    const reason = id && this.isMissing(id) ? this.target.withheld(id) : undefined;
    return reason === undefined ? outcome : new NotApplicable(reason);
  }

  /** Operations that respond like an unknown route, but not with 404. */
  get indistinct(): readonly OperationId[] {
    return [...this.#known].filter(([, state]) => state === 'indistinct').map(([id]) => id);
  }

  /** Returns the progress of the examined operations. */
  progress(): Progress {
    const ids = this.api.operations.map(({ operationId }) => operationId).filter((id) => this.#known.has(id));
    const isUnknown = (id: OperationId) => /^(unknown|indistinct)$/.test(this.#known.get(id) ?? '');
    return {
      implemented: ids.filter((id) => !this.isMissing(id) && !isUnknown(id)),
      missing: ids.filter((id) => this.isMissing(id)),
      unknown: ids.filter(isUnknown),
    };
  }

  /** `like_missing` counts as missing only if another operation is certainly missing, or if it is allowed. */
  get #mayLack(): boolean {
    return (
      this.options.allowMissing ||
      [...this.#known].some(([id, state]) => state === 'missing' && !this.api.isProposed(id))
    );
  }

  #withhold(id: OperationId): void {
    this.target.withhold(id, `requires ${id}, which the server does not implement`);
  }

  async #stateOf(operation: Operation): Promise<State> {
    if (this.options.isSkipped(operation)) return 'unknown';
    const sent = await this.baselines.of(operation).catch((error) => this.#failedOf(operation, error));
    const plan = sent?.plan ?? this.api.requests.placeholder(operation);
    const { response } = sent?.exchange ?? (await this.target.send(plan, { allow5xx: true }));
    if (response === null) return 'unknown';
    if (response.status === 405 || response.status === 501) return 'missing';
    if (sent && isSuccess(sent.exchange) && !this.api.missingContent(sent.exchange)) return 'implemented';
    if (response.status === 404 && !this.api.requests.mayBeUnknown(operation)) return 'missing';
    if (!(await this.#isLikeUnknownRoute(operation, plan))) return 'implemented';
    if (response.status !== 404) return 'indistinct';
    return sent && this.api.requests.isListed(operation, this.found) ? 'missing' : 'like_missing';
  }

  /** Returns the write that a 5xx ended, if any. */
  #failedOf(operation: Operation, error: unknown): Sent | undefined {
    unlessBroken(error);
    const { exchange, dependsOn } = error as Blocked;
    if (dependsOn !== neverBreaks || exchange?.operationId !== operation.operationId) return undefined;
    return { plan: this.api.requests.placeholder(operation), exchange };
  }

  /** Whether an unknown route has the same response, with a key and without. */
  async #isLikeUnknownRoute(operation: Operation, plan: RequestPlan): Promise<boolean> {
    const other: RequestPlan = { ...plan, operationId: null, path: unknownRoute(operation, plan.path) };
    const ids = idsIn(operation, plan.path);
    const isSame = async (change: (one: RequestPlan) => RequestPlan) => {
      const [own, unknown] = await Promise.all([
        this.target.send(change(plan), { allow5xx: true }),
        this.target.send(change(other), { again: true, unjudged: true, allow5xx: true }),
      ]);
      return shapeOf(own, ids) === shapeOf(unknown, ids);
    };
    return (await isSame((one) => one)) && (await isSame((one) => anonymous(one)));
  }
}

function asUnknown(error: unknown): State {
  unlessBroken(error);
  return 'unknown';
}

function unlessBroken(error: unknown): undefined {
  if (!(error instanceof Blocked || error instanceof NotApplicable)) throw error;
}

/** The same path with its last fixed segment replaced. */
function unknownRoute({ path: template }: Operation, path: string): string {
  const fixed = template.split('/').findLastIndex((segment) => !segment.startsWith('{'));
  return path
    .split('/')
    .map((segment, index) => (index === fixed ? 'no-such-route' : segment))
    .join('/');
}

/** Returns the values of a path's parameters. */
function idsIn({ path: template }: Operation, path: string): string[] {
  const names = template.split('/');
  return path.split('/').filter((_, index) => names[index]?.startsWith('{'));
}

/** Maximum characters of a body that are compared. The response of an unknown route is shorter. */
const maxCompared = 256 * 1024;

/** Normalizes a response: removes URLs, times, numbers and ids. */
function shapeOf({ request, response }: Exchange, ids: readonly string[]): string {
  if (response === null) return 'none';
  const names = [request.url, request.path, ...ids].flatMap((name) => [name, decodeSegment(name)]);
  const body = names
    .reduce((text, name) => text.replaceAll(name, '…'), firstOf(response.body, maxCompared))
    .replace(/\/[^\s"'<>]+/g, '…');
  const type = response.headers['content-type'] ?? '';
  return `${response.status} ${type} ${body.replace(/(?<![\da-f-])[\da-f-]*\d[\da-f:.TZ+-]*/gi, '#')}`;
}
