import {
  CommitmentKind,
  CommitmentsApi,
  Configuration,
  Instrument,
  type ReservedInstanceRow,
  TagsApi,
  type VirtualTagKeyInput,
  WebhooksApi,
} from './generated/index';
import { arn, check, headers, tagKey, url } from './steps';

const configuration = new Configuration({ basePath: url });
// The client does not send bearer tokens.
const withKey = (target: string, init: RequestInit = {}) =>
  fetch(target, { ...init, headers: { ...(init.headers as object), ...headers } });
const commitments = new CommitmentsApi(configuration, url, withKey);
const tags = new TagsApi(configuration, url, withKey);
const webhooks = new WebhooksApi(configuration, url, withKey);

const page = await commitments.listCommitments(
  undefined,
  CommitmentKind.SavingsPlan,
  undefined,
  undefined,
  2,
);
const { items } = page.data;
check('filtered page', items.length === 2 && items[0]?.kind === CommitmentKind.SavingsPlan, page);

const rate = await commitments.getEffectiveSavingsRate();
const unmeasured = rate.data.accounts.find(({ measured }) => !measured);
check('savings rate', unmeasured?.total_rate_pct === null, rate);

const inventory = await commitments.listCommitmentInventory(Instrument.Ri);
const row = inventory.data.rows[0] as ReservedInstanceRow;
check('inventory', Number(row.qty) > 0, inventory);

const quote = await commitments.getRenewalQuote(arn);
check('renewal quote', Boolean(quote.success), quote);

const endpoint = { url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] };
const created = await webhooks.createWebhookEndpoint(endpoint, crypto.randomUUID());
check('create', Boolean(created.success), created);

const deleted = await webhooks.deleteWebhookEndpoint(created.data.id);
check('delete', Boolean(deleted.success), deleted);

const change = tagKey as unknown as VirtualTagKeyInput;
const updated = await tags.updateVirtualTagKey(change, 'vtk-cost-center', crypto.randomUUID());
check('update', Boolean(updated.success), updated);

const invalid = await commitments
  .listCommitments(undefined, undefined, undefined, 0)
  .catch((response: Response) => response);
const { error } = invalid instanceof Response ? await invalid.json() : { error: undefined };
check('code of a 422', error?.code === 'VALIDATION_ERROR', invalid);
