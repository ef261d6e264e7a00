import { describe, expect, it } from 'vitest';
import { createMock } from '../../mocks/index.js';
import { ApiError, createClient, type Fetch } from '../client/index.js';
import { ResponseValidationError } from './response-validation-error.js';
import { validateResponses } from './validate-responses.js';

const { fetch: mock } = await createMock({ frozen: true });

describe('validateResponses', () => {
  const clientOver = (fetch: Fetch, middleware = validateResponses()) =>
    createClient({
      baseUrl: 'https://costs.example',
      apiKey: 'ccc_test_caller',
      middleware: [middleware],
      fetch,
    });
  /** A client of the mock, with a function that changes the payload of successful responses. */
  const clientOf = (change: (data: any) => void, middleware = validateResponses()) =>
    clientOver(async (request) => {
      const response = await mock(request);
      const envelope = await response.json();
      if (response.ok) change(envelope.data);
      return Response.json(envelope, response);
    }, middleware);
  const errorOf = (call: PromiseLike<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => error,
    );

  it('accepts responses that conform to the contract, also with additional properties', async () => {
    const client = clientOf((data) => {
      data.news = true;
    });
    expect((await client.listCommitments()).items.length).toBeGreaterThan(0);
    expect(await client.getCommitmentOverview()).toMatchObject({ news: true });
  });

  it('reports the operation, the location and the expected value', async () => {
    const client = clientOf((data) => {
      data.items[1].kind = 'mortgage';
      data.items[2].current_coverage_pct = '12';
    });
    const error = await errorOf(client.listCommitments());
    expect(error).toBeInstanceOf(ResponseValidationError);
    const { message } = error as ResponseValidationError;
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: 'ResponseValidationError', message });
    expect(error).toMatchObject({
      operation: 'listCommitments',
      status: 200,
      pointer: '/data/items/1/kind',
      expected:
        'must be one of "reserved_instance", "savings_plan", "committed_use_discount", "spend_commitment"',
      violations: [{}, { pointer: '/data/items/2/current_coverage_pct', expected: 'must be number or null' }],
      message: expect.stringMatching(/^The response 200 of listCommitments violates .* \(and 1 more\)\.$/),
    });
  });

  it('reports a success that is not marked as one', async () => {
    const client = clientOver(async (request) => {
      const response = await mock(request);
      return Response.json({ ...(await response.json()), success: false }, response);
    });
    expect(await errorOf(client.listProviders())).toMatchObject({
      pointer: '/success',
      expected: 'must be true',
    });
  });

  it.each([
    [{ qty: 'ten' }, [{ pointer: '/data/rows/0/qty', expected: 'must be integer or null' }]],
    [
      { kind: 'spot' },
      [{ pointer: '/data/rows/0/kind', expected: 'must be one of "reserved_instance", "savings_plan"' }],
    ],
    [{ kind: undefined }, [{ pointer: '/data/rows/0/kind', expected: 'is required' }]],
  ])('reports the wrong property of a union: %o', async (change, violations) => {
    const client = clientOf((data) => Object.assign(data.rows[0], change));
    const call = client.listCommitmentInventory({ instrument: 'ri' });
    expect((await errorOf(call)) as ResponseValidationError).toHaveProperty('violations', violations);
  });

  it('reports a missing property', async () => {
    const client = clientOf((data) => {
      delete data.items[0].id;
    });
    await expect(client.listCommitments()).rejects.toMatchObject({
      violations: [{ pointer: '/data/items/0/id', expected: 'is required' }],
    });
  });

  it('calls onInvalid instead of rejecting', async () => {
    const warnings: ResponseValidationError[] = [];
    const middleware = validateResponses({ onInvalid: (error) => warnings.push(error) });
    const client = clientOf((data) => {
      data[0].provider_id = null;
    }, middleware);
    expect(await client.listProviders()).toMatchObject([{ provider_id: null }, {}, {}, {}]);
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/data/0/provider_id']);
  });

  it('validates every page of a list', async () => {
    const client = clientOf(({ items, pagination }) => {
      if (pagination.current_page === 2) items[0].id = 1;
    });
    const readIds = async () => {
      const ids = [];
      for await (const { id } of client.listCommitments({ page_size: 2 })) ids.push(id);
      return ids;
    };
    await expect(readIds()).rejects.toMatchObject({
      pointer: '/data/items/0/id',
      expected: 'must be string',
    });
  });

  it('rejects an undocumented status', async () => {
    const client = clientOver(async () => Response.json({ success: true, data: [] }, { status: 203 }));
    await expect(client.listProviders()).rejects.toThrow('must have a documented status: 200');
  });

  it('leaves a body that is not JSON to the client', async () => {
    const client = clientOver(async () => new Response('<html>'));
    await expect(client.listProviders()).rejects.toMatchObject({ name: 'UnexpectedResponseError' });
  });

  it('leaves error responses to the client', async () => {
    const error = await errorOf(clientOf(() => {}).getRenewal({ commitment_id: 'nothing' }));
    expect(error).toBeInstanceOf(ApiError);
  });
});
