// @ts-check
import { readFileSync } from 'node:fs';
import { validate } from '@scalar/openapi-parser';

const { valid, errors = [] } = await validate(readFileSync(process.argv[2] ?? '', 'utf8'));
if (!valid || errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
