// Exports what the market holds about a person.
import type { Kysely } from 'kysely'
import { pagesOf } from '#foundation/database/people/person-rows.ts'
import { exportKeys } from '#foundation/idempotency/erased-keys.ts'
import type { PersonalData } from '#foundation/service/personal-data.ts'
import type { MarketContext } from '../context.ts'
import type { MarketTables } from '../tables.ts'
import { erasePerson } from './erasure.ts'
import { accountOf } from './posting.ts'

export const personalData: PersonalData<MarketContext> = {
  async *exportPerson({ db }, identityId) {
    yield* account(db, identityId)
    yield* postings(db, identityId)
    yield* assets(db, identityId)
    yield* listings(db, identityId)
    yield* purchases(db, 'purchases', identityId)
    yield* purchases(db, 'sales', identityId)
    yield* gifts(db, 'gifts-given', identityId)
    yield* gifts(db, 'gifts-received', identityId)
    yield* exportKeys(db, identityId)
  },
  erasePerson,
}

type Db = Kysely<MarketTables>

function account(db: Db, identityId: string) {
  const own = db.selectFrom('accounts').select(['id', 'balance', 'createdAt'])
  return pagesOf('account', own.where('ownerId', '=', identityId), { key: ['id'] })
}

function postings(db: Db, identityId: string) {
  const own = db
    .selectFrom('postings')
    .innerJoin('transactions', 'transactions.id', 'transactionId')
    .select(['transactionId', 'kind', 'reason', 'amount', 'balanceAfter', 'postedAt'])
    .where('accountId', '=', accountOf(db, identityId))
  return pagesOf('postings', own, { key: ['postedAt', 'transactionId'] })
}

function assets(db: Db, identityId: string) {
  const own = db
    .selectFrom('assets')
    .select(['id', 'name', 'description', 'kind', 'createdAt', 'retiredAt'])
    .where('ownerId', '=', identityId)
  return pagesOf('assets', own, { key: ['id'], atOnce: 50 })
}

function listings(db: Db, identityId: string) {
  const own = db
    .selectFrom('listings')
    .innerJoin('assets', 'assets.id', 'assetId')
    .select(['listings.id', 'assetId', 'assets.name as asset', 'price', 'status'])
    .select(['listings.createdAt', 'closedAt', 'hiddenAt', 'hiddenReason'])
    .where('sellerId', '=', identityId)
  return pagesOf('listings', own, { key: ['listings.id'] })
}

const SIDES = {
  purchases: { own: 'buyerId', other: 'sellerId' },
  sales: { own: 'sellerId', other: 'buyerId' },
} as const

function purchases(db: Db, name: keyof typeof SIDES, identityId: string) {
  const { own, other } = SIDES[name]
  const theirs = db
    .selectFrom('purchases')
    .innerJoin('assets', 'assets.id', 'assetId')
    .select(['purchases.id', 'listingId', 'assetId', 'assets.name as asset', 'price'])
    .select([other, 'transactionId', 'purchasedAt'])
    .where(own, '=', identityId)
  return pagesOf(name, theirs, { key: ['purchasedAt', 'purchases.id'] })
}

const ENDS = {
  'gifts-given': { own: 'giverId', other: 'receiverId' },
  'gifts-received': { own: 'receiverId', other: 'giverId' },
} as const

function gifts(db: Db, name: keyof typeof ENDS, identityId: string) {
  const { own, other } = ENDS[name]
  const theirs = db
    .selectFrom('gifts')
    .innerJoin('assets', 'assets.id', 'assetId')
    .select(['gifts.id', 'assetId', 'assets.name as asset', other, 'givenAt'])
    .where(own, '=', identityId)
  return pagesOf(name, theirs, { key: ['gifts.id'] })
}
