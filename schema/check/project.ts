// The working tree as a project: what only its own code can tell. The base's code is never run.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Project } from './run.ts'

/** The folder that package.json is in. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Everything is imported when it is asked for: most of it takes longer to load than to run. */
export const project: Project = {
  async stale() {
    const { generate, isStale } = await import('../generate.ts')
    const files = [...(await generate())].filter(([file, text]) => isStale(file, text))
    return files.map(([file]) => relative(root, file))
  },
  async peers() {
    const { checkPeerOperations } = await import('../generate.ts')
    return checkPeerOperations()
  },
  async routes() {
    const { routeTables } = await import('../../rest-adapters/routes.ts')
    return routeTables
  },
}
