import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Api } from '../api.js';
import { allFieldsArePresent, correctRequestSucceeds } from '../check-ids.js';
import { type Exchange, isSuccess, outcomeOf, type RequestPlan } from '../http/exchange.js';
import { Blocked, NotApplicable } from '../judge/outcome.js';
import { type Found, isWrite, type Operation, type OperationId } from '../operation.js';
import type { Target } from '../target/target.js';
import type { CorrectRequest } from './probe.js';
import type { FirstWrites, Sent } from './scenarios.js';

/** The baseline request of each operation, sent at most once. */
export class Baselines {
  readonly #sent = new Map<OperationId, Promise<Sent>>();

  constructor(
    readonly api: Api,
    readonly target: Target,
    readonly found: Found,
    readonly firstWrites: (id: OperationId) => Promise<FirstWrites>,
  ) {}

  /**
   * @returns the first candidate that succeeds, or else the last
   * @throws {Blocked | NotApplicable} if there is no candidate
   */
  of(operation: Operation): Promise<Sent> {
    return remember(this.#sent, operation.operationId, () =>
      isWrite(operation) ? this.#write(operation) : this.#read(operation),
    );
  }

  /** @throws {Blocked | NotApplicable} if the baseline request does not succeed */
  async correct(operation: Operation): Promise<CorrectRequest> {
    return this.#succeeded(operation, await this.of(operation));
  }

  /**
   * Returns the correct request with another API key, to spread requests over the given keys. For claims that do not
   * depend on the caller's data or permissions, such as the validation of parameters.
   *
   * @param options.withSameData for other claims: only a key that reads the same data as the caller
   * @returns the caller's own if the operation writes, or if no other key has such a success
   * @throws {Blocked | NotApplicable} if the baseline request does not succeed
   */
  async correctOfAnyKey(operation: Operation, { withSameData = false } = {}): Promise<CorrectRequest> {
    const own = await this.correct(operation);
    if (isWrite(operation)) return own;
    for (const as of ['second_caller', 'spare'] as const) {
      if (!this.target.has(as)) continue;
      const plan = { ...own.plan, as };
      const exchange = await this.target.send(plan, { allow429: true, allow5xx: true });
      if (!isSuccess(exchange) || this.api.missingContent(exchange)) continue;
      if (!withSameData || dataOf(exchange) === dataOf(own.exchange)) return { plan, exchange };
    }
    return own;
  }

  async #write(operation: Operation): Promise<Sent> {
    const scenario = this.api.writes.scenarioOf(operation);
    const { fresh, deletion } = await this.firstWrites(scenario);
    if (operation.method !== 'DELETE') return fresh;
    if (deletion) return deletion;
    // Deletes the resource that this request created.
    const creation = this.api.operations.find(({ operationId }) => operationId === scenario) as Operation;
    const { plan, exchange } = this.#succeeded(creation, fresh);
    const reason = `the response to ${plan.method} ${plan.path} contains no id to delete`;
    throw new Blocked(reason, exchange, allFieldsArePresent);
  }

  async #read(operation: Operation): Promise<Sent> {
    let last: Sent | undefined;
    for (const plan of this.api.requests.reads(operation.operationId, this.found)) {
      last = { plan, exchange: await this.target.send(plan, { allow5xx: true }) };
      if (isSuccess(last.exchange) && !this.api.missingContent(last.exchange)) break;
    }
    return last ?? impossible(operation);
  }

  #succeeded({ operationId, path }: Operation, { plan, exchange }: Sent): CorrectRequest {
    const { missingContent, isProposed, requests } = this.api;
    if (isSuccess(exchange)) {
      const missing = missingContent(exchange);
      if (missing) {
        const { what, dependsOn } = missing;
        throw new Blocked(`the response to ${plan.method} ${plan.path} ${what}`, exchange, dependsOn);
      }
      return { plan, exchange };
    }
    const absent = requests.absenceOf(operationId);
    if (absent !== undefined && exchange.response?.status === 404) throw new NotApplicable(absent);
    if (isProposed(operationId) && [404, 405, 501].includes(exchange.response?.status ?? 0)) {
      throw new NotApplicable(`the target does not implement ${path}, which is only proposed`);
    }
    if (exchange.tooLarge) throw unread(plan);
    throw new Blocked(
      `the correct request ${plan.method} ${plan.path} ${outcomeOf(exchange)}`,
      exchange,
      correctRequestSucceeds,
    );
  }
}

/** Returns the data of a response as text, to compare; undefined without any. */
export const dataOf = ({ response }: Exchange): string | undefined => JSON.stringify(response?.json?.data);

function impossible({ method, path }: Operation): never {
  throw new Blocked(`no correct request to ${method} ${path} is known`);
}

/** An unpaged list may conform at any length; its content is judged on servers with fewer items. */
export function unread({ method, path }: RequestPlan): NotApplicable {
  return new NotApplicable(
    `the response to ${method} ${path} exceeds 16 MiB or a million names and values, the most that is read`,
  );
}

export function remember<K, T>(memory: Map<K, Promise<T>>, id: K, make: () => Promise<T>): Promise<T> {
  return getOrInsert(memory, id, () => {
    const made = make();
    // Callers receive the rejection; without a caller it must not end the process.
    made.catch(() => undefined);
    return made;
  });
}
