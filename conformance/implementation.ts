import { type Operation, type OperationId, operations } from '../src/generated/operations.js';
import { type Baselines, remember } from './baselines.js';
import { isProposedOperation, isWrite } from './contract.js';
import type { Found } from './discovery.js';
import { type Exchange, isSuccess, type RequestPlan } from './http/exchange.js';
import { missingContent } from './missing-content.js';
import { Blocked, NotApplicable } from './outcome.js';
import { anonymous, requestTo } from './requests.js';
import type { Target } from './target/target.js';

/**
 * `like_missing`: 404 as for an unknown route, where the resource too may be unknown; `indistinct`: another response
 * that an unknown route has too; `unknown`: nothing was sent, or nothing came back.
 */
type State = 'implemented' | 'missing' | 'like_missing' | 'indistinct' | 'unknown';

/** Which operations the server was seen to have. */
export interface Progress {
  readonly implemented: readonly OperationId[];
  readonly missing: readonly OperationId[];
  /** Those for which nothing can be said: writes that are not allowed, no response, or one as for unknown routes. */
  readonly unknown: readonly OperationId[];
}

/** Ids that no server has, for operations of which none is known. */
const placeholders = {
  commitment_id: 'no-such-commitment',
  provider_id: 'provider_a',
  id: 'no-such-recommendation',
  recommendation_id: 'no-such-recommendation',
  audit_id: '987654321',
  key_id: 'no-such-key',
  endpoint_id: 'no-such-endpoint',
};

/** Finds out which operations a server has, by the response to the baseline request of each. */
export class Implementation {
  readonly #states = new Map<OperationId, Promise<State>>();
  readonly #known = new Map<OperationId, State>();

  constructor(
    readonly target: Target,
    readonly found: Found,
    readonly baselines: Baselines,
    readonly options: {
      /** Whether nothing may be sent to an operation. */
      readonly isLeftOut: (operation: Operation) => boolean;
      readonly allowMissing: boolean;
    },
  ) {}

  /** Looks at an operation, once. From then on nothing is sent to it if the server does not have it. */
  async examine(operation: Operation): Promise<void> {
    const { operationId } = operation;
    const state = await remember(this.#states, operationId, () => this.#stateOf(operation));
    this.#known.set(operationId, state);
    if (state === 'missing') this.#withhold(operationId);
  }

  /** Decides on what is like missing, when all that are to be examined are. */
  conclude(): void {
    for (const id of this.progress().missing) this.#withhold(id);
  }

  isMissing(id: OperationId): boolean {
    const state = this.#known.get(id);
    return state === 'missing' || (state === 'like_missing' && this.#mayLack);
  }

  /** Operations whose responses are those of an unknown route, without saying so. */
  get indistinct(): readonly OperationId[] {
    return [...this.#known].filter(([, state]) => state === 'indistinct').map(([id]) => id);
  }

  /** Of the operations that were examined. */
  progress(): Progress {
    const ids = operations.map(({ operationId }) => operationId).filter((id) => this.#known.has(id));
    const isUnknown = (id: OperationId) => /^(unknown|indistinct)$/.test(this.#known.get(id) ?? '');
    return {
      implemented: ids.filter((id) => !this.isMissing(id) && !isUnknown(id)),
      missing: ids.filter((id) => this.isMissing(id)),
      unknown: ids.filter(isUnknown),
    };
  }

  /** A server that lacks nothing for certain is not said to lack what may only hold nothing. */
  get #mayLack(): boolean {
    return (
      this.options.allowMissing ||
      [...this.#known].some(([id, state]) => state === 'missing' && !isProposedOperation(id))
    );
  }

  #withhold(id: OperationId): void {
    this.target.withhold(id, `requires ${id}, which the server does not implement`);
  }

  async #stateOf(operation: Operation): Promise<State> {
    if (this.options.isLeftOut(operation)) return 'unknown';
    const sent = await this.baselines.of(operation).catch(unlessBroken);
    const plan = sent?.plan ?? placeholderFor(operation);
    const { response } = sent?.exchange ?? (await this.target.send(plan));
    if (response === null) return 'unknown';
    if (response.status === 405 || response.status === 501) return 'missing';
    if (sent && isSuccess(sent.exchange) && !missingContent(sent.exchange)) return 'implemented';
    if (response.status === 404 && !mayBeUnknown(operation)) return 'missing';
    if (!(await this.#isLikeUnknownRoute(operation, plan))) return 'implemented';
    if (response.status !== 404) return 'indistinct';
    return sent && this.#isListed(operation) ? 'missing' : 'like_missing';
  }

  /** Whether the id in the baseline request is one that the server itself lists. */
  #isListed({ operationId, path }: Operation): boolean {
    const { providers, commitments, recommendations, fixtures } = this.found;
    if (operationId === 'deleteWebhookEndpoint') return true;
    // That no renewal has been raised is no fault.
    if (operationId === 'getRenewal') return false;
    if (path.includes('{commitment_id}')) return Array.isArray(commitments);
    if (path.includes('provider')) return Array.isArray(providers);
    return (
      path.includes('recommendation') &&
      Array.isArray(recommendations) &&
      fixtures.recommendation_id === undefined
    );
  }

  /** Whether a route that no API has is refused in just the same way, with a key and without. */
  async #isLikeUnknownRoute(operation: Operation, plan: RequestPlan): Promise<boolean> {
    const other: RequestPlan = { ...plan, operationId: null, path: unknownRoute(operation, plan.path) };
    const ids = idsIn(operation, plan.path);
    const isAlike = async (change: (one: RequestPlan) => RequestPlan) => {
      const [own, unknown] = await Promise.all([
        this.target.send(change(plan)),
        this.target.send(change(other), { again: true, unjudged: true }),
      ]);
      return shapeOf(own, ids) === shapeOf(unknown, ids);
    };
    return (await isAlike((one) => one)) && (await isAlike((one) => anonymous(one)));
  }
}

function unlessBroken(error: unknown): undefined {
  if (!(error instanceof Blocked || error instanceof NotApplicable)) throw error;
}

/** Whether 404 may mean that the resource is unknown: its id is in the path. */
function mayBeUnknown({ operationId, path }: Operation): boolean {
  return path.includes('{') || operationId === 'listProviderBudgets';
}

function placeholderFor(operation: Operation): RequestPlan {
  const { operationId } = operation;
  const body = { name: 'cost-contract', expected_version: 1 };
  return requestTo(operationId, {
    path: placeholders,
    ...(isWrite(operation) && operation.method === 'PUT' ? { body } : {}),
  });
}

/** The same path with its last fixed segment replaced. */
function unknownRoute({ path: template }: Operation, path: string): string {
  const fixed = template.split('/').findLastIndex((segment) => !segment.startsWith('{'));
  return path
    .split('/')
    .map((segment, index) => (index === fixed ? 'no-such-route' : segment))
    .join('/');
}

/** What is in a path for its parameters. */
function idsIn({ path: template }: Operation, path: string): string[] {
  const names = template.split('/');
  return path.split('/').filter((_, index) => names[index]?.startsWith('{'));
}

/** A response without what is different each time: where and when, numbers and ids. */
function shapeOf({ request, response }: Exchange, ids: readonly string[]): string {
  if (response === null) return 'none';
  const names = [request.url, request.path, ...ids].flatMap((name) => [name, decoded(name)]);
  const body = names
    .reduce((text, name) => text.replaceAll(name, '…'), response.body)
    .replace(/\/[^\s"'<>]+/g, '…');
  const type = response.headers['content-type'] ?? '';
  return `${response.status} ${type} ${body.replace(/[\da-f-]*\d[\da-f:.TZ+-]*/gi, '#')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
