// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const program = places.find((place) => existsSync(place));

/**
 * Returns why browser tests are skipped, or null if they can run.
 *
 * @returns {string | null}
 * @throws {Error} in CI, where they must run
 */
export function browserMissing() {
  if (program) return null;
  const advice = 'Chromium is not installed: apt-get install chromium';
  if (process.env.CI) throw new Error(advice);
  return advice;
}

/** Launches a browser with a temporary profile and without background network requests. */
export function launchBrowser() {
  return chromium.launch({
    executablePath: program ?? '',
    // Chromium does not start its sandbox as root, and containers run as root.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
