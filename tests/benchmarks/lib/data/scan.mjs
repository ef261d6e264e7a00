// @ts-check
// Runs one statement, and prints the processor time in milliseconds that the process has used then.
import { createRequire } from 'node:module';

// As the mock does: `import` takes longer.
const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api');

const connection = await (await DuckDBInstance.create()).connect();
await connection.runAndReadAll(process.argv[2] ?? '');
const { user, system } = process.cpuUsage();
console.log((user + system) / 1000);
