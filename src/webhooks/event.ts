import type { webhooks } from '../generated/types.js';

/** The types of event that the contract names. */
export type WebhookEventType = keyof webhooks;

/** What a delivery of this type says. */
export type WebhookData<Type extends WebhookEventType> = webhooks[Type]['post'] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

interface Delivered<Type, Data> {
  /** Names the event; the same each time it is delivered, so that a second delivery can be recognized. */
  readonly id: string;
  /** When this delivery was sent. */
  readonly sentAt: Date;
  /** What has happened; null for an event that this version of the contract does not know. */
  readonly type: Type;
  readonly data: Data;
}

/** A delivery that was verified. Its `type` determines the shape of `data`. */
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

/** The type of an event, which its body does not name: it follows from its members. */
export function eventTypeOf(data: unknown): WebhookEventType | null {
  if (typeof data !== 'object' || data === null) return null;
  const { saving_acceptance, implementation_method, status } = data as Record<string, unknown>;
  if (saving_acceptance === 'accepted' || saving_acceptance === 'rejected')
    return typeOfDecision[saving_acceptance];
  if (implementation_method === undefined || typeof status !== 'string') return null;
  return Object.hasOwn(typeOfStatus, status) ? (typeOfStatus[status] ?? null) : null;
}
