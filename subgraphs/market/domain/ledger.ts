// The double-entry ledger: gold moves by transactions whose debit and credit sum to zero.
import { sql } from 'kysely'
import { brokenConstraint, type Transaction } from '#foundation/database.ts'
import { invalidInput } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import type { MarketTables, Posting, TransactionKind } from '../tables.ts'

/** What gold is counted in: GraphQL's Int. */
export const MOST_GOLD = 2_147_483_647

/** An account whose row this transaction has locked. */
export interface LockedAccount {
  id: string
  balance: number
}

/** Where all gold comes from. It is never locked: nothing depends on its balance. */
export const ISSUANCE = { id: 'issuance' }

export interface NewTransaction {
  /** Names the movement: it is posted once for each key. */
  key: string
  kind: TransactionKind
  /** Who pays. */
  debit: Pick<LockedAccount, 'id'>
  /** Who receives. */
  credit: Pick<LockedAccount, 'id'>
  amount: number
  reason: string
  createdAt: Date
}

/**
 * Locks the accounts of these people until the transaction ends, and opens those that are missing.
 * Always in the order of their ids, so that no two transactions wait for each other.
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
  const accounts = await trx
    .selectFrom('accounts')
    .select(['id', 'ownerId', 'balance'])
    .where('ownerId', '=', sql<string>`any(${[...ownerIds]})`)
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ ownerId: string; balance: number }>()
    .execute()
  return new Map(accounts.map((account) => [account.ownerId, account]))
}

/**
 * Posts a transaction once for its key, and gives its postings, also when the key was used before.
 * Accounts of people must be locked. @throws VALIDATION_ERROR when a balance would not be an integer
 */
export async function postTransaction(
  trx: Transaction<MarketTables>,
  { debit, credit, amount, ...about }: NewTransaction,
): Promise<Posting[]> {
  const posted = await trx
    .insertInto('transactions')
    .values({ id: newId('transaction'), ...about })
    .onConflict((conflict) => conflict.constraint('one_transaction_a_key').doNothing())
    .returning('id as transactionId')
    .executeTakeFirst()
  if (!posted) return findPostings(trx, about.key)
  return trx
    .insertInto('postings')
    .values([
      { ...posted, accountId: debit.id, amount: -amount },
      { ...posted, accountId: credit.id, amount },
    ])
    .returningAll()
    .execute()
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'balance_is_an_integer') throw error
      const reason = `must not take the balance of whoever receives it over ${MOST_GOLD}`
      throw invalidInput([{ field: 'amount', reason }])
    })
}

function findPostings(trx: Transaction<MarketTables>, key: string): Promise<Posting[]> {
  return trx
    .selectFrom('postings')
    .innerJoin('transactions', 'transactions.id', 'postings.transactionId')
    .selectAll('postings')
    .where('key', '=', key)
    .execute()
}
