import { type Command, Option } from 'commander';
import { exportVersions } from '../mocks/dataset/export/versions.js';
import { scenarios } from '../mocks/dataset/seed-data/scenario-names.js';
import { engines, focusVersions, mapColumns } from '../src/focus/rows/compact-engines.js';
import { addCommand, type Exits } from './add-command.js';
import type { CommandIo } from './command.js';
import type { DataExportOptions } from './data-export.js';
import type { DataSqlOptions } from './data-sql.js';
import { date, integer, timestamp } from './options/values.js';

/** Adds the command `data`, whose subcommands work on billing data. */
export function addData(program: Command, io: CommandIo, exits: Exits): void {
  const data = addCommand(
    program,
    'data',
    'export or aggregate billing data (FOCUS)',
    'Works with billing data in the FOCUS format.',
  ).helpCommand(false);
  addDataExport(data, io, exits);
  addDataSql(data, io, exits);
}

function addDataSql(data: Command, io: CommandIo, exits: Exits): void {
  addCommand(
    data,
    'sql',
    'print a statement that aggregates billing data',
    'Prints the SQL statement that aggregates a FOCUS export to the compact form: FOCUS again, summed by day and without resources. Run it where a large export is stored, and load its result with mock --data, which shows the same figures.',
    ' data',
  )
    .addOption(
      new Option('--engine <name>', 'dialect of the statement').choices(engines).makeOptionMandatory(),
    )
    .option(
      '--source <table>',
      'table of the export, or an expression that the engine reads as one; for duckdb also a file or glob',
      'focus_export',
    )
    .addOption(new Option('--focus <version>', 'version of the export').choices(focusVersions).default('1.2'))
    .addOption(
      new Option('--maps <columns...>', 'columns that are maps, not JSON in a text').choices(mapColumns),
    )
    .option('--x-usage-type', 'the export has the column x_UsageType, such as FOCUS 1.0 of some clouds')
    .addHelpText(
      'after',
      `
Examples:
  npx cloud-cost-contract data sql --engine spark --source billing.focus_export
  npx cloud-cost-contract data sql --engine duckdb --source 'exports/*.parquet'`,
    )
    .action(
      exits(async (options: DataSqlOptions) => (await import('./data-sql.js')).runDataSql(options, io)),
    );
}

function addDataExport(data: Command, io: CommandIo, exits: Exits): void {
  addCommand(
    data,
    'export',
    'export a scenario of the mock as billing data',
    'Writes the charges of a scenario of the mock as a FOCUS export, so that a service can be loaded with a bill whose figures are known: those of `mock` with the scenario, and of `mock --data` with the files.',
    ' data',
  )
    .addOption(
      new Option('--scenario <name>', 'scenario of the dataset').choices(scenarios).default('default'),
    )
    .option('--seed <n>', 'seed of the dataset', integer(0), 1)
    .option(
      '--now <timestamp>',
      'time of the export; charges end with the day before (default: 2026-06-15T12:00:00Z)',
      timestamp,
    )
    .option('--start <date>', 'first day of the charges (default: 25 whole months before --now)', date)
    .addOption(
      new Option('--focus <version>', 'version of FOCUS; 1.4 has no publishers, so no marketplace charges')
        .choices(exportVersions)
        .default('1.2'),
    )
    .optionsGroup('Output:')
    .option('--out <file>', 'file for the charges; - for standard output', '-')
    .addOption(
      new Option(
        '--format <name>',
        'format of the charges (default: parquet for a file named .parquet, else csv)',
      ).choices(['csv', 'parquet']),
    )
    .option('--inventory <file>', 'also write the inventory of commitments, as CSV or, if named .json, JSON')
    .option('--force', 'overwrite files')
    .addHelpText(
      'after',
      `
Exit codes:
  0  the files are complete
  2  no file was written: the message states why

Examples:
  npx cloud-cost-contract data export --out bill.csv --inventory inventory.csv
  npx cloud-cost-contract data export --seed 7 --start 2026-01-01 --out bill.parquet`,
    )
    .action(
      exits(async (options: DataExportOptions) =>
        (await import('./data-export.js')).runDataExport(options, io),
      ),
    );
}
