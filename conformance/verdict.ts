import type { OperationId } from '../src/generated/operations.js';
import { beginningOf } from './beginning-of.js';
import type { Check } from './check.js';
import type { Basis } from './claim.js';
import { isProposedOperation } from './contract.js';
import { fingerprintOf } from './fingerprint.js';
import type { Exchange } from './http/exchange.js';
import { CannotRun, type Fault, Finding, NotApplicable } from './outcome.js';
import { redactAll } from './redact-shown.js';
import { curlOf } from './report/curl.js';
import type { Profile, Result, Status } from './result.js';
import type { WaiverBook } from './waivers.js';

/** What came of one check on one operation; any other error is a fault of the check. */
export type Outcome = 'passed' | Finding | CannotRun | NotApplicable | Error;

/** How outcomes are weighed and written down. */
export interface Scales {
  readonly profile: Profile;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
  /** Takes secrets out of an exchange where more of them are known by where they stand. */
  readonly shown?: (exchange: Exchange) => Exchange;
  /** What accepts a fault for now. */
  readonly waivers?: WaiverBook;
}

/** What a report holds of one text, and of one body, which people read to the end. */
const longestText = 2000;
const longestBody = 32 * 1024;

type Sides = [message: string, expected: string, actual: string];

const beginning = (text: string) => beginningOf(text, longestText);

/** Weighs an outcome by level and basis, and writes it down without any API key. */
export function resultOf(
  { profile, redact, shown = (exchange) => redactExchange(exchange, redact), waivers }: Scales,
  check: Check,
  operation: OperationId | null,
  outcome: Outcome,
): Result {
  const operationBasis: Basis =
    operation !== null && isProposedOperation(operation) ? 'proposed' : check.basis;
  const common = {
    id: check.id,
    level: check.level,
    operation,
    requirement: check.requirement,
    source: check.source,
    message: null,
    expected: null,
    actual: null,
    fingerprint: null,
    more_faults: 0,
    other_faults: [],
    waiver: null,
    exchange: null,
  };
  if (outcome === 'passed') return { ...common, basis: operationBasis, status: 'passed' };
  if (!(outcome instanceof Finding)) {
    const status: Status =
      outcome instanceof CannotRun
        ? 'could_not_run'
        : outcome instanceof NotApplicable
          ? 'not_applicable'
          : 'errored';
    const message =
      status === 'errored' ? `The check itself broke: ${outcome.name}: ${outcome.message}` : outcome.message;
    return { ...common, basis: operationBasis, status, message: beginning(redact(message)) };
  }
  const basisOf = (fault: Fault): Basis =>
    operationBasis === 'proposed' || fault.exchange?.beyond ? 'proposed' : (fault.basis ?? check.basis);
  const fails = (fault: Fault) =>
    profile === 'strict' || (check.level === 'MUST' && basisOf(fault) !== 'proposed');
  const faults = outcome.faults.map((fault) => {
    const [message, expected, actual] = [fault.message, fault.expected, fault.actual].map(redact) as Sides;
    const fingerprint = fingerprintOf(check.id, { message: beginning(message), actual });
    const found = waivers?.find(check.id, operation, fingerprint);
    return {
      ...fault,
      message: beginning(message),
      expected: beginning(expected),
      actual: beginning(actual),
      fingerprint,
      fails: fails(fault),
      found,
      waived: found?.expired === false,
    };
  });
  // What is waived is told only where nothing else is left to tell.
  const open = faults.filter(({ waived }) => !waived);
  const told =
    open.find((fault) => fault.fails) ?? open[0] ?? faults.find((fault) => fault.fails) ?? faults[0];
  if (!told) throw new Error(`${check.id} found something without a fault.`);
  const kinds = new Map(faults.map((fault) => [fault.fingerprint, fault]));
  kinds.delete(told.fingerprint);
  const { found } = told;
  const exchange = told.exchange && shown(told.exchange);
  return {
    ...common,
    basis: basisOf(told),
    status: told.waived ? 'waived' : told.fails ? 'failed' : 'warned',
    message: told.message,
    expected: told.expected,
    actual: told.actual,
    fingerprint: told.fingerprint,
    more_faults: faults.length - 1,
    other_faults: [...kinds.values()].map(({ fingerprint, message, expected, actual, waived }) => ({
      fingerprint,
      message,
      expected,
      actual,
      waived,
    })),
    waiver: found
      ? { reason: redact(found.waiver.reason), expires: found.waiver.expires, expired: found.expired }
      : null,
    exchange: exchange
      ? {
          request: { ...exchange.request, body: bodyOf(exchange.request.body) },
          response: exchange.response && {
            status: exchange.response.status,
            headers: exchange.response.headers,
            body: beginningOf(exchange.response.body, longestBody),
          },
          curl: curlOf(exchange),
        }
      : null,
  };
}

/** Redacted before a command is made of it, in which the shell's quotes would hide a secret. */
function redactExchange(exchange: Exchange, redact: Scales['redact']): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: redactAll(request, redact),
    response: response && {
      ...response,
      headers: redactAll(response.headers, redact),
      body: redact(response.body),
    },
  };
}

function bodyOf(body: string | null): string | null {
  return body === null ? null : beginningOf(body, longestBody);
}
