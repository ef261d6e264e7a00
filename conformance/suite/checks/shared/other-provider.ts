import { NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { known } from '../../discovery.js';

/** Returns a provider other than the default one; one that has commitments, if any. */
export function otherProvider({ found }: Probe): string {
  const withCommitments = known(found.commitments).map(({ provider }) => provider);
  const other = [...withCommitments, ...known(found.providers)].find((provider) => provider !== 'provider_a');
  if (other === undefined) throw new NotApplicable('the target has no second provider');
  return other;
}
