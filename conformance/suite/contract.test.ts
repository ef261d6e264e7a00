import { expect, test } from 'vitest';
import {
  isProposedConstraint,
  isProposedOperation,
  isProposedParameter,
  isProposedPart,
  operationOf,
} from './contract.js';

test('an operation whose path is not documented by the service is proposed', () => {
  expect(isProposedOperation('getCoverageRates')).toBe(true);
  expect(isProposedOperation('listCommitments')).toBe(false);
});

test('a parameter can be stated while its constraint is proposed', () => {
  expect(isProposedParameter('listCommitments', 'query:page_size')).toBe(false);
  expect(isProposedConstraint('listCommitments', 'query:page_size')).toBe(true);
  expect(isProposedConstraint('listCommitments', 'query:kind')).toBe(false);
});

test('a field of a stated resource is stated, across lists and references', () => {
  expect(isProposedPart('listCommitments', 200, ['data', 'items', '0', 'monthly_commitment_usd'])).toBe(
    false,
  );
});

test('an undocumented field is proposed', () => {
  expect(isProposedPart('listCommitments', 200, ['data', 'items', '0', 'colour'])).toBe(true);
});

test('a field inside a proposed part is proposed', () => {
  expect(isProposedPart('listCommitmentInventory', 200, ['data', 'rows', '0', 'state'])).toBe(true);
});

test('operationOf returns the operation of an id', () => {
  expect(operationOf('listProviders').path).toBe('/api/v1/providers');
});
