// @ts-check
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { yamlOf } from './yaml-of.mjs';

test.each(['2026-02-30', '2026-06-15T12:00:00Z', 'no', 'on', '0o7', '1_000', '1:30', 'text'])(
  'parsers of YAML 1.1 and 1.2 read %s as a string',
  (value) => {
    const text = yamlOf({ value });
    expect(parse(text, { version: '1.1' })).toEqual({ value });
    expect(parse(text)).toEqual({ value });
  },
);
