import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { CommandIo } from '../command.js';

const intervalMs = 500;

/**
 * Resolves when the `npx` that started this program has ended. npm forwards SIGTERM only to a shell, which
 * ignores it, does not forward SIGHUP, and cannot handle SIGKILL, so the program would run for ever. Without
 * `npx` the promise stays pending: a program in the background of a shell may outlive that shell.
 */
export function npxEnded(env: CommandIo['env']): Promise<void> {
  return new Promise((resolve) => {
    if (env.npm_command !== 'exec' || env.npm_lifecycle_event !== 'npx') return;
    const parent = process.ppid;
    const watched = [parent, ...npmBehind(parent)];
    const timer = setInterval(() => {
      if (process.ppid === parent && watched.every(isRunning)) return;
      clearInterval(timer);
      resolve();
    }, intervalMs);
    timer.unref();
  });
}

/** Returns the parent of the shell in which npm runs a program; none if npm runs it directly or cannot be found. */
function npmBehind(shell: number): number[] {
  try {
    const { name, parent } = process.platform === 'linux' ? fromProc(shell) : fromPs(shell);
    return /^-?(ba|da|a|k|z)?sh$/.test(name) && parent > 1 ? [parent] : [];
  } catch {
    return [];
  }
}

interface ProcessInfo {
  readonly name: string;
  readonly parent: number;
}

/** The name is in parentheses, and may itself contain parentheses. */
function fromProc(pid: number): ProcessInfo {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const end = stat.lastIndexOf(')');
  const [, parent] = /^ \S+ (\d+)/.exec(stat.slice(end + 1)) ?? [];
  return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(parent) };
}

function fromPs(pid: number): ProcessInfo {
  const text = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: 1000,
  });
  const [, parent, name = ''] = /^(\d+)\s+(.*)/s.exec(text.trim()) ?? [];
  return { name: name.replace(/^.*\//, ''), parent: Number(parent) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
