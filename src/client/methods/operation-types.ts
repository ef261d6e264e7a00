import type { operationMethods } from '../../generated/methods.js';
import type { operations } from '../../generated/types.js';

/** An operation of the contract, by its `operationId`. */
export type OperationId = keyof typeof operationMethods;

type JsonOf<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Responses> = JsonOf<Responses[keyof Responses & (200 | 201)]>;

/** The payload of an operation's response, without its envelope. */
export type DataOf<Id extends OperationId> =
  Success<operations[Id]['responses']> extends { data: infer Data } ? Data : never;

/** One item of an operation that returns a list. */
export type ItemOf<Id extends OperationId> =
  DataOf<Id> extends { items: readonly (infer Item)[] } ? Item : never;
