// A person's gold: the balance, and grants of other services, each with a key.
import DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { ANY_ID, once } from '#foundation/database/built-once.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import type { Transaction } from '#foundation/database/database.ts'
import type { MarketContext } from '../context.ts'
import type { MarketTables } from '../tables.ts'
import { ISSUANCE, lockAccounts, postTransaction } from './ledger.ts'
import { refuseSystemIdentity } from './person.ts'

export interface GoldGrant {
  goldBalance: number
}

interface NewGrant {
  key: string
  identityId: string
  amount: number
  reason: string
}

const balances = once((db: Kysely<MarketTables>) =>
  db.selectFrom('accounts').select(['ownerId', 'balance']).where('ownerId', '=', ANY_ID).compile(),
)

/** Loads the gold of people. Not cached, because one request may contain several purchases. */
export function goldLoader(db: Kysely<MarketTables>): DataLoader<string, number> {
  return new DataLoader(
    async (ids) => {
      const rows = await rowsByIds(db, balances(db), { ids, column: 'ownerId' })
      return rows.map(([account]) => account?.balance ?? 0)
    },
    { cache: false },
  )
}

/** Grants gold, once per key; a repeated call returns the same result. @throws SYSTEM_IDENTITY */
export async function grantGold({ db, now }: MarketContext, input: NewGrant): Promise<GoldGrant> {
  refuseSystemIdentity(input.identityId)
  return db.transaction().execute((trx) => issueGold(trx, input, now()))
}

/** Grants gold within the given transaction. */
export async function issueGold(
  trx: Transaction<MarketTables>,
  { identityId, ...grant }: NewGrant,
  createdAt: Date,
): Promise<GoldGrant> {
  const accounts = await lockAccounts(trx, [identityId], createdAt)
  const credit = accounts.get(identityId)!
  const postings = await postTransaction(trx, {
    ...grant,
    kind: 'grant',
    debit: ISSUANCE,
    credit,
    createdAt,
  })
  return { goldBalance: postings.get(credit.id)!.balanceAfter! }
}
