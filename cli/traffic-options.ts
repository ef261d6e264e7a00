import type { TrafficOptions } from '../conformance/traffic/traffic-judge.js';
import { loadWaivers } from './load-waivers.js';
import { oneOf } from './one-of.js';
import { reporterHelp, reporterOptions } from './reports.js';

/** What commands that judge what others send say of their options in their help. */
export const trafficHelp = `\
  --profile NAME          standard (default); strict: what is only recommended or proposed fails too
  --only ID, --skip ID    checks to judge by or to leave out; may come again, and end in *
  --waivers FILE          YAML or JSON that names failures which are accepted for now
${reporterHelp}`;

/** The options themselves, for parseArgs. */
export const trafficOptions = {
  profile: { type: 'string' as const, default: 'standard' },
  only: { type: 'string' as const, multiple: true as const, default: [] },
  skip: { type: 'string' as const, multiple: true as const, default: [] },
  waivers: { type: 'string' as const },
  ...reporterOptions,
};

/** @throws {UsageError | CannotStart | BadWaivers} */
export async function readTrafficOptions(values: {
  profile: string;
  only: string[];
  skip: string[];
  waivers?: string | undefined;
}): Promise<TrafficOptions> {
  return {
    profile: oneOf('profile', values.profile, ['standard', 'strict']),
    only: values.only,
    skip: values.skip,
    ...(values.waivers === undefined ? {} : { waivers: await loadWaivers(values.waivers) }),
  };
}
