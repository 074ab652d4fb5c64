// Every service of the ecosystem, for processes that do not load them: the router on its own.
import { readdirSync } from 'node:fs'
import type { Configurable } from '#foundation/process/config.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => {
  return entry.isDirectory()
})

/** What the file `service.ts` in each folder says. */
export const services: readonly Configurable[] = await Promise.all(
  folders.map(async ({ name }) => {
    const loaded = (await import(`./${name}/service.ts`)) as { service: Configurable }
    return loaded.service
  }),
)
