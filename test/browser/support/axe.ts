// Whether an open page is accessible (WCAG 2.2 AA), wide and narrow, light and dark. SCREENSHOTS=<folder> saves a
// picture of each look.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 375 },
  // WCAG 2.2, 1.4.10: corresponds to a wide screen at 400 % zoom.
  { colorScheme: 'dark', width: 320 },
] as const

/** Expects no violation and no horizontal scrolling in each look. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const look of LOOKS) {
    const { colorScheme, width } = look
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await takePicture(page, `${name}-${width}-${colorScheme}`)
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).toBe(width)
    expect(await violations(page, look), `${width} ${colorScheme}`).toEqual([])
  }
}

async function violations(page: Page, look: (typeof LOOKS)[number]): Promise<string[]> {
  // The page keeps axe loaded, because loading takes as long as running.
  const axe = new AxeBuilder({ page, ...(look !== LOOKS[0] && { axeSource: 'void 0' }) })
  axe.setLegacyMode().options({ resultTypes: ['violations'] })
  // In dark mode only the colours differ.
  if (look.colorScheme === 'dark') axe.withRules('color-contrast')
  else axe.withTags(WCAG)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help} at ${html}`),
  )
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
}
