// A real Chromium without windows.
import { existsSync } from 'node:fs'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'

/** Chromium without windows and toolbars, which takes a third of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = '/usr/bin/chromium'

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

/** A browser of its own that draws WebGL, by the processor. Close it at the end. */
export function startBrowserWithWebGL(): Promise<Browser> {
  return launch(['--enable-unsafe-swiftshader', '--use-angle=swiftshader'])
}

/** A browser of its own that keeps pages for "Back", as those of people do. Close it at the end. */
export function startBrowserWithHistory(): Promise<Browser> {
  return launch(undefined, {
    executablePath: process.env.CHROMIUM ?? WHOLE,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

/** With arguments that stop Chromium's own requests. */
function launch(drawing = ['--disable-gpu'], options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : WHOLE),
    ...options,
    args: [
      '--no-sandbox',
      ...drawing,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
