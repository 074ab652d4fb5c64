// A real Chromium, driven without a window.
import { chromium, type Browser } from 'playwright-core'

/** Starts Debian's Chromium, or the one that CHROMIUM names. Nothing of it calls home. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
