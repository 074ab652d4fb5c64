// What the ID service's resolvers and domain functions are handed.
import type { Kysely } from 'kysely'
import type { Context } from '#foundation/service/context.ts'
import { credentialsLoader } from './domain/credential.ts'
import { identityLoader } from './domain/profile.ts'
import type { IdentityTables } from './tables.ts'

export type IdentityContext = Context<IdentityTables, ReturnType<typeof identityLoaders>>

/** The loaders of one request. */
export function identityLoaders(db: Kysely<IdentityTables>) {
  return { identity: identityLoader(db), credentials: credentialsLoader(db) }
}
