import type { OperationRequest } from '../../types.js';
import { isoDate, isoInstant, startOfDay } from '../calendar.js';
import { type Context, windowDays } from '../context.js';
import { lazily } from '../lazily.js';
import { type Micros, round, usd } from '../money.js';
import type { Cell, Recommendation } from '../seed-data/types.js';
import { actionTexts } from './actions.js';
import { cellOf, commonOf, labelOf, recommendationNamed, tagsOf } from './row.js';
import { analysisPeriod, monthlyCostOf, monthlySavingOf, usageOn } from './savings.js';

/** Days in the metrics of a recommendation. */
const shownDays = 7;

/** All details of one recommendation. */
export function getRecommendation(context: Context, { path }: OperationRequest) {
  const recommendation = recommendationNamed(context, path.id);
  const cell = cellOf(context, recommendation);
  const texts = actionTexts[recommendation.action];
  const [label, before, after] = texts.change;
  const saving = monthlySavingOf(context, recommendation);
  const cost = monthlyCostOf(context, recommendation);
  const byService = texts.methods.some((method) => method.startsWith('one-click'));
  return {
    ...commonOf(context, recommendation),
    resource_type: cell.usageType.split(':')[0] ?? null,
    region: cell.region === 'global' ? null : cell.region,
    analysis_period: `${windowDays} days up to ${isoDate(analysisPeriod(recommendation).last)}`,
    annual_savings: usd(saving * 12),
    current_spending: usd(cost),
    tags: tagsOf(cell),
    resource_console_url: `https://console.example.com/${cell.provider}/${cell.account}/${cell.service}`,
    implementation_tags: texts.methods,
    comparison: [
      { label, current_value: before, new_value: after },
      { label: 'Monthly cost', current_value: dollars(cost), new_value: dollars(cost - saving) },
    ],
    metrics: metricsOf(context, recommendation, cell),
    risk: texts.risk && {
      level: texts.risk.level,
      factors: texts.risk.factors.map(([factor, detail]) => ({ factor, detail })),
      sources: ['daily_usage'],
    },
    implementation_steps: texts.steps.map(([action, detail]) => ({ action, detail })),
    iam_role_arn: byService ? `arn:${cell.provider}:iam::${cell.account}:role/optimizer` : null,
    manual_instructions: `${labelOf(context, recommendation)}: ${texts.process}`,
  };
}

/** Loading the locale is a fifth of the time in which the mock starts. */
const currency = lazily(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }));

/** Formats `$1,234.50`. */
function dollars(micros: Micros): string {
  return currency().format(usd(micros));
}

/** Usage on the last days of the analysis period. */
function metricsOf(context: Context, recommendation: Recommendation, cell: Cell) {
  const { last } = analysisPeriod(recommendation);
  const days = Array.from({ length: shownDays }, (_, i) => last - shownDays + 1 + i);
  return [
    {
      metric_type: 'daily_usage',
      label: 'Usage a day',
      unit: context.ledger.serviceOf(cell.provider, cell.service)?.usageUnit ?? 'unit',
      data_points: days.map((day) => {
        const value = round(usageOn(context, recommendation, day).units, 2);
        return { timestamp: isoInstant(startOfDay(day)), value };
      }),
      series: [],
    },
  ];
}
