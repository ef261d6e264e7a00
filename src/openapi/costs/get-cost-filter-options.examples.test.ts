import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const examples = document.components.examples;
const example = (name: string): Record<string, string[]> => {
  const {
    provider_id: _provider,
    virtual_tag_keys: _keys,
    ...lists
  } = examples[`getCostFilterOptions.${name}`].value.data;
  return lists;
};

const all = example('all-dimensions');

describe('the examples of getCostFilterOptions', () => {
  it('hold every list when no dimension is asked for, and one list when one is', () => {
    expect(Object.keys(example('narrowed-by-a-service'))).toEqual(Object.keys(all));
    expect(Object.keys(example('one-dimension'))).toEqual(['accounts']);
  });

  it('never narrow the list of the filter that was chosen', () => {
    expect(example('narrowed-by-a-service').services).toEqual(all.services);
    expect(example('virtual-tag-values').regions).toEqual(all.regions);
  });

  it.each(['narrowed-by-a-service', 'one-dimension'])('offer nothing new in %s', (name) => {
    for (const [list, options] of Object.entries(example(name))) {
      expect(all[list]).toEqual(expect.arrayContaining(options));
    }
  });

  it.each(['all-dimensions', 'narrowed-by-a-service', 'one-dimension', 'virtual-tag-values'])(
    'are distinct and sorted in %s',
    (name) => {
      for (const options of Object.values(example(name))) {
        expect(options).toEqual([...new Set(options)].toSorted());
      }
    },
  );

  it('narrow the accounts by region alike, with a dimension and without', () => {
    expect(example('one-dimension').accounts).toEqual(example('virtual-tag-values').accounts);
  });

  it('offer the services and regions that other reads show costs for', () => {
    const rows: { service: string }[] = examples['getCostBreakdown.page-of-several'].value.data.items;
    expect(all.services).toEqual(expect.arrayContaining(rows.map((row) => row.service)));
    const [point] = examples['getCostTimeline.split-by-region'].value.data.data_points;
    expect(all.regions).toEqual(point.parts.map((part: { value: string }) => part.value).toSorted());
  });
});
