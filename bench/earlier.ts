// The commit that all costs are compared with, checked out and installed once.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkOut } from '#test/earlier-checkout.ts'

/** It stays the same until 1.0.0 is tagged: nine small losses are a large one. */
const BASE = '0b8e3ad7'

export interface Earlier {
  commit: string
  folder: string
}

/** The commit that `--base` names, in a folder that later runs use again. */
export async function checkOutEarlier(): Promise<Earlier> {
  const options = { base: { type: 'string', default: BASE } } as const
  const { values } = parseArgs({ options, allowPositionals: true })
  const commit = values.base
  const folder = join(tmpdir(), 'ecosystem-bench-base', commit)
  if (!existsSync(join(folder, 'node_modules'))) await checkOut(commit, folder)
  return { commit, folder }
}
