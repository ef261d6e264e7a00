import { type FocusColumn, focusColumns, missingWords } from '../columns.js';
import { columnNamed, type FileGroup, sourcesOf } from '../files/file-groups.js';
import { identifier, literal, literals } from '../sql.js';

/**
 * `strict` fails on a value that cannot be converted; `lenient` returns NULL. `native` is strict, and leaves decimals as
 * they are, which is a fifth faster; it fits files of one group, since those of several need one type.
 */
export type Conversion = 'strict' | 'lenient' | 'native';

/** Digits of every number: 20 before the decimal point, 18 after it. */
const decimal = 'DECIMAL(38,18)';
/** Digits of a binary number that are not noise. */
const significant = 'DECIMAL(38,12)';
/** The types in which values are read. */
export const columnTypes = {
  text: 'VARCHAR',
  json: 'VARCHAR',
  object: 'VARCHAR',
  number: decimal,
  time: 'TIMESTAMP',
} as const;
/** The columns of the usage type, the best first. */
export const usageTypeColumns = ['x_UsageType', 'SkuMeter', 'SkuId'];
const missing = literals(missingWords).slice(1, -1);
const isFilled = (text: string) => `${text} NOT IN (${missing})`;
/** In SQL: a text, NULL if it is a word for a missing value. */
export const withoutMissing = (text: string) => `CASE WHEN ${isFilled(text)} THEN ${text} END`;

/**
 * Selects the rows of all groups, with the columns of `focusColumns` as they are in the files: `cleanSql` is left to the
 * reader, since it is faster on sums than on rows.
 */
export function rowsSql(groups: readonly FileGroup[]): string {
  return groups
    .map((group) => `SELECT\n  ${columnsSql(group, 'strict').join(',\n  ')}\nFROM ${readerSql(group)}`)
    .join('\nUNION ALL\n');
}

/**
 * Selects the rows of all groups with `file_row`, the number of a row in its file, with `row_id`, a number that no other
 * row has, and with `usage_type`, from those of its columns that any file has. All files are Parquet.
 */
export function typedRowsSql(groups: readonly FileGroup[]): string {
  const conversion = conversionOf(groups);
  let files = 0;
  const rows = groups.map((group) => {
    const columns = [
      ...columnsSql(group, conversion),
      'file_row_number AS file_row',
      `${rowIdSql(files)} AS row_id`,
    ];
    files += group.files.length;
    return `SELECT ${columns.join(', ')} FROM ${readerSql(group)}`;
  });
  return `SELECT *, ${usageTypeSql(groups)} AS usage_type FROM (${rows.join(' UNION ALL ')})`;
}

/** In SQL: the first of the columns with a value. Twice as fast as COALESCE, since most texts are longer than a missing word. */
function usageTypeSql(groups: readonly FileGroup[]): string {
  const longest = Math.max(...missingWords.map(({ length }) => length));
  return usageTypeColumns
    .filter((name) => groups.some((group) => columnNamed(group, name)))
    .map(identifier)
    .reduceRight(
      (others, name) =>
        `CASE WHEN strlen(${name}) > ${longest} THEN ${name} WHEN ${isFilled(name)} THEN ${name} ELSE ${others} END`,
      'CAST(NULL AS VARCHAR)',
    );
}

/** The bits of `row_id` below the number of the file. */
export const fileRowBits = 38;

function rowIdSql(filesBefore: number): string {
  return `((CAST(file_index AS BIGINT) + ${filesBefore}) << ${fileRowBits}) + file_row_number`;
}

/** How `typedRowsSql` converts. */
export function conversionOf(groups: readonly FileGroup[]): Conversion {
  return groups.length === 1 ? 'native' : 'strict';
}

/** The expressions for the columns of `focusColumns`. */
export function columnsSql(group: FileGroup, conversion: Conversion): readonly string[] {
  return focusColumns.map((column) => `${valueSql(group, column, conversion)} AS ${identifier(column.name)}`);
}

/**
 * The table function that reads the files of a group.
 *
 * @param option of the function, such as `file_row_number = true`
 */
export function readerSql(group: FileGroup, files = group.files, option?: string): string {
  const options = option === undefined ? [] : [option];
  if (group.format === 'parquet') {
    return `read_parquet(${[literals(files), 'binary_as_string = true', 'hive_partitioning = false', ...options].join(', ')})`;
  }
  const columns = group.columns.map(({ name }) => `${identifier(name)}: 'VARCHAR'`).join(', ');
  return csvReaderSql({ ...group, files }, ['auto_detect = false', `columns = {${columns}}`, ...options]);
}

/**
 * The table function that reads CSV files.
 *
 * @param options determine the names of the columns
 */
export function csvReaderSql({ files, isGzipped }: FileGroup, options: readonly string[]): string {
  const all = [
    ...options,
    'header = true',
    "delim = ','",
    `quote = '"'`,
    `escape = '"'`,
    "comment = ''",
    'skip = 0',
    'hive_partitioning = false',
    `compression = '${isGzipped ? 'gzip' : 'none'}'`,
    `nullstr = ${literals(missingWords)}`,
  ];
  return `read_csv(${literals(files)}, ${all.join(', ')})`;
}

/** The text of a value as it is written in the file; NULL if it is missing. */
export function textSql(group: FileGroup, name: string): string {
  const column = focusColumns.find((one) => one.name === name) as FocusColumn;
  const texts = sourcesOf(group, column).map((one) => withoutMissing(asText(identifier(one.name), one.type)));
  return firstOf(texts) ?? 'CAST(NULL AS VARCHAR)';
}

/** In SQL: the first of texts that has a value. */
function firstOf(texts: readonly string[]): string | undefined {
  return texts.length > 1 ? `COALESCE(${texts.join(', ')})` : texts[0];
}

export function valueSql(group: FileGroup, column: FocusColumn, conversion: Conversion): string {
  const [source, ...others] = sourcesOf(group, column);
  // Only texts have successors.
  if (others.length > 0) return textSql(group, column.name);
  if (!source) return `CAST(NULL AS ${columnTypes[column.kind]})`;
  const value = identifier(source.name);
  if (conversion === 'native' && /^DECIMAL\(\d+,(\d|1[0-8])\)$/.test(source.type)) return value;
  const convert = conversion === 'lenient' ? 'TRY_CAST(' : 'CAST(';
  if (column.kind === 'number') return asNumber(value, source.type, convert);
  if (column.kind === 'time') return asTime(value, source.type, convert);
  if (column.kind === 'json' || column.kind === 'object') return asJson(value, source.type);
  return asText(value, source.type);
}

function asText(value: string, type: string): string {
  if (type === 'VARCHAR') return value;
  // Some programs write ids as floating-point numbers.
  if (type === 'DOUBLE' || type === 'FLOAT') {
    return `COALESCE(CAST(CASE WHEN ${value} = trunc(${value}) THEN TRY_CAST(${value} AS HUGEINT) END AS VARCHAR), CAST(${value} AS VARCHAR))`;
  }
  return `CAST(${value} AS VARCHAR)`;
}

function asNumber(value: string, type: string, convert: string): string {
  // The text of a float has no noise, and that of a truth value is refused.
  if (type === 'FLOAT' || type === 'BOOLEAN') return `${convert}CAST(${value} AS VARCHAR) AS ${decimal})`;
  if (type === 'DOUBLE') return `${convert}${convert}${value} AS ${significant}) AS ${decimal})`;
  // DuckDB ignores _ between digits, as in program text.
  if (type === 'VARCHAR') return `${convert}replace(${withoutMissing(value)}, '_', '!') AS ${decimal})`;
  return `${convert}${value} AS ${decimal})`;
}

/** Without a zone, a time is UTC. A conversion of text to TIMESTAMP would drop the zone. */
function asTime(value: string, type: string, convert: string): string {
  if (type === 'TIMESTAMP') return value;
  if (type === 'TIMESTAMP WITH TIME ZONE') return `(${value} AT TIME ZONE 'UTC')`;
  if (type !== 'VARCHAR') return `${convert}${value} AS TIMESTAMP)`;
  // Spares most values the slow regular expressions.
  const isPlain = `substr(${value}, 17, 1) = ':' AND (right(${value}, 1) = 'Z' OR length(${value}) = 19)`;
  const hasZone = `regexp_matches(${value}, ':\\d\\d.*[+-]\\d\\d')`;
  const whole = withSeconds(withoutMissing(value));
  return `CASE WHEN ${isPlain} THEN ${convert}${value} AS TIMESTAMP) WHEN ${hasZone} THEN ${convert}${whole} AS TIMESTAMPTZ) AT TIME ZONE 'UTC' ELSE ${convert}${whole} AS TIMESTAMP) END`;
}

/** Some exports have no seconds, which DuckDB requires. */
export function withSeconds(time: string): string {
  return `regexp_replace(${time}, '([T ]\\d\\d:\\d\\d)([^:\\d]|$)', '\\1:00\\2')`;
}

function asJson(value: string, type: string): string {
  if (type === 'VARCHAR') return value;
  if (type === 'JSON') return `CAST(${value} AS VARCHAR)`;
  return `CAST(to_json(${value}) AS VARCHAR)`;
}

/**
 * In SQL: the text of a JSON object. A list of keys and values, which may have other members, becomes an object, in which a
 * key can be repeated, so that it is refused; a value that was set counts more than one that is inherited.
 */
export function objectSql(text: string): string {
  const member = (of: string, name: string) =>
    `COALESCE(${of}->'${name}', ${of}->'${name.charAt(0).toUpperCase()}${name.slice(1)}')`;
  const list = `from_json(${text}, '["JSON"]')`;
  // Views of the tags of some clouds have members that FOCUS does not know under a prefix.
  const isInherited = (of: string) =>
    `COALESCE(CAST(COALESCE(${member(of, 'inherited')}, ${of}->'x_inherited') AS VARCHAR) = 'true', false)`;
  const isSet = `list_filter(${list}, lambda other: ${member('other', 'key')} = ${member('pair', 'key')} AND NOT ${isInherited('other')})`;
  const counted = `list_filter(${list}, lambda pair: NOT ${isInherited('pair')} OR len(${isSet}) = 0)`;
  const part = (name: string) => `CAST(COALESCE(${member('pair', name)}, 'null') AS VARCHAR)`;
  const pairs = `list_distinct(list_transform(${counted}, lambda pair: ${part('key')} || ':' || ${part('value')}))`;
  const isPairs = `len(list_filter(${list}, lambda pair: json_type(${member('pair', 'key')}) IS DISTINCT FROM 'VARCHAR')) = 0`;
  return `CASE WHEN ${text} LIKE '[%' AND json_valid(${text}) AND ${isPairs} THEN '{' || array_to_string(list_sort(${pairs}), ',') || '}' ELSE ${text} END`;
}

/** In SQL: the value of a column of `rowsSql`, NULL if it is missing, and known words in FOCUS's letter case. */
export function cleanSql(name: string): string {
  const { kind, values, isUpperCase } = focusColumns.find((column) => column.name === name) as FocusColumn;
  const value = identifier(name);
  if (kind === 'number' || kind === 'time') return value;
  if (kind === 'object') return objectSql(withoutMissing(value));
  if (isUpperCase) return `upper(${withoutMissing(value)})`;
  return values ? asWord(value, values) : withoutMissing(value);
}

/** Normalizes the letter case of known words. */
function asWord(value: string, words: readonly string[]): string {
  const cases = words.map((word) => `WHEN ${literal(word.toLowerCase())} THEN ${literal(word)}`);
  return `CASE lower(${value}) ${cases.join(' ')} ELSE ${withoutMissing(value)} END`;
}
