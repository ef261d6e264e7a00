import type { Check } from '../../engine/check.js';
import { documentedRules } from './documented-rules.js';
import { readCheck } from './read-check.js';
import { readRules } from './read-rule.js';
import { ruleCheck } from './rule-check.js';

/** The checks that the document's rules state. */
export const ruleChecks: readonly Check[] = [
  ...documentedRules().map(ruleCheck),
  ...[...readRules().values()].map(readCheck),
];
