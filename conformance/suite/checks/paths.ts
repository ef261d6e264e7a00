import type { OperationId } from '../../../src/generated/operations.js';
import type { Check } from '../../engine/check.js';
import { encodeSegment } from '../../engine/http/requests.js';
import { NotApplicable } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import { proposal, stated } from '../claims.js';
import { requestTo } from '../contract.js';
import { known } from '../discovery.js';
import { expectSuccess } from '../expect/response.js';
import { onResponse } from './shared/on-response.js';

/** Returns the id of a savings plan that has to be percent-encoded in a path. */
function planId(probe: Probe): string {
  const plan = known(probe.found.commitments).find(({ id }) => encodeSegment(id) !== id);
  if (!plan) throw new NotApplicable('no commitment has an id that needs encoding');
  return plan.id;
}

function encodedId(
  id: string,
  requirement: string,
  operations: readonly OperationId[],
  write: (encoded: string) => string,
): Check {
  return {
    id,
    ...stated,
    requirement,
    source: 'Commitment row: id; Renewal pricing: commitment_id is URL-encoded in the path',
    operations,
    async run(probe) {
      await probe.correct();
      const plain = requestTo(probe.operation.operationId, { path: { commitment_id: planId(probe) } });
      const exchange = await probe.send({ ...plain, path: write(plain.path) });
      expectSuccess(exchange, 'A request for a commitment with a percent-encoded id in the path', {
        expected: 'status 200, as for commitments whose id needs no encoding',
      });
    },
  };
}

const lowerCase = (path: string) => path.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

export const pathChecks: readonly Check[] = [
  encodedId(
    'paths.encoded-id-is-found',
    'A savings plan is found by its ARN with colons and slash percent-encoded.',
    ['getRenewalQuote', 'getRenewalOptions', 'getCommitment', 'getRenewalPlan'],
    (path) => path,
  ),
  encodedId(
    'paths.lower-case-encoding-is-the-same',
    'Percent-encoding in lower case is equivalent to upper case.',
    ['getRenewalQuote'],
    lowerCase,
  ),
  onResponse({
    id: 'paths.deprecated-read-is-marked',
    ...proposal,
    requirement: 'The deprecated coverage read has a Deprecation header and a Link to its successor.',
    source: 'Versioning, rule 3; RFC 9745',
    on: 'success',
    operations: ['listCommitmentCoverage'],
    judge: (exchange) => {
      const { deprecation, link } = exchange.response.headers;
      return (
        (/^@-?\d+$/.test(deprecation ?? '') && /rel="?successor-version/.test(link ?? '')) || {
          message: 'The deprecated read is not marked as deprecated.',
          expected: 'Deprecation: @… and Link: …; rel="successor-version"',
          actual: `Deprecation: ${deprecation ?? 'absent'}, Link: ${link ?? 'absent'}`,
        }
      );
    },
  }),
];
