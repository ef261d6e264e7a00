// @ts-check
import { cases } from './default-dataset-cases.mjs';
import { markdownTable } from './markdown-table.mjs';

/** The description of each scenario. @type {Record<string, string>} */
const descriptions = {
  default: 'The dataset of this page.',
  empty: 'Connected providers without data.',
  large: 'The default dataset with 100,000 more commitments, to test pagination and performance.',
  unmeasured: '`provider_a` is not measured; `provider_b` is measured and has no commitments.',
  'expiring-soon': 'All active commitments end within four weeks.',
  'failing-lookups': 'All price lookups for renewals and purchases fail.',
};

/** @typedef {(path: string) => Promise<any>} Read returns the data of a response of the mock */

/**
 * Creates the blocks of docs/default-dataset.md by name, from a mock with a frozen clock.
 *
 * @param {{ createMock: (options: object) => Promise<any>, scenarios: readonly string[] }} sources
 * @returns {Promise<Record<string, string>>}
 */
export async function defaultDatasetBlocks({ createMock, scenarios }) {
  const read = readerOf(await createMock({ frozen: true }));
  /** @type {Record<string, string>} */
  const blocks = {
    accounts: await accounts(read),
    services: await services(read),
    commitments: await commitments(read),
    'tag-keys': await tagKeys(read),
    scenarios: await scenarioTable(createMock, scenarios),
  };
  for (const [name, [request, find, list]] of Object.entries(cases)) {
    const found = find(await read(request));
    if (found === undefined) throw new Error(`The default dataset has no case '${name}'.`);
    const fields = list.split(' ');
    const table = markdownTable(
      [fields.map(code), fields.map((field) => formatted(found[field]))],
      fields.length,
    );
    blocks[name] = `\`\`\`http\nGET ${request}\n\`\`\`\n\n${table}`;
  }
  return blocks;
}

/** @param {any} mock @returns {Read} */
function readerOf(mock) {
  return async (path) => {
    const response = await mock.fetch(path, { headers: { Authorization: 'Bearer ccc_test_caller' } });
    const { data, error } = await response.json();
    if (error) throw new Error(`${path} returned ${response.status}: ${error.message}`);
    return data;
  };
}

/** @param {Read} read */
async function accounts(read) {
  const { accounts: rates } = await read('/api/v1/commitments/esr?scope=all');
  const rows = [];
  for (const { provider_id, provider_name } of await read('/api/v1/providers')) {
    const { measured } = await read(`/api/v1/commitments/coverage-rates?provider=${provider_id}`);
    const query = 'group_by=account_id&preset=12M&granularity=monthly&page_size=100';
    const { items } = await read(`/api/v1/providers/${provider_id}/costs/breakdown?${query}`);
    const provider = [code(provider_id), provider_name, measured ? 'yes' : 'no'];
    if (items.length === 0) rows.push([...provider, '', '', 'no costs', '']);
    for (const { account_id, account_name, cost } of items) {
      const discount = rates.find(
        (/** @type {any} */ one) => one.account_id === account_id,
      )?.negotiated_rate_pct;
      rows.push([
        ...provider,
        account_name,
        code(account_id),
        dollars(cost),
        discount ? `${discount} %` : '',
      ]);
    }
  }
  const head = ['provider', 'name', 'measured', 'account', 'id', 'cost in 12 months', 'negotiated discount'];
  return markdownTable([head, ...rows], 5);
}

/** @param {Read} read */
async function services(read) {
  const rows = [];
  for (const provider of ['provider_a', 'provider_b']) {
    const { items } = await read(`/api/v1/providers/${provider}/costs/breakdown?page_size=100`);
    for (const { service, cost, previous_cost } of items)
      rows.push([code(provider), code(service), dollars(cost), dollars(previous_cost)]);
  }
  return markdownTable([['provider', 'service', 'month to date', 'same days of last month'], ...rows], 2);
}

/** @param {Read} read */
async function commitments(read) {
  const { items } = await read('/api/v1/commitments?page_size=100');
  const rows = items.map((/** @type {any} */ row) => [
    code(row.id),
    row.kind.replaceAll('_', ' '),
    code(row.service),
    row.account_name,
    row.region,
    `${row.start_date} to ${row.end_date}`,
    row.status,
    row.current_utilization_pct === null ? '`null`' : `${row.current_utilization_pct} %`,
    dollars(row.monthly_commitment_usd),
  ]);
  const head = [
    'id',
    'kind',
    'service',
    'account',
    'region',
    'term',
    'status',
    'utilization',
    'monthly cost',
  ];
  return markdownTable([head, ...rows], 7);
}

/** @param {Read} read */
async function tagKeys(read) {
  const { virtual_tag_keys } = await read('/api/v1/providers/provider_a/costs/filter-options');
  const rows = [];
  for (const { id, name } of virtual_tag_keys) {
    for (const provider of ['provider_a', 'provider_b']) {
      const query = `group_by=virtual_tag&virtual_tag_key=${id}`;
      const { items } = await read(`/api/v1/providers/${provider}/costs/breakdown?${query}`);
      const parts = items.map(
        (/** @type {any} */ row) => `${code(row.virtual_tag_value)} ${dollars(row.cost)}`,
      );
      rows.push([code(id), name, code(provider), parts.join(', ')]);
    }
  }
  return markdownTable([['id', 'name', 'provider', 'values'], ...rows], 4);
}

/** @param {(options: object) => Promise<any>} createMock @param {readonly string[]} scenarios */
async function scenarioTable(createMock, scenarios) {
  const rows = [];
  for (const scenario of scenarios) {
    const read = readerOf(await createMock({ frozen: true, scenario }));
    const total = async (/** @type {string} */ status) =>
      (await read(`/api/v1/commitments?page_size=1${status}`)).pagination.total_items;
    const active = (await total('&status=active')) + (await total('&status=expiring'));
    const description = descriptions[scenario];
    if (description === undefined)
      throw new Error(`Scenario '${scenario}' has no description. Add one to \`descriptions\`.`);
    rows.push([
      code(scenario),
      description,
      (await total('')).toLocaleString('en'),
      active.toLocaleString('en'),
    ]);
  }
  return markdownTable([['scenario', 'dataset', 'commitments', 'active'], ...rows], 2);
}

const code = (/** @type {unknown} */ value) => `\`${value}\``;
/** Formats text with spaces as text, and other values as code. @param {unknown} value */
const formatted = (value) => (typeof value === 'string' && value.includes(' ') ? value : code(value));
const dollars = (/** @type {number | null} */ amount) =>
  amount === null ? '`null`' : amount.toLocaleString('en', { style: 'currency', currency: 'USD' });
