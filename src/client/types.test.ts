import { describe, expectTypeOf, it } from 'vitest';
import type { components } from '../generated/types.js';
import type { Client } from './create-client.js';
import type { ApiError } from './errors/api-error.js';
import type { DataOf, ItemOf, OperationId } from './methods/operation-types.js';
import type { CallOptions, WriteOptions } from './options.js';
import type { PagedResponse } from './paged-response.js';

type Schemas = components['schemas'];

describe('the types of the client', () => {
  it('have the exact type of each response', () => {
    expectTypeOf<Awaited<ReturnType<Client['getCommitment']>>>().toEqualTypeOf<Schemas['CommitmentDetail']>();
    expectTypeOf<Awaited<ReturnType<Client['listProviders']>>>().toEqualTypeOf<Schemas['Provider'][]>();
    expectTypeOf<ReturnType<Client['listCommitments']>>().toEqualTypeOf<
      PagedResponse<Schemas['CommitmentPage'], Schemas['Commitment']>
    >();
    expectTypeOf<Awaited<ReturnType<Client['createWebhookEndpoint']>>>().toEqualTypeOf<
      Schemas['WebhookEndpoint']
    >();
  });

  it('are those of the document for every operation', () => {
    type Payloads = { [Id in OperationId]: Awaited<ReturnType<Client[Id]>> };
    expectTypeOf<Payloads>().toExtend<{ [Id in OperationId]: DataOf<Id> }>();
    type ItemsOf<Id extends OperationId> =
      ReturnType<Client[Id]> extends AsyncIterable<infer Item> ? Item : ItemOf<Id>;
    expectTypeOf<{ [Id in OperationId]: ItemsOf<Id> }>().toEqualTypeOf<{
      [Id in OperationId]: ItemOf<Id>;
    }>();
  });

  it('distinguish open and closed enums', () => {
    expectTypeOf<string>().toExtend<Schemas['Commitment']['status']>();
    expectTypeOf<Schemas['Commitment']['status']>().toExtend<string>();
    expectTypeOf<Schemas['CommitmentKind']>().toEqualTypeOf<
      'reserved_instance' | 'savings_plan' | 'committed_use_discount' | 'spend_commitment'
    >();
    expectTypeOf<string>().toExtend<ApiError['code']>();
  });

  it('include null for figures that may be unknown', () => {
    expectTypeOf<Schemas['Commitment']['current_utilization_pct']>().toEqualTypeOf<number | null>();
  });

  it('offer an idempotency key for writes only', () => {
    expectTypeOf<Parameters<Client['createWebhookEndpoint']>[1]>().toEqualTypeOf<WriteOptions | undefined>();
    expectTypeOf<Parameters<Client['deleteWebhookEndpoint']>[1]>().toEqualTypeOf<CallOptions | undefined>();
    expectTypeOf<Parameters<Client['listCommitments']>[1]>().toEqualTypeOf<CallOptions | undefined>();
  });

  it('have the parameters first, even if there are none yet', () => {
    expectTypeOf<Parameters<Client['listProviders']>>().toEqualTypeOf<
      [parameters?: Record<string, never>, options?: CallOptions]
    >();
  });

  it('reject calls that the contract does not define', () => {
    const calls = (client: Client) => [
      // @ts-expect-error no such instrument
      client.listCommitmentInventory({ instrument: 'mortgage' }),
      // @ts-expect-error the instrument is required
      client.listCommitmentInventory({}),
      // @ts-expect-error no such parameter
      client.listCommitments({ sort: 'id' }),
      // @ts-expect-error the url is required
      client.createWebhookEndpoint({ event_types: [] }),
      // @ts-expect-error no such path
      client.GET('/api/v1/mortgages'),
      // @ts-expect-error nothing is written there
      client.POST('/api/v1/commitments'),
      // @ts-expect-error the path parameter is required
      client.GET('/api/v1/commitments/detail/{commitment_id}'),
      // @ts-expect-error not a list
      client.listProviders().all(),
    ];
    expectTypeOf(calls).toBeFunction();
  });
});
