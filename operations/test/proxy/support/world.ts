// A test's handles on the tables of all services.
import type { Kysely } from '#foundation/database/database.ts'
import { openTables } from '#test/database.ts'
import type { World } from '#test/story.ts'

export type OpenWorld = World & AsyncDisposable

/** Opens each handle at its first use. */
export function openWorld(database: { url: string }): OpenWorld {
  const handles = new Map<string, Kysely<never>>()
  const open = (service: string) => openTables<never>(database, service)
  return {
    tables: (service) => handles.getOrInsertComputed(service, () => open(service)) as never,
    async [Symbol.asyncDispose]() {
      await Promise.all([...handles.values()].map((handle) => handle.destroy()))
    },
  }
}
