// The commits whose data this code must take over, and beside whose processes it must run.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { checkOut } from '#test/earlier-checkout.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Holds a checkout of each commit below, by its name. */
    earlierFolder: string
  }
}

/** The last released state. */
export const LAST = 'e09e380'
/** Before the router counts usage, and before people can delete their accounts. */
export const BEFORE_USAGE = 'ce07eba'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-earlier-'))
  resources.defer(() => rm(folder, { recursive: true }))
  // PostgreSQL runs as another user where this is root, who must be able to enter.
  await chmod(folder, 0o755)
  const commits = [LAST, BEFORE_USAGE]
  const checkouts = commits.map((commit) => checkOut(commit, join(folder, commit)))
  for (const checkout of await Promise.all(checkouts)) resources.use(checkout)
  project.provide('earlierFolder', folder)
  const used = resources.move()
  return () => used.disposeAsync()
}
