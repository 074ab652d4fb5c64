// Prepares the database of a service: its schema, and its demo data if configured.
import type { ContentFile } from '#foundation/content/kind.ts'
import { haveAllRun, migrate } from '#foundation/database/migrations/migrate.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import type { Context } from '#foundation/service/context.ts'
import { addDemo } from '#foundation/service/demo.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'

export interface DataOptions {
  /** The postgres:// URL of the database. */
  databaseUrl: string
  /** The demo pack of this service; undefined for no demo data. */
  demo: readonly ContentFile[] | undefined
  production: boolean
}

/** Prepares the database. @throws when it does not respond, or has demo logins in production */
export async function prepareData(
  subgraph: AnySubgraph,
  { databaseUrl, demo, production }: DataOptions,
  ctx: Context,
): Promise<void> {
  if (!(await haveAllRun(ctx.db, subgraph.migrations))) {
    await migrate(databaseUrl, subgraph, ctx.log)
  }
  if (demo) await addDemo(subgraph, demo, ctx)
  if (!production || !(await subgraph.admitsDemo?.(ctx))) return
  throw new SettingError(
    'The database contains demo people, clients or keys, whose passwords are public: ' +
      'in production, set another DATA_DIR or DATABASE_URL, or delete the embedded database with ' +
      '`NODE_ENV= npm run reset`.',
  )
}
