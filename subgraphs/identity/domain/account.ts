// Accounts: people as administrators see them, found by name, e-mail address or wallet.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import {
  BY_AGE,
  filteredList,
  sent,
  type ListArguments,
} from '#foundation/database/filtered-list.ts'
import type { Connection } from '#foundation/database/pagination.ts'
import type { IdentityContext } from '../context.ts'
import type { AccountFacts, Identity, IdentityTables } from '../tables.ts'
import { checksumAddress } from './ethereum.ts'

/** A person, as far as only administrators see them. */
export type Account = Identity

/** As they are: a name that is hidden from others is found, too. */
const NAMES = `username || ' ' || display_name`

const accounts = filteredList({
  rows: (db: Kysely<IdentityTables>) =>
    db.selectFrom('identities').selectAll().where('kind', '=', sql.lit('person')),
  filters: {
    email: {
      is: sql<boolean>`id in (
        select identity_id from email_addresses where lower(address) = lower(${sent<string>('email')})
      )`,
    },
    wallet: {
      is: sql<boolean>`id = (
        select identity_id from wallets where address = ${sent<string>('wallet')}
      )`,
    },
  },
  orders: BY_AGE,
  search: { title: NAMES, text: NAMES },
})

interface Wanted {
  email?: string | null | undefined
  wallet?: string | null | undefined
}

/** People by their names, their whole e-mail address or wallet, or all of them, newest first. */
export function listAccounts(
  { db }: Pick<IdentityContext, 'db'>,
  { wallet, ...wanted }: ListArguments<never, 'newest' | 'oldest'> & Wanted,
): Promise<Connection<Account>> {
  return accounts(db, { ...wanted, wallet: wallet && checksumAddress(wallet) })
}

/** What an account can be; what is worse comes first where it is several. */
export type AccountState = 'disabled' | 'locked' | 'active'

/** Of one request. */
export function accountFactsLoader(
  db: Kysely<IdentityTables>,
): DataLoader<string, AccountFacts | undefined> {
  return new DataLoader(async (ids) => {
    const rows = await db
      .selectFrom('identities')
      .leftJoin('emailAddresses', 'emailAddresses.identityId', 'id')
      .leftJoin('accountLocks', 'accountLocks.identityId', 'id')
      .leftJoin('passwords', 'passwords.identityId', 'id')
      .select(['id', 'address as email', 'verifiedAt as emailVerifiedAt', 'lockedAt'])
      .select(sql<boolean>`hash is not null`.as('hasPassword'))
      .where('id', 'in', ids)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id))
  })
}

export async function getAccountFacts(
  { loaders }: Pick<IdentityContext, 'loaders'>,
  { id }: Account,
): Promise<AccountFacts> {
  const found = await loaders.accountFacts.load(id)
  if (!found) throw new Error(`The account ${id} has gone.`)
  return found
}

export async function accountState(
  ctx: Pick<IdentityContext, 'loaders'>,
  account: Account,
): Promise<AccountState> {
  if (account.disabledAt) return 'disabled'
  const { lockedAt } = await getAccountFacts(ctx, account)
  return lockedAt ? 'locked' : 'active'
}
