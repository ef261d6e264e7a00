import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { derived } from '../../claims.js';
import { someProviders } from '../../discovery.js';
import { expectSuccess } from '../../expect/response.js';

export const coverageChecks: readonly Check[] = [
  {
    id: 'coverage.every-provider-has-rates',
    ...derived,
    requirement:
      'A request for coverage rates succeeds for every provider, including providers that are not measured yet.',
    source: 'Commitment read semantics, rule 5',
    operations: ['getCoverageRates'],
    requests: 4,
    async run(probe) {
      const { plan } = await probe.correct();
      await eachCase(someProviders(probe.found), async (provider) =>
        expectSuccess(
          await probe.send(withQuery(plan, 'provider', provider)),
          `A request for coverage rates of provider ${show(provider)}`,
        ),
      );
    },
  },
];
