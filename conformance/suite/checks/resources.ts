import type { OperationId } from '../../../src/generated/operations.js';
import type { Check } from '../../engine/check.js';
import { isSuccess } from '../../engine/http/exchange.js';
import { decodeSegment, encodeSegment } from '../../engine/http/requests.js';
import { fail, NotApplicable } from '../../engine/judge/outcome.js';
import { show } from '../../engine/show.js';
import { derived } from '../claims.js';
import { operationOf } from '../contract.js';
import { type Found, known } from '../discovery.js';
import { dataOf } from './shared/exchange-data.js';

type Ids = (found: Found, own: string) => readonly string[];

/** Commitments of the same kind, since not every read has every kind. */
const commitments: Ids = ({ commitments: all }, own) => {
  const kind = known(all).find(({ id }) => id === own)?.kind;
  return known(all)
    .filter((one) => one.kind === kind && one.status === 'active')
    .map(({ id }) => id);
};
const recommendations: Ids = (found) => known(found.recommendations);
const providers: Ids = (found) => known(found.providers);

/** The reads of one resource, and the ids of others that can be requested. */
const reads: Readonly<Partial<Record<OperationId, Ids>>> = {
  getCommitment: commitments,
  getRenewalPlan: commitments,
  getRenewalOptions: commitments,
  getRenewalQuote: commitments,
  getRecommendation: recommendations,
  listRecommendationTargets: recommendations,
  getCostSummary: providers,
  getCostBreakdown: providers,
  getCostTimeline: providers,
};

export const resourceChecks: readonly Check[] = [
  {
    id: 'resources.response-is-of-the-requested-one',
    ...derived,
    requirement:
      'If a response contains the requested id, the response for another id contains that one instead.',
    source: 'Endpoints: the path names the resource',
    operations: Object.keys(reads) as OperationId[],
    async run({ operation, found, correct, send }) {
      const { plan, exchange: first } = await correct();
      const at = operationOf(operation.operationId)
        .path.split('/')
        .findIndex((part) => part.startsWith('{'));
      const segments = plan.path.split('/');
      const own = decodeSegment(segments[at] ?? '');
      const other = reads[operation.operationId]?.(found, own).find((id) => id !== own);
      if (other === undefined) throw new NotApplicable('the target has no second resource of this kind');
      const names = Object.entries(dataOf(first)).flatMap(([name, value]) => (value === own ? [name] : []));
      if (names.length === 0) throw new NotApplicable('the response does not contain the requested id');
      const path = segments.with(at, encodeSegment(other)).join('/');
      const exchange = await send({ ...plan, path });
      if (!isSuccess(exchange)) throw new NotApplicable(`the target has no such response for ${show(other)}`);
      const data = dataOf(exchange);
      if (names.some((name) => data[name] === other)) return;
      fail({
        message: `\`${names[0]}\` is not the requested id.`,
        expected: `${names[0]} ${show(other)}`,
        actual: show(data[names[0] as string]),
        exchange,
      });
    },
  },
];
