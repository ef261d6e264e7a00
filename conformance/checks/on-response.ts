import type { ExchangeCheck } from '../check.js';
import type { CompleteExchange } from '../http/exchange.js';
import { type Fault, fail } from '../outcome.js';

/** True where a claim holds, and otherwise what is wrong. */
export type Judgement = true | Omit<Fault, 'exchange'>;

/** A claim about one response. */
export function onResponse({
  judge,
  ...check
}: Omit<ExchangeCheck, 'kind' | 'run'> & {
  readonly judge: (exchange: CompleteExchange) => Judgement;
}): ExchangeCheck {
  return {
    kind: 'exchange',
    ...check,
    run(exchange) {
      const judgement = judge(exchange);
      if (judgement !== true) fail({ ...judgement, exchange });
    },
  };
}
