import { count } from '../../count.js';
import type { Report } from '../../report.js';

/** Describes what makes two reports less comparable. */
export function notesOn(old: Report, now: Report): string[] {
  const differing = [
    ['servers', old.target, now.target],
    ['versions of the contract', old.contract_version, now.contract_version],
    ['versions of the suite', old.suite_version, now.suite_version],
    ['profiles', old.profile, now.profile],
  ].filter(([, before, after]) => before !== after);
  const truncated = [...old.results, ...now.results].filter(({ more_violations }) => more_violations > 0);
  const stale = now.stale_waivers.length;
  return [
    ...differing.map(
      ([what, before, after]) => `The reports are of different ${what}: ${before}, then ${after}.`,
    ),
    ...aboutOrder(old, now),
    ...(truncated.length > 0
      ? [
          `Not all violations of ${listOf(truncated.map(({ id }) => id))} are in the reports, so they may differ in others too.`,
        ]
      : []),
    ...(stale > 0
      ? [`The new report has ${count(stale, 'stale waiver')}: remove what is fixed from the waivers.`]
      : []),
  ];
}

function aboutOrder(old: Report, now: Report): string[] {
  const [before, after] = [Date.parse(old.started_at), Date.parse(now.started_at)];
  if (before === after && old.target === now.target) return ['Both reports are of the same run.'];
  return before > after ? ['The old report is newer than the other. Are they in the wrong order?'] : [];
}

const listOf = (names: readonly string[]) => [...new Set(names)].join(', ');
