// Realms: the list, one by its id, and new ones.
import type DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { refuseIssues, visibleTextIssues } from '#foundation/bounds.ts'
import { notFound } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import { paginate, type Connection, type PageArguments } from '#foundation/pagination.ts'
import { createRowLoader } from '#foundation/row-loader.ts'
import type { RealmContext } from '../context.ts'
import type { Realm, RealmTables } from '../tables.ts'
import { cornersOf, wrongBounds, type Bounds } from './space.ts'

export function listRealms({ db }: RealmContext, page: PageArguments): Promise<Connection<Realm>> {
  return paginate(db.selectFrom('realms').selectAll(), page, ({ createdAt, id }) => ({
    at: createdAt,
    id,
  }))
}

export async function getRealm({ loaders }: RealmContext, id: string): Promise<Realm> {
  const realm = await loaders.realm.load(id)
  if (!realm) throw notFound('Realm', id)
  return realm
}

export function realmLoader(db: Kysely<RealmTables>): DataLoader<string, Realm | undefined> {
  return createRowLoader((anyId) => db.selectFrom('realms').selectAll().where('id', '=', anyId))
}

interface NewRealm {
  name: string
  description: string
  bounds: Bounds
}

/** @throws VALIDATION_ERROR */
export function addRealm({ db, now }: RealmContext, input: NewRealm): Promise<Realm> {
  const { name, description, bounds } = input
  refuseIssues([
    ...visibleTextIssues('name', name, 100),
    ...visibleTextIssues('description', description, 2_000),
    ...wrongBounds(bounds),
  ])
  const realm = { id: newId('realm'), name, description, ...cornersOf(bounds), createdAt: now() }
  return db.insertInto('realms').values(realm).returningAll().executeTakeFirstOrThrow()
}
