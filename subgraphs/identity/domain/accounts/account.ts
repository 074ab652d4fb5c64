// Accounts: people as administrators see them, found by name, e-mail address or wallet.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import {
  BY_AGE,
  filteredList,
  sent,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import type { Connection } from '#foundation/database/lists/pagination.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../../context.ts'
import type { AccountFacts, Identity, IdentityTables } from '../../tables.ts'
import { readEmailAddress } from '../email/email-address.ts'
import { checksumAddress } from '../wallets/ethereum.ts'

/** The part of a person that only administrators see. */
export type Account = Identity

/** The names that administrators search, including those that are hidden from others. */
const NAMES = `username || ' ' || display_name`

const accounts = filteredList({
  rows: (db: Kysely<IdentityTables>) =>
    db
      .selectFrom('identities')
      .selectAll()
      .where('kind', '=', sql.lit('person'))
      .where('leftAt', 'is', null),
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

/** People by name, by complete e-mail address or wallet, or all of them, newest first. */
export function listAccounts(
  { db }: Pick<IdentityContext, 'db'>,
  { email, wallet, ...wanted }: ListArguments<never, 'newest' | 'oldest'> & Wanted,
): Promise<Connection<Account>> {
  return accounts(db, {
    ...wanted,
    email: email && (readEmailAddress(email) ?? email),
    wallet: wallet && checksumAddress(wallet),
  })
}

/** The account of a person who has not left. @throws NOT_FOUND */
export async function getAccount(
  { loaders }: Pick<IdentityContext, 'loaders'>,
  id: string,
): Promise<Account> {
  const account = await loaders.identity.load(id)
  if (account?.kind !== 'person' || account.leftAt) throw notFound('Account', id)
  return account
}

/** The states of an account, in order of precedence. */
export type AccountState = 'disabled' | 'locked' | 'leaving' | 'active'

/** Loads the facts about accounts in one request. */
export function accountFactsLoader(
  db: Kysely<IdentityTables>,
): DataLoader<string, AccountFacts | undefined> {
  return new DataLoader(async (ids) => {
    const rows = await db
      .selectFrom('identities')
      .leftJoin('emailAddresses', 'emailAddresses.identityId', 'identities.id')
      .leftJoin('accountLocks', 'accountLocks.identityId', 'identities.id')
      .leftJoin('passwords', 'passwords.identityId', 'identities.id')
      .leftJoin('departures', 'departures.identityId', 'identities.id')
      .select(['identities.id', 'address as email', 'verifiedAt as emailVerifiedAt', 'lockedAt'])
      .select('dueAt as deletionDueAt')
      .select(sql<boolean>`hash is not null`.as('hasPassword'))
      .where('identities.id', 'in', ids)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id))
  })
}

/** The facts about a person who was erased after the account was read. */
const DELETED_ACCOUNT: AccountFacts = {
  email: null,
  emailVerifiedAt: null,
  lockedAt: null,
  hasPassword: false,
  deletionDueAt: null,
}

export async function getAccountFacts(
  { loaders }: Pick<IdentityContext, 'loaders'>,
  { id }: Account,
): Promise<AccountFacts> {
  return (await loaders.accountFacts.load(id)) ?? DELETED_ACCOUNT
}

export async function accountState(
  ctx: Pick<IdentityContext, 'loaders'>,
  account: Account,
): Promise<AccountState> {
  if (account.disabledAt) return 'disabled'
  const { deletionDueAt, lockedAt } = await getAccountFacts(ctx, account)
  if (lockedAt) return 'locked'
  return deletionDueAt ? 'leaving' : 'active'
}
