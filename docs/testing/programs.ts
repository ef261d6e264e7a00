import { spawnSync } from 'node:child_process';

/** Null, or why the tests that run a program are skipped. CI has all of them. */
function missing(program: string, version: string): string | null {
  return process.env.CI || spawnSync(program, [version]).status === 0 ? null : `needs ${program}`;
}

export const goMissing = missing('go', 'version');
export const javaMissing = missing('java', '--version') ?? missing('mvn', '--version');
/** The environment of a Java program that runs once: optimizing it takes longer than it saves. */
export const unoptimizedJava = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };
