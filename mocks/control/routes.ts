import type { Scenario } from '../dataset/index.js';
import type { MockControl } from './control.js';
import { ControlError } from './control-error.js';
import { readDuration } from './duration.js';
import type { FaultRule } from './fault.js';

type Body = Readonly<Record<string, unknown>>;
type Call = (control: MockControl, body: () => Body) => unknown;

/** What each path below the prefix does, by method; a promise where that takes time. */
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
      const { now, advance, frozen } = known(body(), ['now', 'advance', 'frozen']);
      if (now !== undefined && typeof now !== 'string')
        throw wrong('now', 'a moment such as 2026-06-15T12:00:00Z');
      if (frozen !== undefined && typeof frozen !== 'boolean') throw wrong('frozen', 'true or false');
      const step = advance === undefined ? 0 : readDuration(advance);
      const wasFrozen = control.isFrozen();
      // Stopped first, so that it stands at the very moment.
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
      const { rules } = known(body(), ['rules']);
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
      const { scenario } = known(body(), ['scenario']);
      control.setScenario(scenario as Scenario);
      return state(control);
    },
  },
  events: {
    async POST(control, body) {
      const { type, event } = known(body(), ['type', 'event']);
      if (typeof type !== 'string') throw wrong('type', 'an event type such as optimization.completed');
      if (event === undefined) throw wrong('event', 'the body that is to be delivered');
      return { deliveries: await control.emit(type, event) };
    },
  },
  deliveries: { GET: (control) => ({ deliveries: control.deliveries() }) },
  journal: { GET: (control) => ({ requests: control.journal() }) },
  'journal.har': { GET: (control) => control.har() },
};

function clock(control: MockControl) {
  return { now: new Date(control.now()).toISOString(), frozen: control.isFrozen() };
}

function faults(control: MockControl) {
  return { rules: control.faults() };
}

function state(control: MockControl) {
  return { scenario: control.scenario(), clock: clock(control) };
}

function wrong(name: string, what: string): ControlError {
  return new ControlError(400, `\`${name}\` has to be ${what}.`);
}

/** @throws {ControlError} when there is something that nobody would look at */
function known(body: Body, names: readonly string[]): Body {
  const secondCaller = Object.keys(body).find((name) => !names.includes(name));
  if (secondCaller === undefined) return body;
  throw new ControlError(
    400,
    `There is no ${JSON.stringify(secondCaller.slice(0, 50))}; what can be sent is ${names.join(', ')}.`,
  );
}
