import type { Check, PassiveCheck } from '../../engine/check.js';
import { Finding } from '../../engine/judge/outcome.js';
import { type AreaClaim, derived, proposal, recommended, stated } from '../claims.js';
import { hasEvidence } from '../expect/evidence.js';
import { type Misfit, misfits } from '../expect/schema.js';

function fits(misfit: Misfit, claim: AreaClaim): PassiveCheck {
  return {
    kind: 'passive',
    source: 'Resources and their fields',
    ...claim,
    on: 'response',
    when: (exchange) => hasEvidence(exchange, misfit) || misfits(exchange, misfit).length > 0,
    run(exchange) {
      const [first, ...rest] = misfits(exchange, misfit);
      if (first) throw new Finding([first, ...rest]);
    },
  };
}

/** The schemas of the document, with one check for each kind of rule, so that a report separates them. */
export const fieldChecks: readonly Check[] = [
  fits('absent', {
    id: 'fields.all-are-present',
    ...stated,
    requirement: 'A response contains every field of its resource; an unknown value is null, not omitted.',
  }),
  fits('type', {
    id: 'fields.types-are-exact',
    ...stated,
    requirement:
      'Each field has its documented type: a number is not sent as a string, nor a date as a number.',
  }),
  fits('null-list', {
    id: 'fields.lists-are-never-null',
    ...derived,
    requirement: 'An empty list is an empty array, not null.',
  }),
  fits('null', {
    id: 'fields.null-only-where-unknown',
    ...recommended,
    requirement: 'A field is null only if its value may be unknown or not applicable.',
  }),
  fits('set', {
    id: 'fields.values-are-in-closed-sets',
    ...stated,
    requirement: 'A field with a closed set of values has one of these values.',
  }),
  fits('format', {
    id: 'fields.formats-are-valid',
    ...proposal,
    requirement: 'Dates, times and identifiers have their documented format.',
  }),
  fits('bounds', {
    id: 'fields.values-are-in-bounds',
    ...proposal,
    requirement: 'Numbers, strings and lists are within their documented bounds.',
  }),
  fits('form', {
    id: 'fields.unions-match-a-variant',
    ...proposal,
    requirement: 'A field with several variants matches one of them.',
  }),
];
