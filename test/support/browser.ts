// A real Chromium without windows.
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Chromium without windows and toolbars, which takes a third of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell'

let running: Promise<Browser> | undefined

/**
 * Starts Debian's Chromium, or the one that CHROMIUM names. Test files that share a process share the browser:
 * each leaves it by `closePages`, and the browser ends with the process.
 */
export function startBrowser(): Promise<Browser> {
  return (running ??= launch())
}

/** Closes every page of the browser, for the test file that comes next. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Arguments that stop Chromium's own requests. */
function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
