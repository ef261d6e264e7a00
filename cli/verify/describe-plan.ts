import { count } from '../../conformance/engine/count.js';
import type { Plan } from '../../conformance/engine/plan-checks.js';
import { rateLimit } from '../../src/contract/limits.js';

/** Describes a dry run for people. @param rate that of `--rate` */
export function describePlan(plan: Plan, rate: number | undefined): string {
  const lines = plan.rows
    .filter(({ operations }) => operations > 0)
    .map(
      ({ id, operations, requests }) =>
        `${String(operations).padStart(4)} × ${id}${requests > 0 ? `, at most ${count(requests, 'request')}` : ''}`,
    );
  const missing = plan.missing.map(
    ({ reason, verdicts }) => `  at most ${count(verdicts, 'verdict')}: ${reason}`,
  );
  return [
    `Plan for ${plan.target}: verdicts × check`,
    ...lines,
    '',
    ...describeCost(plan, rate),
    ...(missing.length > 0 ? ['Missing:', ...missing] : ['Nothing is missing.']),
    '',
  ].join('\n');
}

function describeCost({ requests, duration }: Plan, rate = rateLimit): string[] {
  const { caller, second_caller, spare, anonymous } = requests;
  const { waitSeconds, latencyMs, seconds } = duration;
  const total = caller + second_caller + spare + anonymous;
  const keys = [
    `${caller} with the first API key`,
    ...(second_caller > 0 ? [`${second_caller} with the second`] : []),
    ...(spare > 0 ? [`${spare} with the third`] : []),
    `${anonymous} without a valid one`,
  ];
  return [
    `At most ${count(total, 'request')}: ${keys.join(', ')}.`,
    ...(waitSeconds > 0
      ? [
          `At least ${waitSeconds} s because of ${rate === rateLimit ? 'the rate limit of' : '--rate,'} ${rate} requests per minute and key.`,
        ]
      : []),
    `About ${Math.max(1, Math.ceil(seconds))} s, at ${Math.max(1, Math.round(latencyMs))} ms per response as measured now.`,
  ];
}
