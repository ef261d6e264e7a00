import type { AddressLimit } from '../http/address-limit.js';
import { jsonType } from '../http/envelope.js';
import { HttpError } from '../http/http-error.js';
import { readBody } from '../http/request-body.js';
import type { Settings } from '../settings/settings.js';
import type { MockRequest, MockResponse, Pipeline } from '../types.js';
import type { BillUpload } from './bill-upload.js';
import type { MockControl } from './control.js';
import { ControlError } from './control-error.js';
import { controlPrefix, guard, isControl } from './guard.js';
import { type Routes, routes } from './routes.js';

/**
 * Serves the control plane and passes other requests on. Requests and responses are JSON; errors are
 * `{"error": "…"}`. The header `Mock-Session` selects a session.
 */
export function controlPlane(handle: Pipeline, plane: Plane): Pipeline {
  return (request) => (isControl(request.path) ? logged(request, plane) : handle(request));
}

interface Plane {
  readonly control: MockControl;
  readonly settings: Pick<Settings, 'controlToken' | 'addresses' | 'log' | 'onError'>;
  readonly loadBill: BillUpload['load'];
}

async function logged(request: MockRequest, plane: Plane) {
  const startedAt = performance.now();
  const response = await call(request, plane);
  if (!isPoll(request, response)) plane.settings.log?.addCall(request, response, startedAt);
  return response;
}

/** The front page reads the journal every two seconds, which would hide the other lines of a log. */
function isPoll({ method, headers }: MockRequest, { status }: MockResponse): boolean {
  return method === 'GET' && headers['sec-fetch-site'] === 'same-origin' && status === 200;
}

async function call(request: MockRequest, plane: Plane): Promise<MockResponse> {
  const { controlToken, addresses, onError } = plane.settings;
  try {
    authorizeCall(request, controlToken, addresses);
    return json(200, await resultOf(request, plane));
  } catch (error) {
    if (error instanceof ControlError || error instanceof HttpError) {
      return json(error.status, { error: error.message });
    }
    if (error instanceof RangeError) return json(400, { error: error.message });
    onError(error);
    return json(500, { error: 'Internal error of the control plane.' });
  }
}

function authorizeCall(request: MockRequest, token: string | null, addresses: AddressLimit): void {
  try {
    guard(request, token);
  } catch (error) {
    addresses.take(request.client);
    throw error;
  }
}

function resultOf(request: MockRequest, { control, loadBill }: Plane): unknown {
  const name = request.path.slice(controlPrefix.length + 1);
  const methods: Routes[string] | undefined = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (!methods) {
    const paths = Object.keys(routes).map((route) => `${controlPrefix}/${route}`);
    throw new ControlError(404, `No such path. Available paths: ${paths.join(', ')}.`);
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!route) {
    const allowed = Object.keys(methods).join(', ');
    throw new ControlError(405, `Method ${request.method} is not allowed. Allowed methods: ${allowed}.`);
  }
  const session = request.headers['mock-session'];
  return route(session === undefined ? control : control.session(session), () => bodyOf(request), {
    query: new URLSearchParams(request.query),
    loadBill: () => loadBill(request.body),
  });
}

/** @throws {ControlError} if the body is not a JSON object */
function bodyOf(request: MockRequest): Readonly<Record<string, unknown>> {
  // JSON whatever the content type, since people omit it in manual calls.
  const body = readBody({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } });
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Readonly<Record<string, unknown>>;
  }
  throw new ControlError(400, 'The body must be a JSON object.');
}

function json(status: number, value: unknown): MockResponse {
  return {
    status,
    headers: { 'Content-Type': jsonType, 'Cache-Control': 'no-store' },
    body: `${JSON.stringify(value, null, 2)}\n`,
  };
}
