// Finds, adds, changes, retires and restores realms.
import type { Kysely } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import {
  BY_AGE,
  filteredList,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import type { Connection } from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import {
  changedFields,
  changesOf,
  given,
  type Patch,
  type Wanted,
} from '#foundation/domain/changes.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { RealmContext } from '../context.ts'
import type { Realm, RealmTables } from '../tables.ts'
import { outsideIssues, removePresencesOutside } from './inside.ts'
import type { RealmFields } from './realm-fields.ts'
import { cornersOf } from './space.ts'

const realms = filteredList({
  rows: (db: Kysely<RealmTables>) =>
    db.selectFrom('realms').selectAll().where('retiredAt', 'is', null),
  filters: {},
  orders: { ...BY_AGE, name: ['name', 'asc', 'text'] },
  search: { title: 'name', text: `name || ' ' || description` },
})

export function listRealms(
  { db }: RealmContext,
  wanted: ListArguments<never, keyof typeof BY_AGE | 'name'>,
): Promise<Connection<Realm>> {
  return realms(db, wanted, { total: () => readRowCount(db, 'realms') })
}

export async function getRealm({ loaders }: RealmContext, id: string): Promise<Realm> {
  const realm = await loaders.realm.load(id)
  if (!realm) throw notFound('Realm', id)
  return realm
}

/** A realm that is not retired. @throws NOT_FOUND */
export async function getLiveRealm(ctx: RealmContext, id: string): Promise<Realm> {
  const realm = await getRealm(ctx, id)
  if (realm.retiredAt) throw notFound('Realm', id)
  return realm
}

/** Takes a shared lock on a realm while something in it is added or moved, which blocks changing it. */
export function lockRealmForShare(
  trx: Transaction<RealmTables>,
  id: string,
): Promise<Realm | undefined> {
  return trx.selectFrom('realms').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

export async function addRealm(ctx: RealmContext, input: RealmFields): Promise<Realm> {
  const { name, description, bounds } = input
  const columns = { name, description, ...cornersOf(bounds), createdAt: ctx.now() }
  return ctx.db.transaction().execute((trx) => insertRealm(ctx, trx, columns))
}

async function insertRealm(
  ctx: RealmContext,
  trx: Transaction<RealmTables>,
  columns: Omit<Realm, 'id' | 'retiredAt' | 'contentKey'>,
): Promise<Realm> {
  const realm = await trx
    .insertInto('realms')
    .values({ id: newId('realm'), ...columns })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(ctx, trx, { kind: 'content_added', details: { type: 'Realm', id: realm.id } })
  return realm
}

/** @throws VALIDATION_ERROR, also for bounds that leave a place outside; NOT_FOUND */
export async function updateRealm(
  ctx: RealmContext,
  { id, ...input }: { id: string } & Patch<RealmFields>,
): Promise<Realm> {
  const { bounds, ...texts } = given<RealmFields>(input)
  const wanted = { ...texts, ...(bounds && cornersOf(bounds)) }
  const realm = await ctx.db.transaction().execute((trx) => changeRealm(ctx, trx, id, wanted))
  ctx.loaders.realm.clear(id)
  return realm
}

const FIELD_OF = Object.fromEntries(
  ['minX', 'minY', 'minZ', 'maxX', 'maxY', 'maxZ'].map((corner) => [corner, 'bounds']),
)

/** Locks a realm: concurrent additions and moves wait, and then see the new bounds. @throws NOT_FOUND */
function lockRealm(trx: Transaction<RealmTables>, id: string): Promise<Realm> {
  const query = trx.selectFrom('realms').selectAll().where('id', '=', id)
  return query.forNoKeyUpdate().executeTakeFirstOrThrow(() => notFound('Realm', id))
}

async function changeRealm(
  ctx: RealmContext,
  trx: Transaction<RealmTables>,
  id: string,
  wanted: Wanted<Realm>,
): Promise<Realm> {
  const realm = await lockRealm(trx, id)
  const changes = changesOf<Realm>(realm, wanted)
  if (Object.keys(changes).length === 0) return realm
  const changed = { ...realm, ...changes }
  const fields = changedFields(changes, FIELD_OF)
  if (fields.includes('bounds')) {
    refuseIssues(await outsideIssues(trx, changed))
    await removePresencesOutside(trx, changed)
  }
  await trx.updateTable('realms').set(changes).where('id', '=', id).execute()
  const details = { type: 'Realm', id, changed: fields }
  await recordAudit(ctx, trx, { kind: 'content_updated', details })
  return changed
}

/** Retires a realm. Repeating it changes nothing. @throws NOT_FOUND */
export function retireRealm(ctx: RealmContext, id: string): Promise<Realm> {
  return setRetired(ctx, id, 'content_retired', ctx.now())
}

/** Restores a retired realm. Repeating it changes nothing. @throws NOT_FOUND */
export function restoreRealm(ctx: RealmContext, id: string): Promise<Realm> {
  return setRetired(ctx, id, 'content_restored', null)
}

async function setRetired(
  ctx: RealmContext,
  id: string,
  kind: string,
  retiredAt: Date | null,
): Promise<Realm> {
  const realm = await ctx.db.transaction().execute(async (trx) => {
    const known = await lockRealm(trx, id)
    if ((known.retiredAt === null) === (retiredAt === null)) return known
    await trx.updateTable('realms').set({ retiredAt }).where('id', '=', id).execute()
    await recordAudit(ctx, trx, { kind, details: { type: 'Realm', id } })
    return { ...known, retiredAt }
  })
  ctx.loaders.realm.clear(id)
  return realm
}
