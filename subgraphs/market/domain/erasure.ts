// Erases a person from the market: gold and assets return to the system, and the books name a tombstone.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { rememberErased } from '#foundation/database/people/erased-people.ts'
import { replacePerson } from '#foundation/database/people/person-rows.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { eraseEvents } from '#foundation/events/erased-events.ts'
import { eraseKeys } from '#foundation/idempotency/erased-keys.ts'
import { eraseFromAudit } from '#foundation/peers/audit-erasure.ts'
import type { Erasure } from '#foundation/service/personal-data.ts'
import type { MarketContext } from '../context.ts'
import type { MarketTables } from '../tables.ts'
import { ISSUANCE, postTransaction } from './ledger.ts'

type Trx = Transaction<MarketTables>

/** The number of assets that one transaction locks. */
const ASSETS_AT_ONCE = 100

/** Returns assets first: once the person has nothing to sell, nobody can pay them any more. */
export async function erasePerson(ctx: MarketContext, erasure: Erasure): Promise<void> {
  const { db, now } = ctx
  await rememberErased(db, erasure.identityId, now())
  await untilNone(ctx, (trx) => returnAssets(trx, erasure, now()))
  await untilNone(ctx, (trx) => renameListings(trx, erasure))
  await db.transaction().execute((trx) => closeAccount(trx, erasure, now()))
  await replacePerson(db, { table: 'purchases', column: 'buyerId' }, erasure)
  await replacePerson(db, { table: 'purchases', column: 'sellerId' }, erasure)
  await replacePerson(db, { table: 'gifts', column: 'giverId' }, erasure)
  await replacePerson(db, { table: 'gifts', column: 'receiverId' }, erasure)
  // Last, because requests that were still in flight may have written audit entries and idempotency keys.
  await eraseFromAudit(db, erasure)
  await eraseKeys(db, erasure.identityId)
  await eraseEvents(db, erasure)
}

async function untilNone(
  { db }: MarketContext,
  change: (trx: Trx) => Promise<number>,
): Promise<void> {
  while ((await db.transaction().execute(change)) > 0);
}

/**
 * Gives a batch of the person's assets to the system and takes them off the market. The locks make each
 * asset either sold or given away before, or returned. Returns the size of the batch.
 */
async function returnAssets(trx: Trx, { identityId }: Erasure, at: Date): Promise<number> {
  const locked = await trx
    .selectFrom('assets')
    .select('id')
    .where('ownerId', '=', identityId)
    .orderBy('id')
    .limit(ASSETS_AT_ONCE)
    .forUpdate()
    .execute()
  const ids = anyOf(locked)
  await trx
    .updateTable('listings')
    .set({ status: 'cancelled', closedAt: at })
    .where('assetId', '=', ids)
    .where('status', '=', 'active')
    .execute()
  await trx.updateTable('assets').set({ ownerId: ECOSYSTEM_ID }).where('id', '=', ids).execute()
  return locked.length
}

/** Locks assets before their listings, as every transaction does. A hidden listing stays hidden. */
async function renameListings(trx: Trx, { identityId, tombstone }: Erasure): Promise<number> {
  const listings = await trx
    .selectFrom('listings')
    .select(['id', 'assetId'])
    .where('sellerId', '=', identityId)
    .orderBy('id')
    .limit(ASSETS_AT_ONCE)
    .execute()
  const assets = trx.selectFrom('assets').select('id').orderBy('id').forUpdate()
  await assets.where('id', '=', anyOf(listings.map(({ assetId: id }) => ({ id })))).execute()
  const renamed = trx.updateTable('listings').set({ sellerId: tombstone })
  await renamed.where('id', '=', anyOf(listings)).execute()
  return listings.length
}

function anyOf(rows: readonly { id: string }[]) {
  return sql<string>`any(${rows.map(({ id }) => id)})`
}

/**
 * Returns the gold to the treasury, because gold that nobody can spend is not in circulation. The account
 * keeps its postings under the tombstone.
 */
async function closeAccount(
  trx: Trx,
  { identityId, tombstone }: Erasure,
  createdAt: Date,
): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select(['id', 'balance'])
    .where('ownerId', '=', identityId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return
  const about = { key: `closed:${account.id}`, reason: 'closed the account', createdAt }
  const amount = account.balance!
  if (amount > 0) {
    const movement = { kind: 'adjustment', debit: account, credit: ISSUANCE, amount } as const
    await postTransaction(trx, { ...about, ...movement })
  }
  await trx
    .updateTable('accounts')
    .set({ ownerId: tombstone })
    .where('id', '=', account.id)
    .execute()
}
