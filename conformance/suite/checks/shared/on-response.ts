import type { PassiveCheck } from '../../../engine/check.js';
import { neverBreaks } from '../../../engine/check-ids.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { fail, type Violation } from '../../../engine/judge/outcome.js';
import { isServerError } from '../../../engine/run/server-error.js';

/** True if the response passes, otherwise the violation. */
export type Judgment = true | Omit<Violation, 'exchange'>;

/** A check of each response, or of those that it names. */
type ResponseCheck = Omit<PassiveCheck, 'kind' | 'run' | 'on'> & Partial<Pick<PassiveCheck, 'on'>>;

/** Returns a check that judges one response at a time. */
export function onResponse({
  judge,
  ...check
}: ResponseCheck & { readonly judge: (exchange: CompleteExchange) => Judgment }): PassiveCheck {
  return {
    kind: 'passive',
    on: 'response',
    ...check,
    run(exchange) {
      const judgment = judge(exchange);
      if (judgment === true) return;
      // Where no 5xx is expected, its form is not another violation.
      const isCaused = check.id.startsWith('envelope.') && isServerError(exchange);
      const dependsOn = [...(isCaused ? [neverBreaks] : []), ...(judgment.dependsOn ?? [])];
      fail({ ...judgment, dependsOn, exchange });
    },
  };
}
