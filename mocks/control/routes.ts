import type { ChargesInfo } from '../../src/focus/charges-info.js';
import type { MockScenario } from '../dataset/seed-data/scenario-names.js';
import { eventWarnings } from '../webhooks/event-warnings.js';
import { billRoute } from './bill-upload.js';
import type { MockControl } from './control.js';
import { ControlError } from './control-error.js';
import { readDuration } from './duration.js';
import type { FaultRule } from './fault.js';

type Body = Readonly<Record<string, unknown>>;
/** What few calls use. */
interface Rest {
  readonly query: URLSearchParams;
  /** Serves the bill in the body. */
  readonly loadBill: () => Promise<ChargesInfo>;
}
type Call = (control: MockControl, body: () => Body, rest: Rest) => unknown;

/** Handlers by path below the prefix and by method. */
export type Routes = Readonly<Record<string, Readonly<Record<string, Call>>>>;

export const routes: Routes = {
  reset: {
    POST(control) {
      control.reset();
      return state(control);
    },
  },
  snapshot: { GET: (control) => control.snapshot() },
  restore: {
    POST(control, body) {
      control.restore(body());
      return state(control);
    },
  },
  clock: {
    GET: clock,
    async PUT(control, body) {
      const { now, advance, frozen } = checkFields(body(), ['now', 'advance', 'frozen']);
      if (now !== undefined && typeof now !== 'string')
        throw invalid('now', 'an ISO 8601 timestamp, such as 2026-06-15T12:00:00Z');
      if (frozen !== undefined && typeof frozen !== 'boolean') throw invalid('frozen', 'true or false');
      const step = advance === undefined ? 0 : readDuration(advance);
      const wasFrozen = control.isFrozen();
      // Frozen before it is set, so that no time passes in between.
      if (frozen === true) control.freeze();
      try {
        if (now !== undefined) await control.setClock(now);
        if (step > 0) await control.advance(step);
      } catch (error) {
        if (!wasFrozen) control.resume();
        throw error;
      }
      if (frozen === false) control.resume();
      return clock(control);
    },
  },
  faults: {
    GET: faults,
    PUT(control, body) {
      const { rules } = checkFields(body(), ['rules']);
      control.setFaults(rules as readonly FaultRule[]);
      return faults(control);
    },
    DELETE(control) {
      control.setFaults([]);
      return faults(control);
    },
  },
  scenario: {
    GET: (control) => ({ scenario: control.scenario() }),
    PUT(control, body) {
      const { scenario } = checkFields(body(), ['scenario']);
      control.setScenario(scenario as MockScenario);
      return state(control);
    },
  },
  [billRoute]: {
    async PUT(control, _body, { loadBill }) {
      const data = await loadBill();
      return { ...state(control), data };
    },
  },
  sessions: { GET: (control) => ({ sessions: control.sessions() }) },
  events: {
    async POST(control, body) {
      const { type, event } = checkFields(body(), ['type', 'event']);
      if (typeof type !== 'string') throw invalid('type', 'an event type, such as optimization.completed');
      if (event === undefined) throw invalid('event', 'the body to deliver');
      const warnings = eventWarnings(type, event);
      return { deliveries: await control.emit(type, event), warnings };
    },
  },
  deliveries: { GET: (control) => ({ deliveries: control.deliveries() }) },
  journal: { GET: (control, _body, { query }) => ({ requests: control.journal(lastIn(query)) }) },
  'journal.har': { GET: (control) => control.har() },
};

function lastIn(query: URLSearchParams): number | undefined {
  const last = query.get('last');
  if (last === null) return undefined;
  if (/^[1-9]\d{0,5}$/.test(last)) return Number(last);
  throw invalid('last', 'a number of requests, such as 50');
}

function clock(control: MockControl) {
  return { now: new Date(control.now()).toISOString(), frozen: control.isFrozen() };
}

function faults(control: MockControl) {
  return { rules: control.faults() };
}

function state(control: MockControl) {
  return { scenario: control.scenario(), clock: clock(control) };
}

function invalid(field: string, expected: string): ControlError {
  return new ControlError(400, `\`${field}\` must be ${expected}.`);
}

/** @throws {ControlError} if the body has an unknown field */
function checkFields(body: Body, fields: readonly string[]): Body {
  const unknown = Object.keys(body).find((field) => !fields.includes(field));
  if (unknown === undefined) return body;
  throw new ControlError(
    400,
    `Unknown field '${unknown.slice(0, 50)}'. Allowed fields: ${fields.join(', ')}.`,
  );
}
