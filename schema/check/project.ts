// The working tree as a project: what only its own code can tell. The base's code is never run.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Project } from './steps.ts'

/** The folder that package.json is in. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Everything is imported when it is asked for: most of it takes longer to load than to run. */
export const project: Project = {
  async served() {
    const { servedTexts } = await import('../served.ts')
    const { subgraphs } = await import('../../subgraphs/index.ts')
    return servedTexts(subgraphs)
  },
  async stale(composition) {
    const { generate, isStale } = await import('../generate.ts')
    const files = [...(await generate(composition))].filter(([file, text]) => isStale(file, text))
    return new Map(files.map(([file, text]) => [relative(root, file), text]))
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
