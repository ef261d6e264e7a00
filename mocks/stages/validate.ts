import { isEndpointUrl } from '../../src/contract/endpoint-url.js';
import type { Operation, OperationId } from '../../src/generated/operations.js';
import { bodyValidators } from '../../src/generated/request-validators.js';
import type { Exchange, Stage } from '../http/exchange.js';
import { invalid, type ValidationIssue } from '../http/http-error.js';
import { preferWarnings } from '../prism/prefer.js';
import { issuesOf } from '../validation/issues-of.js';
import { pathReader, queryReader } from '../validation/parameters.js';
import { issueOf, missingWarning, warningHeader, warningOf } from '../validation/unknown-parameters.js';
import type { AllowedReceivers } from '../webhooks/allowed-receivers.js';

interface Readers {
  readonly path: ReturnType<typeof pathReader>;
  readonly query: ReturnType<typeof queryReader>;
}

/**
 * Parses and validates parameters and body. Returns 422 with all issues.
 *
 * @param receivers hosts to which a registered endpoint may be `http`, although the document requires `https`
 * @param isStrict whether an unknown query parameter is an issue instead of a warning
 */
export function validate(
  operations: readonly Operation[],
  receivers: AllowedReceivers,
  isStrict = false,
): Stage {
  const readers = new Map<OperationId, Readers>(
    operations.map((operation) => [
      operation.operationId,
      { path: pathReader(operation), query: queryReader(operation) },
    ]),
  );
  return (next) => (exchange) => {
    const { route, params } = exchange.matched;
    const { operation } = route;
    const { path, query } = readers.get(operation.operationId) as Readers;
    const issues: ValidationIssue[] = [];
    const unknown: string[] = [];
    const missing: [name: string, value: string][] = [];
    const hints = preferWarnings(exchange.request.headers.prefer);
    exchange.input = {
      operationId: operation.operationId,
      path: path(params, issues),
      query: query(exchange.request.query, issues, unknown, missing),
      body: operation.requestBody ? readBody(exchange, operation, issues, hints, receivers) : undefined,
      apiKey: exchange.authenticated.key,
    };
    if (unknown.length > 0 && isStrict) issues.push(...unknown.map((name) => issueOf(name, operation)));
    const warnings = [
      ...(isStrict ? [] : unknown.map((name) => warningOf(name, operation))),
      ...missing.map(([name, value]) => missingWarning(name, value)),
      ...hints,
    ];
    if (warnings.length > 0) warn(exchange, warnings);
    if (issues.length > 0) throw invalid(issues);
    return next(exchange);
  };
}

function warn(exchange: Exchange, warnings: readonly string[]): void {
  exchange.warnings = warnings;
  exchange.headers[warningHeader] = exchange.warnings.join(' ');
}

function readBody(
  exchange: Exchange,
  { operationId, requestBody }: Operation,
  issues: ValidationIssue[],
  hints: string[],
  receivers: AllowedReceivers,
) {
  const { body } = exchange;
  if (body === undefined) {
    if (requestBody?.required) issues.push({ loc: ['body'], msg: 'Is required.', type: 'missing' });
    return undefined;
  }
  const validator = bodyValidators[operationId];
  if (validator && !validator(body)) {
    const receiver = operationId === 'createWebhookEndpoint' ? httpReceiver(body) : null;
    const isAllowed = receiver !== null && receivers.allows(receiver);
    if (receiver && !isAllowed) hints.push(allowReceiver(receiver));
    const errors = (validator.errors ?? []).filter(
      ({ instancePath }) => !isAllowed || instancePath !== '/url',
    );
    issues.push(...issuesOf(errors, body, ['body']));
  }
  return body;
}

/**
 * Returns an endpoint on another machine whose only fault is that it is not `https`, or null. Receivers beside the mock in a
 * network of containers rarely have certificates.
 */
function httpReceiver(body: unknown): URL | null {
  const { url } = Object(body);
  if (typeof url !== 'string' || isEndpointUrl(url)) return null;
  const https = url.replace(/^http:/i, 'https:');
  return https !== url && isEndpointUrl(https) ? new URL(url) : null;
}

function allowReceiver({ protocol, host }: URL): string {
  return `To register ${protocol}//${host}, start the mock with --allow-receiver ${host} (\`allowReceivers\` of createMock).`;
}
