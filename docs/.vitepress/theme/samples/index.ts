import type { Call, Field } from '../call.js';
import { curlOf } from './curl.js';
import { goOf } from './go.js';
import { pythonOf } from './python.js';
import { typescriptOf } from './typescript.js';

/** What the samples of one request have in common. */
export interface SampleSource {
  readonly operationId: string;
  readonly call: Call;
  readonly fields: readonly Field[];
  readonly body: string | null;
  readonly baseUrl: string;
  /** A test key of the mock, an empty string for none, or undefined to read the key from the environment. */
  readonly key: string | undefined;
  /** Sent by the samples of a write that accepts a key, unless the form has one. The client generates its own. */
  readonly idempotencyKey: string | undefined;
}

/** Returns the request in each language that has a tab. */
export function samplesOf(source: SampleSource): { readonly title: string; readonly code: string }[] {
  const { operationId, fields, body, baseUrl, key } = source;
  const call = withIdempotencyKey(source);
  return [
    { title: 'curl', code: curlOf(call, baseUrl, key) },
    { title: 'TypeScript', code: typescriptOf(operationId, fields, body, baseUrl, key) },
    { title: 'Python', code: pythonOf(call, baseUrl, key) },
    { title: 'Go', code: goOf(call, baseUrl, key) },
  ];
}

function withIdempotencyKey({ call, idempotencyKey }: SampleSource): Call {
  if (idempotencyKey === undefined) return call;
  return { ...call, headers: { 'Idempotency-Key': idempotencyKey, ...call.headers } };
}
