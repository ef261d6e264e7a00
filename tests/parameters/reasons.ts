import { nameOf, type ParameterValue } from './ignored.js';

/** Why nothing notices that a value is ignored. The first pattern that matches applies; `*` matches any text. */
const reasons: Readonly<Record<string, string>> = {
  '* provider=provider_a':
    'It is the default; the checks of the other provider show that the parameter has an effect.',
  '* provider=*':
    'The checks compare the default provider with one other, and which ones are connected is known only at run time.',
  '* provider_id=*':
    'The suite reads one provider of an operation, the first one that has data, and another one where costs are compared.',
  'getCommitmentsByService *': 'The checks compare the default provider with one other.',
  'listCommitmentRecommendations commitment_type=*':
    'A purchase has one type, so a list of both may equal that of one.',
  'getRenewal commitment_id':
    'The mock has one commitment with a renewal, so that every id with one is the same.',
  'getCostForecast horizon=quarter':
    'In June a quarter ends with its month; in other months the end of the range shows it.',
  'getCostBreakdown virtual_tag_key':
    'Without it a breakdown by virtual tag is refused, which blocks the checks instead.',
  'getCostBreakdown virtual_tag_value': 'No read lists the values of a virtual tag key that has costs.',
  'getCostFilterOptions dimension=tag_value':
    'It needs `tag_key` beside it, and the service does not state for which keys there are values.',
  'getCostFilterOptions preset=*': 'A provider with the same services in each range has the same options.',
  'getCostFilterOptions start': 'A provider with the same services in each range has the same options.',
  'getCostFilterOptions end': 'A provider with the same services in each range has the same options.',
  'getCostFilterOptions service_mode=*': 'The options of a dimension leave out its own selection.',
  'getCostFilterOptions virtual_tag_*': 'No read lists the values of a virtual tag key that has costs.',
  'listRecommendations start':
    'Any day may have no recommendation, and then nothing shows whether it was read.',
  'listRecommendations end':
    'Any day may have no recommendation, and then nothing shows whether it was read.',
  'getRealizedSavingsAudit audit_id': 'The fixtures name one audit, and no operation lists others.',
};

const matches = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);

/** @returns the reason, or an empty text */
export function reasonFor(one: ParameterValue): string {
  const name = nameOf(one);
  const [, reason = ''] = Object.entries(reasons).find(([pattern]) => matches(pattern, name)) ?? [];
  return reason;
}
