import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { Blocked, eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { proposal, stated } from '../../claims.js';
import { exampleBodies, requestTo } from '../../contract.js';
import { tagKeyOf } from '../../discovery.js';
import { expectSuccess } from '../../expect/response.js';
import { isReplay } from '../../scenarios/keyed-write.js';
import { versionsIn } from '../state.js';

const update = 'updateVirtualTagKey';

/** Returns the documented bodies of an update. The one with the fewest rules is last, so that it removes those of the others. */
const documentedBodies = () =>
  exampleBodies(update).toSorted((one, other) => (other.configs?.length ?? 0) - (one.configs?.length ?? 0));

/** Checks of the jobs that updates start. */
export const tagChecks: readonly Check[] = [
  {
    id: 'tags.each-change-has-its-own-job',
    ...stated,
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
  {
    id: 'tags.documented-rules-are-accepted',
    // The service does not describe the body, so that a server may have another one.
    ...proposal,
    requirement: 'An update of a tag key succeeds with each body that the document shows as an example.',
    source: 'Writes: other body fields; Proposed by this contract',
    operations: [update],
    atEnd: true,
    requests: exampleBodies(update).length,
    async run(probe) {
      await probe.correct();
      await probe.keyedWrites(update);
      const { id, name, version } = tagKeyOf(probe.found);
      await eachCase(documentedBodies(), async (documented) => {
        const body = { ...documented, name, expected_version: Math.max(version, ...versionsIn(probe)) };
        const exchange = await probe.send(requestTo(update, { path: { key_id: id }, body }));
        if (exchange.response.status === 409) {
          throw new NotApplicable('another update of the tag key came first');
        }
        expectSuccess(exchange, 'An update with a body of the document');
      });
    },
  },
];
