import {
  CommitmentKind,
  CommitmentsApi,
  Configuration,
  Instrument,
  ResponseError,
  TagsApi,
  WebhooksApi,
} from './generated';
import { VirtualTagKeyInputFromJSON } from './generated/models/VirtualTagKeyInput';
import { arn, check, key, tagKey, url } from './steps';

const configuration = new Configuration({ basePath: url, accessToken: key });
const commitments = new CommitmentsApi(configuration);
const webhooks = new WebhooksApi(configuration);

const page = await commitments.listCommitments({ kind: CommitmentKind.SavingsPlan, pageSize: 2 });
const { items } = page.data;
check('filtered page', items.length === 2 && items.every(({ kind }) => kind === 'savings_plan'), page);

const rate = await commitments.getEffectiveSavingsRate();
const unmeasured = rate.data.accounts.find(({ measured }) => !measured);
check('savings rate', unmeasured?.totalRatePct === null, rate);

const inventory = await commitments.listCommitmentInventory({ instrument: Instrument.Ri });
const [row] = inventory.data.rows;
check('inventory', row?.kind === 'reserved_instance' && (row.qty ?? 0) > 0, inventory);

const quote = await commitments.getRenewalQuote({ commitmentId: arn });
check('renewal quote', quote.success, quote);

const created = await webhooks.createWebhookEndpoint({
  idempotencyKey: crypto.randomUUID(),
  webhookEndpointInput: {
    url: 'https://hooks.example.com/costs',
    eventTypes: new Set(['optimization.completed']),
  },
});
check('create', created.success, created);

const deleted = await webhooks.deleteWebhookEndpoint({ endpointId: created.data.id });
check('delete', deleted.success, deleted);

const updated = await new TagsApi(configuration).updateVirtualTagKey({
  keyId: 'vtk-cost-center',
  idempotencyKey: crypto.randomUUID(),
  virtualTagKeyInput: VirtualTagKeyInputFromJSON(tagKey),
});
check('update', updated.success, updated);

const invalid = await commitments.listCommitments({ page: 0 }).catch((error) => error);
const code = invalid instanceof ResponseError ? (await invalid.response.json()).error.code : '';
check('code of a 422', code === 'VALIDATION_ERROR', invalid);
