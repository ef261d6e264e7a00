import { literal } from '../../../../../src/focus/sql.js';
import { show } from '../../../../engine/show.js';
import { amount } from '../../../figures/formulas.js';
import type { KnownBill } from '../../../figures/known-bill.js';
import { mainMonthOf, type ProviderBill } from '../../../figures/provider-bills.js';
import {
  costQuery,
  eachTagKey,
  eachTagValue,
  openTagKeys,
  tagKeys,
  tagValues,
} from '../../../figures/queries/cost-query.js';
import { narrow, type Query } from '../../../figures/queries/query.js';
import { compareTable } from '../../../figures/table.js';
import type { BillCase } from '../bill-check.js';
import { readCosts } from './compare.js';
import { inRange, type Range } from './filters.js';

/** Joins the texts of a row by a character that no searched text has. */
const joined = (texts: string) => `array_to_string(${texts}, chr(10))`;

/** What `search` looks at: the SQL expression of the texts of a row, and that of each of them. */
const searched = {
  service: { texts: 'ServiceName', each: 'ServiceName' },
  'account id': { texts: 'SubAccountId', each: 'SubAccountId' },
  'account name': { texts: 'SubAccountName', each: 'SubAccountName' },
  region: { texts: 'RegionId', each: 'RegionId' },
  'tag key': { texts: joined(tagKeys), each: eachTagKey },
  'tag value': { texts: joined(tagValues), each: eachTagValue },
  'usage type': { texts: 'usage_type', each: 'usage_type' },
} as const;

type Searched = keyof typeof searched;

export const searchedNames = Object.keys(searched) as Searched[];

/** Most texts of each kind that are looked at. */
const mostTexts = 5;

/** Compares a breakdown with `search` for a part of a text that is only found in one kind of text in some rows. */
export async function compareSearch(billCase: BillCase, name: Searched): Promise<void> {
  const { bill } = billCase;
  const provider = billCase.mainProvider;
  const range = { provider, days: mainMonthOf(provider) };
  const text = await textOf(bill, range, name);
  if (text === undefined) return;
  await compareTable(await readCosts(billCase, { ...range, search: text }), {
    ...{ query: found(range, text, searchedNames) },
    about: ` with \`search\` for a part of the ${name} ${show(text)}`,
    figures: [{ field: 'total_period_cost', is: amount('cost') }],
  });
}

/** Returns the query for the costs of the rows that contain a text in one of some kinds of texts. */
function found(range: Range, text: string, names: readonly Searched[]): Query {
  const conditions = names.map((name) => contains(searched[name].texts, text));
  return narrow(costQuery(range), `(${conditions.join(' OR ')})`);
}

function contains(expression: string, text: string): string {
  return `contains(lower(${expression}), ${literal(text.toLowerCase())})`;
}

/** Returns a part of a text in upper case, without which the rows that contain it would have another cost. */
async function textOf(bill: KnownBill, range: Range, name: Searched): Promise<string | undefined> {
  const values = await bill.values(searched[name].each, inRange(range));
  const open = (await bill.column(openTagKeys)).join('\n').toUpperCase();
  const parts = new Set(values.flatMap((value) => partOf(value) ?? []));
  const others = searchedNames.filter((other) => other !== name);
  for (const text of [...parts].filter((part) => !open.includes(part)).slice(0, mostTexts)) {
    const all = await bill.total(found(range, text, searchedNames));
    const rest = await bill.total(found(range, text, others));
    const difference = (all.figures.cost ?? 0) - (rest.figures.cost ?? 0);
    if (Math.abs(difference) >= 0.01 && (await isNameOfAccounts(bill, range.provider, text))) return text;
  }
  return undefined;
}

/** Returns letters and digits after the first character of a text, since services may be spelled in another way. */
function partOf(value: string): string | undefined {
  const [longest] = (value.slice(1).match(/[a-z\d]{2,16}/gi) ?? []).sort((a, b) => b.length - a.length);
  // Costs of no region may be listed as `global`.
  return longest === undefined || 'global'.includes(longest.toLowerCase())
    ? undefined
    : longest.toUpperCase();
}

/** Whether each account has the text in all of its names or in none: a server may know only one of them. */
async function isNameOfAccounts(bill: KnownBill, { where }: ProviderBill, text: string): Promise<boolean> {
  const isIn = `coalesce(${contains('SubAccountName', text)}, false)`;
  const accounts = await bill.expected({
    figures: { in_one: `CAST(bool_or(${isIn}) AS INTEGER)`, in_all: `CAST(bool_and(${isIn}) AS INTEGER)` },
    where: [where],
    groupBy: { account_id: 'SubAccountId' },
  });
  return accounts.every(
    ({ group, figures: { in_one, in_all } }) => in_one === 0 || (in_all === 1 && group.account_id !== null),
  );
}
