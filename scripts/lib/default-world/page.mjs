// @ts-check
import { markdownTable } from '../markdown-table.mjs';
import { tellingCases } from './telling-cases.mjs';

/**
 * @typedef {(path: string) => Promise<any>} Ask what the mock answers, without the envelope
 */

/** What each scenario is for, in the order of the page. @type {Record<string, string>} */
const scenarioStories = {
  default: 'This page.',
  empty: 'Providers are connected, and nothing has come in from them yet.',
  large: 'The default world with a hundred thousand commitments more, for lists, paging and speed.',
  unmeasured: '`provider_a` has not been measured, and `provider_b` has with nothing committed to.',
  'expiring-soon': 'Every running commitment ends within four weeks.',
  'failing-lookups': 'No price of a replacement or a purchase can be found.',
};

/**
 * The page that describes the default world, all of it asked from a mock whose clock stands.
 *
 * @param {{ createMock: (options: any) => Promise<any>, scenarios: readonly string[], defaultNow: string }} sources
 */
export async function defaultWorldPage({ createMock, scenarios, defaultNow }) {
  const mock = await createMock({ frozen: true });
  const ask = askOf(mock);
  const now = Date.parse(defaultNow);
  return `<!-- Written by \`npm run docs:world\` from the mock's answers. Change the world or the script, not this page. -->

# The default world

What \`cost-contract mock\` answers from, unless you choose another scenario: a small company, its bills of two
years, and what it has committed to. It is small enough to read, and holds a case of each thing that programs get
wrong. The figures here are those of seed 1 with the clock where it starts, ${defaultNow}; another seed
or another start gives other figures of the same shape.

Requests take one of the [mock's keys](guides/mock.md), such as \`ccc_test_caller\`.

## Who is in it

${await providersAndAccounts(ask)}

## What it uses

Each service, the regions it runs in, and what it cost in the month so far and in the month before: the
breakdown (\`getCostBreakdown\`) by service and region.

${await services(ask, defaultNow)}

## What it has committed to

The list of commitments (\`listCommitments\`): some run, some wait for their start or their payment, and some have
been sold or have ended. \`null\` stands where nothing ran that could be used.

${await commitments(ask)}

## What to look for

${(await Promise.all(tellingCases.map((one) => tellingCase(ask, one, now)))).join('\n\n')}

## Budgets

${await budgets(ask)}

## Virtual tag keys

${await tagKeys(mock, ask)}

## Webhooks

No endpoint is registered at first. One that you register gets signed events of writes and jobs; a tag job that
ends, for one, tells of itself. [Webhooks](guides/webhooks.md) says how to receive them, and the
[control plane](control-plane.md) how to cause one.

## The other scenarios

${await scenarioTable(createMock, scenarios)}
`;
}

/** @param {any} mock @returns {Ask} */
function askOf(mock) {
  return async (path) => {
    const response = await mock.fetch(path, { headers: { Authorization: 'Bearer ccc_test_caller' } });
    const { data, error } = await response.json();
    if (error) throw new Error(`${path} was answered ${response.status}: ${error.message}`);
    return data;
  };
}

/** @param {Ask} ask */
async function providersAndAccounts(ask) {
  const providers = await ask('/api/v1/providers');
  const { accounts } = await ask('/api/v1/commitments/esr?scope=all');
  const rows = [];
  for (const { provider_id, provider_name } of providers) {
    const { measured } = await ask(`/api/v1/commitments/coverage-rates?provider=${provider_id}`);
    const { items } = await ask(
      `/api/v1/providers/${provider_id}/costs/breakdown?group_by=account_id&preset=12M&granularity=monthly&page_size=100`,
    );
    const how = measured ? 'measured' : 'not measured';
    if (items.length === 0) rows.push([code(provider_id), `${provider_name}, ${how}`, '', '', 'no costs']);
    for (const { account_id, account_name, cost } of items) {
      const rates = accounts.find((/** @type {any} */ one) => one.account_id === account_id);
      const discount = rates?.negotiated_rate_pct;
      rows.push([
        code(provider_id),
        `${provider_name}, ${how}`,
        account_name,
        code(account_id),
        `${dollars(cost)}${discount ? `, a discount of ${discount} %` : ''}`,
      ]);
    }
  }
  return `${table(['provider', '', 'account', 'id', 'twelve months'], rows)}

\`research\` takes no part in the sharing of commitments, and \`data-lake\` is not reached by the agreement that gives
the others their discount.`;
}

/** @param {Ask} ask @param {string} defaultNow */
async function services(ask, defaultNow) {
  const today = new Date(defaultNow);
  const dayOf = (/** @type {number} */ monthsAgo, /** @type {number} */ day) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, day))
      .toISOString()
      .slice(0, 10);
  const rows = [];
  for (const provider of ['provider_a', 'provider_b']) {
    const of = (/** @type {string} */ query) =>
      ask(`/api/v1/providers/${provider}/costs/breakdown?page_size=100&${query}`);
    const thisMonth = await of(`start=${dayOf(0, 1)}`);
    const lastMonth = await of(`start=${dayOf(1, 1)}&end=${dayOf(0, 0)}`);
    const regions = await of(`start=${dayOf(1, 1)}&group_by=service&group_by=region`);
    for (const { service, cost } of lastMonth.items) {
      const now = thisMonth.items.find((/** @type {any} */ row) => row.service === service);
      const where = regions.items.filter((/** @type {any} */ row) => row.service === service);
      rows.push([
        code(provider),
        code(service),
        where.map((/** @type {any} */ row) => row.region).join(', '),
        dollars(now?.cost ?? 0),
        dollars(cost),
      ]);
    }
  }
  return table(['provider', 'service', 'regions', 'this month', 'last month'], rows, 3);
}

/** @param {Ask} ask */
async function commitments(ask) {
  const { items } = await ask('/api/v1/commitments?page_size=100');
  const rows = items.map((/** @type {any} */ row) => [
    code(row.id),
    row.kind.replaceAll('_', ' '),
    code(row.service),
    row.account_name,
    row.region,
    `${row.start_date} to ${row.end_date}`,
    row.status,
    percent(row.current_utilization_pct),
    dollars(row.monthly_commitment_usd),
  ]);
  return table(['id', 'kind', 'service', 'held by', 'region', 'term', 'status', 'used', 'a month'], rows, 7);
}

/** @param {Ask} ask @param {import('./telling-cases.mjs').TellingCase} one @param {number} now */
async function tellingCase(ask, { title, why, request, find, shows }, now) {
  const found = find(await ask(request), now);
  if (found === undefined) throw new Error(`The default world has no case of: ${title}`);
  const row = shows.map((name) => shown(found[name]));
  return `### ${title}

${why}

\`\`\`http
GET ${request}
\`\`\`

${table(shows.map(code), [row])}`;
}

/** @param {Ask} ask */
async function budgets(ask) {
  const { items } = await ask('/api/v1/providers/provider_b/budgets');
  const rows = items.map((/** @type {any} */ one) => [
    one.display_name,
    one.calendar_period.toLowerCase(),
    dollars(one.amount_usd),
    dollars(one.spent),
    dollars(one.forecast),
    percent(one.burn_pct),
  ]);
  return `Of \`provider_b\`, whose billing export tells what was spent.

${table(['budget', 'period', 'amount', 'spent', 'forecast', 'burned'], rows, 2)}`;
}

/** @param {any} mock @param {Ask} ask */
async function tagKeys(mock, ask) {
  const fixtures = await (await mock.fetch('/.well-known/cost-contract.json')).json();
  const { virtual_tag_keys } = await ask('/api/v1/providers/provider_a/costs/filter-options');
  const rows = [];
  for (const { id, name } of virtual_tag_keys) {
    for (const provider of ['provider_a', 'provider_b']) {
      const { items } = await ask(
        `/api/v1/providers/${provider}/costs/breakdown?group_by=virtual_tag&virtual_tag_key=${id}`,
      );
      const parts = items.map(
        (/** @type {any} */ row) => `${code(row.virtual_tag_value)} ${dollars(row.cost)}`,
      );
      rows.push([code(id), name, code(provider), parts.join(', ')]);
    }
  }
  const { tag_key } = fixtures;
  return `Keys made of rules, and what they part this month's costs into. The business units look at the cost
centers, so \`${tag_key.id}\` has a dependent. To change it, send its version: \`${tag_key.version}\` at first.

${table(['id', 'name', 'provider', 'values'], rows)}`;
}

/** @param {(options: any) => Promise<any>} createMock @param {readonly string[]} scenarios */
async function scenarioTable(createMock, scenarios) {
  const rows = [];
  for (const scenario of scenarios) {
    const story = scenarioStories[scenario];
    if (story === undefined) throw new Error(`Say in scenarioStories what the scenario ${scenario} is for.`);
    const ask = askOf(await createMock({ frozen: true, scenario }));
    const total = async (/** @type {string} */ status) =>
      (await ask(`/api/v1/commitments?page_size=1${status}`)).pagination.total_items;
    const running = (await total('&status=active')) + (await total('&status=expiring'));
    rows.push([code(scenario), story, (await total('')).toLocaleString('en'), running.toLocaleString('en')]);
  }
  return table(['scenario', '', 'commitments', 'running'], rows, 2);
}

/** @param {readonly string[]} heads @param {readonly (readonly string[])[]} rows @param {number} [figuresFrom] column */
function table(heads, rows, figuresFrom = heads.length) {
  return markdownTable([heads, ...rows], figuresFrom);
}

/** @param {unknown} value */
function code(value) {
  return `\`${value}\``;
}

/** Words as they are, and what a program compares as code. @param {unknown} value */
function shown(value) {
  return typeof value === 'string' && value.includes(' ') ? value : code(value);
}

/** @param {number | null} amount */
function dollars(amount) {
  if (amount === null) return '`null`';
  return amount.toLocaleString('en', { style: 'currency', currency: 'USD' });
}

/** @param {number | null} share */
function percent(share) {
  return share === null ? '`null`' : `${share} %`;
}
