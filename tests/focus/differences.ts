type Json = any;

/** Fields that two responses may differ in. */
export interface Rules {
  /** Not determined by a bill, so it must have null or nothing, if not the same. */
  readonly unknown?: readonly string[];
  /** Of another definition. */
  readonly redefined?: readonly string[];
}

/** Amounts are sums of exact figures, but some are computed from rates that were rounded. */
const tolerance = 0.010_001;

/** Lists the differences between a response of a scenario and that of its export. */
export function differences(expected: Json, actual: Json, rules: Rules = {}, path = ''): string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) return inLists(expected, actual, rules, path);
  if (isObject(expected) && isObject(actual)) return inObjects(expected, actual, rules, path);
  const isClose =
    typeof expected === 'number' && typeof actual === 'number'
      ? Math.abs(expected - actual) <= tolerance
      : expected === actual;
  return isClose ? [] : [`${path}: ${JSON.stringify(expected)}, in the bill ${JSON.stringify(actual)}`];
}

function inLists(expected: Json[], actual: Json[], rules: Rules, path: string): string[] {
  if (expected.length !== actual.length) {
    return [`${path}: ${expected.length} entries, in the bill ${actual.length}`];
  }
  const others = inOrder(actual);
  return inOrder(expected).flatMap((one, i) =>
    differences(one, others[i], rules, `${path}[${nameOf(one) || i}]`),
  );
}

function inObjects(expected: Json, actual: Json, rules: Rules, path: string): string[] {
  const { unknown = [], redefined = [] } = rules;
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].flatMap((key) => {
    if (redefined.includes(key) || (unknown.includes(key) && isNothing(actual[key]))) return [];
    return differences(expected[key], actual[key], rules, `${path}.${key}`);
  });
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNothing(value: Json): boolean {
  return value === null || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** The order of services, accounts and commitments is not determined. */
function inOrder(items: readonly Json[]): readonly Json[] {
  return items.every((item) => nameOf(item) !== '')
    ? items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    : items;
}

/** What identifies an entry of a list; empty for others. */
function nameOf(item: Json): string {
  if (!isObject(item)) return '';
  if (item.id !== undefined || item.row_id !== undefined) return item.id ?? item.row_id;
  if (item.date !== undefined || item.spendings_by_date !== undefined) return '';
  const { service, account_id: account, platform, variability, value } = item;
  const names = [service, account, platform, variability, value].filter((name) => name !== undefined);
  return names.length === 0 ? '' : names.join('|');
}
