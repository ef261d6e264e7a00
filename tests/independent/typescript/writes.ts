import type { TestRequest, TestResponse } from '../../support/serve.js';
import { jobOf, tagKeyOf } from './data.js';
import { httpError, invalid, now, parse, success } from './http.js';

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Runs each write with an idempotency key once, and replays its response. */
class KeyedWrites {
  private readonly stored = new Map<string, TestResponse | 'running'>();

  async run(request: TestRequest, caller: string, write: () => object): Promise<TestResponse> {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return success(write());
    if (!uuidV4.test(key)) throw invalid('Idempotency-Key');
    const name = `${caller} ${request.method} ${request.path} ${key.toLowerCase()}`;
    const known = this.stored.get(name);
    if (known === 'running') throw httpError(409, 'CONFLICT', 'Still running');
    if (known) return { ...known, headers: { ...known.headers, 'idempotent-replayed': 'true' } };
    this.stored.set(name, 'running');
    try {
      // Asynchronous, so that two identical requests can be in flight.
      await new Promise((resolve) => setImmediate(resolve));
      const response = success(write());
      this.stored.set(name, response);
      return response;
    } catch (error) {
      this.stored.delete(name);
      throw error;
    }
  }
}

/** The tag key and the webhook endpoints, which callers can change. */
export class Writes {
  private readonly keyed = new KeyedWrites();
  private readonly owners = new Map<string, string>();
  private readonly tagKey = { version: 3, name: 'Team' };
  private endpointCount = 0;

  constructor(private readonly sharesEndpoints: boolean) {}

  updateTagKey(request: TestRequest, id: string | undefined, caller: string): Promise<TestResponse> {
    if (id !== 'T7') throw httpError(404, 'NOT_FOUND', 'Tag key not found');
    return this.keyed.run(request, caller, () => {
      const { name, expected_version } = parse(request);
      if (typeof name !== 'string') throw invalid('name');
      if (!Number.isInteger(expected_version)) throw invalid('expected_version');
      if (expected_version !== this.tagKey.version) throw httpError(409, 'CONFLICT', 'The version is stale');
      this.tagKey.version += 1;
      this.tagKey.name = name;
      return { job: jobOf(this.tagKey.version), key: tagKeyOf(this.tagKey) };
    });
  }

  createEndpoint(request: TestRequest, caller: string): Promise<TestResponse> {
    return this.keyed.run(request, caller, () => {
      const { url, event_types, description } = parse(request);
      if (typeof url !== 'string') throw invalid('url');
      const isList = Array.isArray(event_types);
      if (!isList || event_types.some((type) => typeof type !== 'string')) throw invalid('event_types');
      this.endpointCount += 1;
      const id = `hook#${this.endpointCount}`;
      this.owners.set(id, caller);
      return {
        created_at: now(),
        description: typeof description === 'string' ? description : '',
        event_types,
        url,
        id,
        enabled: true,
      };
    });
  }

  deleteEndpoint(id = '', caller: string): TestResponse {
    const owner = this.owners.get(id);
    if (owner === undefined || (owner !== caller && !this.sharesEndpoints))
      throw httpError(404, 'NOT_FOUND', 'Endpoint not found');
    this.owners.delete(id);
    return success({ deleted: true, id });
  }
}
