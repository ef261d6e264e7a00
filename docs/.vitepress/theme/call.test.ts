import { describe, expect, it } from 'vitest';
import { callOf } from './call.js';

describe('the request of a form', () => {
  it('encodes each value once in path, query or header', () => {
    expect(
      callOf(
        'GET',
        '/api/v1/commitments/detail/{commitment_id}',
        [
          { place: 'path', name: 'commitment_id', values: ['arn:a:plan/1'] },
          { place: 'query', name: 'service', values: ['compute', 'a&b'] },
          { place: 'header', name: 'Prefer', values: ['code=404'] },
        ],
        null,
      ),
    ).toEqual({
      method: 'GET',
      target: '/api/v1/commitments/detail/arn%3Aa%3Aplan%2F1?service=compute&service=a%26b',
      headers: { Prefer: 'code=404' },
      body: null,
    });
  });

  it('omits empty fields', () => {
    expect(callOf('GET', '/a', [{ place: 'query', name: 'page', values: [] }], null).target).toBe('/a');
  });
});
