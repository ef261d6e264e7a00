import { apiKeyProblem } from '../../src/api-key-problem.js';
import type { Fixtures } from '../../src/contract/fixtures.js';
import { CannotStart } from '../engine/cannot-start.js';
import type { Result } from '../engine/judge/result.js';

/** Text for messages about a missing fixture; reports detect it and draft a fixtures file. */
export function giveFixture(name: keyof Fixtures): string {
  return `give ${name} with --fixtures`;
}

/** The fixtures are invalid; the message names the property. */
export class BadFixtures extends CannotStart {
  override readonly name = 'BadFixtures';
}

/** Headers with a standard meaning, which cannot carry a delay. */
const standardHeader =
  /^(accept|authorization|connection|content-.*|cookie|expect|host|idempotency-key|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Validates fixtures.
 *
 * @param value parsed JSON
 * @param where the file or URL, for messages
 * @throws {BadFixtures} if a property is invalid
 */
export function readFixtures(value: unknown, where: string): Fixtures {
  const root = object(value, 'The fixtures');
  if (root.tag_key !== undefined) {
    const key = object(root.tag_key, 'tag_key');
    isOf(key.id, 'string', 'tag_key.id');
    isOf(key.name, 'string', 'tag_key.name');
    isOf(key.version, 'number', 'tag_key.version');
  }
  if (root.commitments !== undefined) {
    for (const [name, id] of Object.entries(object(root.commitments, 'commitments'))) {
      if (id !== null) isOf(id, 'string', `commitments.${name}`);
    }
  }
  if (root.audit_id !== undefined) isOf(root.audit_id, 'number', 'audit_id');
  if (root.recommendation_id !== undefined) isOf(root.recommendation_id, 'string', 'recommendation_id');
  if (root.webhook_url !== undefined) isUrl(root.webhook_url, 'webhook_url');
  if (root.latency_header !== undefined) isHeaderName(root.latency_header, 'latency_header');
  if (root.events_url !== undefined) isUrl(root.events_url, 'events_url', 'http://target');
  if (root.clock_url !== undefined) isUrl(root.clock_url, 'clock_url', 'http://target');
  if (root.webhook_secret !== undefined) isWebhookSecret(root.webhook_secret, 'webhook_secret');
  if (root.api_keys !== undefined) areKeys(root.api_keys, 'api_keys');
  return root as Fixtures;

  function refuse(name: string, wanted: string): never {
    throw new BadFixtures(`${name} in ${where} must be ${wanted}.`);
  }
  function object(part: unknown, name: string): Record<string, unknown> {
    if (typeof part !== 'object' || part === null || Array.isArray(part))
      return refuse(name, 'a JSON object');
    return part as Record<string, unknown>;
  }
  function isOf(part: unknown, type: 'string' | 'number', name: string): void {
    if (typeof part !== type || (type === 'number' && !Number.isFinite(part))) refuse(name, `a ${type}`);
  }
  function isUrl(part: unknown, name: string, base?: string): void {
    isOf(part, 'string', name);
    const text = String(part);
    if (!URL.canParse(text, base) || !/^https?:$/.test(new URL(text, base).protocol)) {
      refuse(name, base ? 'an http or https URL, or a path of the target' : 'an http or https URL');
    }
    const { username, password } = new URL(text, base);
    if (username !== '' || password !== '') refuse(name, 'a URL without a user name and password');
  }
  function isHeaderName(part: unknown, name: string): void {
    isOf(part, 'string', name);
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(String(part))) refuse(name, 'the name of a header, such as X-Latency');
    if (standardHeader.test(String(part))) refuse(name, `a custom header, not ${String(part)}`);
  }
  function isWebhookSecret(part: unknown, name: string): void {
    if (typeof part !== 'string' || !/^whsec_[A-Za-z\d+/]+={0,2}$/.test(part)) {
      refuse(name, 'whsec_ followed by base64');
    }
  }
  function areKeys(part: unknown, name: string): void {
    for (const [index, key] of Array.isArray(part) ? part.entries() : refuse(name, 'a list of strings')) {
      isOf(key, 'string', `${name}[${index}]`);
      const problem = apiKeyProblem(key);
      if (problem) throw new BadFixtures(`${name}[${index}] in ${where} ${problem}.`);
    }
  }
}

/** Drops URLs of other origins, so that a remote server cannot make the suite call them; the operator may. */
export function withOwnUrls({ events_url, clock_url, ...rest }: Fixtures, { origin }: URL): Fixtures {
  const isOwn = (url: string) => URL.canParse(url, origin) && new URL(url, origin).origin === origin;
  return {
    ...rest,
    ...(events_url !== undefined && isOwn(events_url) ? { events_url } : {}),
    ...(clock_url !== undefined && isOwn(clock_url) ? { clock_url } : {}),
  };
}

const examples = {
  audit_id: 4711,
  recommendation_id: 'rec-1001',
  tag_key: { id: 'vtk-cost-center', name: 'Cost center', version: 7 },
} satisfies Fixtures;

/** Returns a template of a fixtures file with the ids that blocked checks need; null if they need none. */
export function fixturesTemplate(results: readonly Result[]): Partial<Fixtures> | null {
  const reasons = results.filter(({ status }) => status === 'blocked').map(({ message }) => message);
  const missing = Object.entries(examples).filter(([name]) =>
    reasons.some((reason) => reason?.includes(giveFixture(name as keyof typeof examples))),
  );
  return missing.length > 0 ? Object.fromEntries(missing) : null;
}
