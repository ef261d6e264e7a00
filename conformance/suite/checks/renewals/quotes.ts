import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { eachCase, fail } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { recommended } from '../../claims.js';
import { type FoundCommitment, known } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';

/** Most commitments whose quotes are requested. */
const mostKinds = 4;

/** Returns one commitment of each kind and status, an expired one first: its offering may be no longer sold. */
function oneOfEachKind(commitments: readonly FoundCommitment[]): FoundCommitment[] {
  const all = [...new Map(commitments.map((one) => [`${one.kind} ${one.status}`, one])).values()];
  const expired = all.filter(({ status }) => status === 'expired').slice(0, 1);
  return [...new Set([...expired, ...all])].slice(0, mostKinds);
}

/** Checks of the renewal quote. */
export const quoteChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'renewals.every-kind-has-a-quote',
    ...recommended,
    requirement:
      'The quote of a listed commitment of each `kind` and `status` succeeds, because a failed lookup is reported in `error_message`.',
    source: 'Renewal pricing: renewal-quote',
    operations: ['getRenewalQuote'],
    requests: mostKinds,
    async run(probe) {
      await probe.correct();
      await eachCase(oneOfEachKind(known(probe.found.commitments)), async ({ id, kind, status }) => {
        const exchange = await probe.send(requestTo('getRenewalQuote', { path: { commitment_id: id } }));
        if (isSuccess(exchange)) return;
        fail({
          message: `The renewal quote of a ${kind} with status ${show(status)} is not successful.`,
          expected: 'a successful response, with a price or error_message',
          actual: describe(exchange),
          exchange,
        });
      });
    },
  },
];
