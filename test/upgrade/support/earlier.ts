// The commit whose data this code must take over, and beside whose processes it must run.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { checkOut } from '#test/earlier-checkout.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A checkout of that commit. */
    earlier: string
  }
}

/** The last state before version 1.0.0. */
const COMMIT = '76f07557'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-earlier-'))
  resources.defer(() => rm(folder, { recursive: true }))
  // PostgreSQL runs as another user where this is root, who must be able to enter.
  await chmod(folder, 0o755)
  const checkout = join(folder, COMMIT)
  resources.use(await checkOut(COMMIT, checkout))
  project.provide('earlier', checkout)
  const used = resources.move()
  return () => used.disposeAsync()
}
