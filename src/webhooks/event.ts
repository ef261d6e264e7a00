import type { webhooks } from '../generated/types.js';

/** The event types that the contract defines. */
export type WebhookEventType = keyof webhooks;

/** The payload of an event of this type. */
export type WebhookData<Type extends WebhookEventType> = webhooks[Type]['post'] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

interface Delivered<Type, Data> {
  /** The ID of the event. It is the same for all deliveries of the event, so that duplicates can be detected. */
  readonly id: string;
  /** The time when this delivery was sent. */
  readonly sentAt: Date;
  /** The type of the event, or null if this version of the contract does not define it. */
  readonly type: Type;
  readonly data: Data;
}

/** A verified event. Its `type` determines the type of `data`. */
export type WebhookEvent =
  | { [Type in WebhookEventType]: Delivered<Type, WebhookData<Type>> }[WebhookEventType]
  | Delivered<null, unknown>;

const typeOfDecision = {
  accepted: 'recommendation.accepted',
  rejected: 'recommendation.rejected',
} as const satisfies Record<WebhookData<'recommendation.accepted'>['saving_acceptance'], WebhookEventType>;

const typeOfStatus: Readonly<Record<string, WebhookEventType>> = {
  processing: 'optimization.started',
  optimized: 'optimization.completed',
  failed: 'optimization.failed',
};

/** Derives the type of an event from its properties, because its body does not contain it. */
export function eventTypeOf(data: unknown): WebhookEventType | null {
  if (typeof data !== 'object' || data === null) return null;
  const { saving_acceptance, implementation_method, status } = data as Record<string, unknown>;
  if (saving_acceptance === 'accepted' || saving_acceptance === 'rejected')
    return typeOfDecision[saving_acceptance];
  if (implementation_method === undefined || typeof status !== 'string') return null;
  return Object.hasOwn(typeOfStatus, status) ? (typeOfStatus[status] ?? null) : null;
}
