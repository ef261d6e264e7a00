import { describe, expectTypeOf, it } from 'vitest';
import type { components } from '../generated/types.js';
import type { CallOptions, WriteOptions } from './call.js';
import type { Client } from './create-client.js';
import type { ApiError } from './errors/api-error.js';
import type { PagedAnswer } from './paged-answer.js';

type Schemas = components['schemas'];
type Commitments = Client['commitments'];

describe('the types of the client', () => {
  it('give each answer exactly', () => {
    expectTypeOf<Awaited<ReturnType<Commitments['get']>>>().toEqualTypeOf<Schemas['CommitmentDetail']>();
    expectTypeOf<Awaited<ReturnType<Client['providers']['list']>>>().toEqualTypeOf<Schemas['Provider'][]>();
    expectTypeOf<ReturnType<Commitments['list']>>().toEqualTypeOf<
      PagedAnswer<Schemas['CommitmentPage'], Schemas['Commitment']>
    >();
    expectTypeOf<Awaited<ReturnType<Client['webhooks']['create']>>>().toEqualTypeOf<
      Schemas['WebhookEndpoint']
    >();
  });

  it('leave sets open that may grow, and close those that may not', () => {
    expectTypeOf<string>().toExtend<Schemas['Commitment']['status']>();
    expectTypeOf<Schemas['Commitment']['status']>().toExtend<string>();
    expectTypeOf<Schemas['CommitmentKind']>().toEqualTypeOf<
      'reserved_instance' | 'savings_plan' | 'committed_use_discount' | 'spend_commitment'
    >();
    expectTypeOf<string>().toExtend<ApiError['code']>();
  });

  it('say where a figure may be unknown', () => {
    expectTypeOf<Schemas['Commitment']['current_utilization_pct']>().toEqualTypeOf<number | null>();
  });

  it('offer a key to writes alone', () => {
    expectTypeOf<Parameters<Client['webhooks']['create']>[1]>().toEqualTypeOf<WriteOptions | undefined>();
    expectTypeOf<Parameters<Client['webhooks']['delete']>[1]>().toEqualTypeOf<CallOptions | undefined>();
    expectTypeOf<Parameters<Commitments['list']>[1]>().toEqualTypeOf<CallOptions | undefined>();
  });

  it('take parameters first, also where there are none yet', () => {
    expectTypeOf<Parameters<Client['providers']['list']>>().toEqualTypeOf<
      [parameters?: Record<string, never>, options?: CallOptions]
    >();
  });

  it('refuse what the contract does not have', () => {
    const calls = (client: Client) => [
      // @ts-expect-error no such instrument
      client.commitments.inventory({ instrument: 'mortgage' }),
      // @ts-expect-error the instrument is required
      client.commitments.inventory({}),
      // @ts-expect-error no such parameter
      client.commitments.list({ sort: 'id' }),
      // @ts-expect-error the url is required
      client.webhooks.create({ event_types: [] }),
      // @ts-expect-error no such path
      client.GET('/api/v1/mortgages'),
      // @ts-expect-error nothing is written there
      client.POST('/api/v1/commitments'),
      // @ts-expect-error the path parameter is required
      client.GET('/api/v1/commitments/detail/{commitment_id}'),
      // @ts-expect-error not a list
      client.items('/api/v1/providers'),
    ];
    expectTypeOf(calls).toBeFunction();
  });
});
