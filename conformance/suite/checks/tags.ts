import type { Check } from '../../engine/check.js';
import { isSuccess } from '../../engine/http/exchange.js';
import { Blocked, fail, NotApplicable } from '../../engine/judge/outcome.js';
import { show } from '../../engine/show.js';
import { isReplay } from '../scenarios/keyed-write.js';

/** Checks of the jobs that updates start. */
export const tagChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'tags.each-change-has-its-own-job',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each change of a tag key has a different background job.',
    source: 'What the service does: tags, a background job per change',
    operations: ['updateVirtualTagKey'],
    requests: 0,
    async run(probe) {
      await probe.correct();
      const { fresh, proof } = await probe.keyedWrites('updateVirtualTagKey');
      if (!proof || !isSuccess(proof.exchange) || isReplay(proof.exchange)) {
        throw new Blocked('no second change could be made');
      }
      const [before, after] = [fresh, proof].map(({ exchange }) => exchange.response?.json?.data);
      if (before?.key?.rules_version === after?.key?.rules_version) {
        throw new NotApplicable('an update with the same name is not a change');
      }
      const [first, second] = [before?.job?.id, after?.job?.id];
      if (typeof first !== 'string' || typeof second !== 'string') {
        throw new NotApplicable('an update without changes has no job');
      }
      if (first !== second) return;
      fail({
        message: 'Two changes of a tag key have the same `job.id`.',
        expected: `a job other than ${show(first)}`,
        actual: show(second),
        exchange: proof.exchange,
      });
    },
  },
];
