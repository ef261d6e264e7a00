// @ts-check
import { request } from '../request.mjs';

/** @typedef {import('../actions.mjs').Action} Action */

const tagKey = '/api/v1/tags/virtual/vtk-cost-center';

/** @type {Action} */
export async function changeTags({ random, judge, tagSessions }, connection) {
  const tags = random.pick(tagSessions);
  // Two at once would not know which version they change.
  if (tags.isBusy) return;
  tags.isBusy = true;
  const session = tags.name;
  const json = (/** @type {number} */ version) => ({
    name: 'Cost center',
    description: random.uuid(),
    expected_version: version,
    effective_from: random.pick(['2026-04', '2026-05', null]),
    configs: [
      {
        filter: {
          rules: [
            {
              providers: [],
              conditions: [
                {
                  dimension: 'service',
                  key: null,
                  operator: 'is',
                  values: [random.pick(['compute', 'cache', 'data-transfer'])],
                },
              ],
            },
          ],
        },
        time_frame: null,
        assign: { type: 'value', value: `Team ${random.between(1, 9)}` },
      },
    ],
  });
  const [changed] = await connection.send(
    request('PUT', tagKey, { json: json(tags.version), idempotencyKey: random.uuid(), session }),
  );
  if (changed) {
    const data = judge.success('PUT of a tag key', changed, 'updateVirtualTagKey', 200);
    tags.version += 1;
    if (data && data.key.rules_version !== tags.version) {
      judge.blame('PUT of a tag key', `version ${data.key.rules_version} instead of ${tags.version}`);
    }
  }
  const [stale] = await connection.send(
    request('PUT', tagKey, { json: json(tags.version - 1), idempotencyKey: random.uuid(), session }),
  );
  if (stale) judge.failure('PUT of an old version', stale, 409, 'CONFLICT');
  const target =
    '/api/v1/providers/provider_a/costs/breakdown?group_by=virtual_tag&virtual_tag_key=vtk-cost-center';
  const [shown] = await connection.send(request('GET', target, { session }));
  if (shown) judge.success(target, shown, 'getCostBreakdown', 200);
  tags.isBusy = false;
}
