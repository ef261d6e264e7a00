import { expect, test } from 'vitest';
import {
  isProposedConstraint,
  isProposedOperation,
  isProposedParameter,
  isProposedPart,
  operationOf,
} from './contract.js';

test('an operation whose path is not shown is proposed', () => {
  expect(isProposedOperation('getCoverageRates')).toBe(true);
  expect(isProposedOperation('listCommitments')).toBe(false);
});

test('a parameter may be stated while what it may be is proposed', () => {
  expect(isProposedParameter('listCommitments', 'query:page_size')).toBe(false);
  expect(isProposedConstraint('listCommitments', 'query:page_size')).toBe(true);
  expect(isProposedConstraint('listCommitments', 'query:kind')).toBe(false);
});

test('a field of a stated resource is stated, through lists and references', () => {
  expect(isProposedPart('listCommitments', 200, ['data', 'items', '0', 'monthly_commitment_usd'])).toBe(
    false,
  );
});

test('a field that nobody names is an addition', () => {
  expect(isProposedPart('listCommitments', 200, ['data', 'items', '0', 'colour'])).toBe(true);
});

test('what stands inside a proposed part is proposed', () => {
  expect(isProposedPart('listCommitmentInventory', 200, ['data', 'rows', '0', 'state'])).toBe(true);
});

test('every operation of the type is found', () => {
  expect(operationOf('listProviders').path).toBe('/api/v1/providers');
});
