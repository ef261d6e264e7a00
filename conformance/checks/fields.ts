import type { Check, ExchangeCheck } from '../check.js';
import type { Basis, Level } from '../claim.js';
import { hasEvidence } from '../expect/evidence.js';
import { type Misfit, misfits } from '../expect/schema.js';
import { Finding } from '../outcome.js';

function fits(
  misfit: Misfit,
  claim: { id: string; level: Level; basis: Basis; requirement: string; source: string },
): ExchangeCheck {
  return {
    kind: 'exchange',
    ...claim,
    on: 'answer',
    when: (exchange) => hasEvidence(exchange, misfit) || misfits(exchange, misfit).length > 0,
    run(exchange) {
      const [first, ...rest] = misfits(exchange, misfit);
      if (first) throw new Finding([first, ...rest]);
    },
  };
}

const source = 'Resources and their fields';

/** What the document's schemas say, each kind of rule a check, so that a report tells them apart. */
export const fieldChecks: readonly Check[] = [
  fits('absent', {
    id: 'fields.all-are-present',
    level: 'MUST',
    basis: 'stated',
    requirement: 'An answer has every field that its resource has; an unknown value is null, not left out.',
    source,
  }),
  fits('type', {
    id: 'fields.types-are-exact',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each field has exactly its type: no number as a string, no date as a number.',
    source,
  }),
  fits('null-list', {
    id: 'fields.lists-are-never-null',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A list with nothing in it is an empty array, not null.',
    source,
  }),
  fits('null', {
    id: 'fields.null-only-where-unknown',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'Only a field that may be unknown or not apply is null.',
    source,
  }),
  fits('set', {
    id: 'fields.values-are-in-closed-sets',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A field whose set of values is listed whole has one of them.',
    source,
  }),
  fits('format', {
    id: 'fields.formats-are-valid',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'Dates, times and identifiers have the format that the document gives them.',
    source: 'Proposed by this contract',
  }),
  fits('bounds', {
    id: 'fields.values-are-in-bounds',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'Numbers, texts and lists keep within the bounds that the document gives them.',
    source: 'Proposed by this contract',
  }),
  fits('form', {
    id: 'fields.unions-match-a-variant',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A field that may have one of several forms has one of them.',
    source: 'Proposed by this contract',
  }),
];
