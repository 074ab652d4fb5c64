// The double-entry ledger: each transaction moves gold by a debit and a credit that sum to zero.
import { sql } from 'kysely'
import { brokenConstraint, type Transaction } from '#foundation/database/database.ts'
import { unknownIfErased } from '#foundation/database/people/erased-people.ts'
import { balanceTooHigh } from '#foundation/domain/bounds.ts'
import { invalidInput, notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { MarketTables, PostingRow, TransactionKind } from '../tables.ts'

/** An account whose row this transaction has locked. */
export interface LockedAccount {
  id: string
  balance: number
}

/**
 * The treasury, which issues all gold, and receives it when the system sells something or takes
 * gold back. It is never locked, because nothing depends on its balance.
 */
export const ISSUANCE = { id: 'issuance' }

export interface NewTransaction {
  /** The idempotency key: a movement is posted once per key. */
  key: string
  kind: TransactionKind
  /** The account that pays. */
  debit: Pick<LockedAccount, 'id'>
  /** The account that receives. */
  credit: Pick<LockedAccount, 'id'>
  amount: number
  reason: string
  createdAt: Date
}

/**
 * Opens the missing accounts of these people, then locks all their accounts, always in the same order to avoid
 * deadlocks. Returns the accounts by owner. @throws NOT_FOUND for an erased person
 */
export async function lockAccounts(
  trx: Transaction<MarketTables>,
  ownerIds: readonly string[],
  at: Date,
): Promise<Map<string, LockedAccount>> {
  const missing = ownerIds.toSorted().map((ownerId) => ({
    id: newId('account'),
    kind: 'identity' as const,
    ownerId,
    balance: 0,
    createdAt: at,
  }))
  await trx
    .insertInto('accounts')
    .values(missing)
    .onConflict((conflict) => conflict.constraint('one_account_an_identity').doNothing())
    .execute()
    .catch(unknownIfErased(ownerIds.at(-1)!))
  const accounts = await trx
    .selectFrom('accounts')
    .select(['id', 'ownerId', 'balance'])
    .where('ownerId', '=', sql<string>`any(${[...ownerIds]})`)
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ ownerId: string; balance: number }>()
    .execute()
  const byOwner = new Map(accounts.map((account) => [account.ownerId, account]))
  // An account is missing if it was closed meanwhile.
  const gone = ownerIds.find((id) => !byOwner.has(id))
  if (gone !== undefined) throw notFound('Identity', gone)
  return byOwner
}

/**
 * Posts a transaction once per key, and returns its postings by account, even if it was posted before. Accounts of
 * people must be locked. @throws VALIDATION_ERROR for a key of another movement, and for a balance above the maximum
 */
export async function postTransaction(
  trx: Transaction<MarketTables>,
  { debit, credit, amount, ...about }: NewTransaction,
): Promise<Map<string, PostingRow>> {
  const movements = [
    { accountId: debit.id, amount: -amount },
    { accountId: credit.id, amount },
  ]
  const transaction = await trx
    .insertInto('transactions')
    .values({ id: newId('transaction'), ...about })
    .onConflict((conflict) => conflict.constraint('one_transaction_a_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  const postings = transaction
    ? await insertPostings(trx, transaction.id, movements)
    : await findPostings(trx, about.key, movements)
  return new Map(postings.map((posting) => [posting.accountId, posting]))
}

type Movement = Pick<PostingRow, 'accountId' | 'amount'>

function insertPostings(
  trx: Transaction<MarketTables>,
  transactionId: string,
  movements: readonly Movement[],
): Promise<PostingRow[]> {
  return trx
    .insertInto('postings')
    .values(movements.map((movement) => ({ transactionId, ...movement })))
    .returningAll()
    .execute()
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'balance_is_an_integer') throw error
      throw balanceTooHigh('balance')
    })
}

async function findPostings(
  trx: Transaction<MarketTables>,
  key: string,
  movements: readonly Movement[],
): Promise<PostingRow[]> {
  const postings = await trx
    .selectFrom('postings')
    .innerJoin('transactions', 'transactions.id', 'postings.transactionId')
    .selectAll('postings')
    .where('key', '=', key)
    .execute()
  const isSame = movements.every((movement) =>
    postings.some((p) => p.accountId === movement.accountId && p.amount === movement.amount),
  )
  if (isSame) return postings
  throw invalidInput([{ field: 'key', reason: 'has been used for another movement' }])
}
