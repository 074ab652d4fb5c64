// The commit that all costs are compared with, checked out and installed once.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOut } from '#test/earlier-checkout.ts'

/** `--base COMMIT`. The default stays the same until 1.0.0 is tagged: nine small losses are a large one. */
export const BASE_OPTION = { base: { type: 'string', default: '0b8e3ad7' } } as const
/** What costs 0.95 of what it costs at the base reaches this ratio. */
export const MIN_RATIO = 1.05

export interface Earlier {
  commit: string
  folder: string
}

/** Checks the commit out into a folder that later runs use again. */
export async function checkOutEarlier(commit: string): Promise<Earlier> {
  const folder = join(tmpdir(), 'ecosystem-bench-base', commit)
  if (!existsSync(join(folder, 'node_modules'))) await checkOut(commit, folder)
  return { commit, folder }
}
