import type { components } from '../../../src/generated/types.js';

type Schemas = components['schemas'];

export type TagCondition = Schemas['TagCondition'];
export type TagFilter = Schemas['TagFilter'];
export type TagAssign =
  | Schemas['TagAssignValueInput']
  | Schemas['TagAssignPercentInput']
  | (Pick<Schemas['TagAssignCostBasedInput'], 'type'> & {
      readonly input_filter: TagFilter;
      readonly source: Schemas['TagKeySource'];
    });
export type TagConfig = Pick<Schemas['TagConfig'], 'filter' | 'time_frame'> & { readonly assign: TagAssign };

/** The fields of a tag key that an update replaces; lists are in the order of `position`. */
export interface TagKeyRules {
  readonly name: string;
  readonly description: string;
  /** The first month of the costs that the rules apply to, `YYYY-MM`. */
  readonly effectiveFrom: string;
  readonly canOverride: boolean;
  readonly collapsedKeys: readonly Omit<Schemas['CollapsedTagKey'], 'position'>[];
  readonly configs: readonly TagConfig[];
}

export interface TagKeySeed {
  readonly id: string;
  readonly providers: readonly string[];
  readonly rulesVersion: number;
  readonly rules: TagKeyRules;
}

/** The value of a tag, or undefined; safe for keys such as `constructor`. */
export function tagOf(tags: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(tags, key) ? tags[key] : undefined;
}
