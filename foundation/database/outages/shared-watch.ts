// One watch for all services of a process that use a database.
import { withoutLogin } from '#foundation/database/address/database-url.ts'
import { DatabaseWatch } from '#foundation/database/outages/database-watch.ts'
import type { Log } from '#foundation/telemetry/log.ts'

interface SharedWatch {
  watch: DatabaseWatch
  users: number
}

/** The watches of this process, by the databases of their services. */
const watches = new Map<string, SharedWatch>()

/** The watch of a database, which all services of the process share. Dispose it when the service stops. */
export function watchDatabase(url: string, log: Log): { watch: DatabaseWatch } & AsyncDisposable {
  const database = withoutLogin(url)
  const shared = watches.getOrInsertComputed(database, () => ({
    watch: new DatabaseWatch(url, log),
    users: 0,
  }))
  shared.users += 1
  return {
    watch: shared.watch,
    async [Symbol.asyncDispose]() {
      shared.users -= 1
      if (shared.users > 0) return
      watches.delete(database)
      await shared.watch.close()
    },
  }
}
