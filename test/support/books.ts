// The books of Identity, Path and Market, and the invariants that hold at any time.
import { expect } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { MarketTables } from '../../subgraphs/market/tables.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'
import type { World } from './story.ts'

export type Books = Awaited<ReturnType<typeof readBooks>>

/** Every row of the three services that gold, xp or ownership depends on. */
export async function readBooks({ tables }: World) {
  const identities: Kysely<IdentityTables> = tables('identity')
  const markets: Kysely<MarketTables> = tables('market')
  const paths: Kysely<PathTables> = tables('path')
  const posted = markets
    .selectFrom('postings')
    .innerJoin('accounts', 'accounts.id', 'accountId')
    .innerJoin('transactions', 'transactions.id', 'transactionId')
    .select(['key', 'transactions.kind', 'accountId', 'ownerId', 'amount'])
  return {
    people: await identities.selectFrom('identities').selectAll().execute(),
    xpGrants: await identities.selectFrom('xpGrants').selectAll().execute(),
    credentials: await identities.selectFrom('credentials').selectAll().execute(),
    completions: await paths.selectFrom('questCompletions').selectAll().execute(),
    accounts: await markets.selectFrom('accounts').selectAll().execute(),
    transactions: await markets.selectFrom('transactions').selectAll().execute(),
    postings: await posted.execute(),
    assets: await markets.selectFrom('assets').selectAll().execute(),
    listings: await markets.selectFrom('listings').selectAll().execute(),
    purchases: await markets.selectFrom('purchases').selectAll().orderBy('purchasedAt').execute(),
  }
}

/** Gold is neither created nor lost: every movement, and the sum of all, is zero. */
export function expectGoldConserved({ accounts, transactions, postings }: Books): void {
  const moved = sums(postings.map(({ key, amount }) => [key, amount]))
  expect(moved).toEqual(new Map(transactions.map(({ key }) => [key, 0])))
  const posted = sums(postings.map(({ accountId, amount }) => [accountId, amount]))
  const held = accounts.filter(({ kind }) => kind === 'identity')
  for (const { id, balance } of held) {
    expect(balance, `of account ${id}`).toBe(posted.get(id) ?? 0)
    expect(balance, `of account ${id}`).toBeGreaterThanOrEqual(0)
  }
  const total = held.reduce((sum, { balance }) => sum + balance!, 0)
  expect((posted.get('issuance') ?? 0) + total).toBe(0)
}

/** Each completion's xp, credential and gold were granted once, and nothing else was. */
export function expectGrantedOnce(books: Books): void {
  const { completions, credentials, people, postings, xpGrants } = books
  const gold = postings.filter(({ kind, ownerId }) => kind === 'grant' && ownerId !== null)
  expectSameRows(
    gold.map(({ key, ownerId, amount }) => [key, ownerId, amount]),
    completions.map(({ id, identityId, goldReward }) => [`${id}:gold`, identityId, goldReward]),
  )
  expectSameRows(
    xpGrants
      .filter(({ key }) => !key.startsWith('opening:'))
      .map(({ key, identityId, amount }) => [key, identityId, amount]),
    completions.map(({ id, identityId, xpReward }) => [`${id}:xp`, identityId, xpReward]),
  )
  expectSameRows(
    credentials.map(({ grantKey, identityId, type }) => [grantKey, identityId, type]),
    completions
      .filter(({ credentialType }) => credentialType !== null)
      .map(({ id, identityId, credentialType }) => [
        `${id}:credential`,
        identityId,
        credentialType,
      ]),
  )
  const xp = sums(xpGrants.map(({ identityId, amount }) => [identityId, amount]))
  for (const person of people) expect(person.xp, person.username).toBe(xp.get(person.id) ?? 0)
}

/** Each sold listing has one purchase, for which its buyer paid its seller the price once. */
export function expectPaidOnce({ listings, postings, purchases }: Books): void {
  const sold = listings.filter(({ status }) => status === 'sold')
  expectSameRows(
    purchases.map(({ listingId, assetId, price }) => [listingId, assetId, price]),
    sold.map(({ id, assetId, price }) => [id, assetId, price]),
  )
  const sellers = new Map(sold.map(({ id, sellerId }) => [id, sellerId]))
  expectSameRows(
    postings
      .filter(({ kind }) => kind === 'purchase')
      .map(({ key, ownerId, amount }) => [key, ownerId, amount]),
    purchases.flatMap(({ listingId, buyerId, price }) => [
      [`${listingId}:purchase`, buyerId, -price],
      [`${listingId}:purchase`, sellers.get(listingId), price],
    ]),
  )
}

/** Each sale is by the current owner, and the last buyer owns the asset. */
export function expectOwnedByLastBuyer(
  { assets, listings, purchases }: Books,
  firstOwners: ReadonlyMap<string, string>,
): void {
  const owners = new Map(firstOwners)
  const sellers = new Map(listings.map(({ id, sellerId }) => [id, sellerId]))
  for (const { listingId, assetId, buyerId } of purchases) {
    expect(sellers.get(listingId), `who sold ${assetId}`).toBe(owners.get(assetId))
    owners.set(assetId, buyerId)
  }
  expectSameRows(
    assets.map(({ id, ownerId }) => [id, ownerId]),
    [...owners],
  )
}

type Row = readonly unknown[]

function expectSameRows(actual: readonly Row[], expected: readonly Row[]): void {
  const inOrder = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).toSorted()
  expect(inOrder(actual)).toEqual(inOrder(expected))
}

function sums(entries: readonly (readonly [string, number])[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const [key, amount] of entries) totals.set(key, (totals.get(key) ?? 0) + amount)
  return totals
}
