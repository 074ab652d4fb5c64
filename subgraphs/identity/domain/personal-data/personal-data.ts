// The data of the ID service about a person, for exports: without secrets and their hashes.
import { sql, type Kysely } from 'kysely'
import { pagesOf } from '#foundation/database/people/person-rows.ts'
import { exportKeys } from '#foundation/idempotency/erased-keys.ts'
import type { PersonalData } from '#foundation/service/personal-data.ts'
import type { IdentityContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import type { AuditKind } from '../../tables/audit-entries.ts'
import { RESET_BY } from '../recovery/reset-link.ts'

export const personalData: PersonalData<IdentityContext> = {
  async *exportPerson({ db }, identityId) {
    yield* profile(db, identityId)
    for (const part of PARTS) yield* ownRows(db, part, identityId)
    yield* auditTrail(db, identityId)
    yield* exportKeys(db, identityId)
  },

  /** Identity erases last, in the transaction that ends the departure. */
  erasePerson: () => Promise.reject(new Error('Identity gives itself no tasks to erase.')),
}

function profile(db: Kysely<IdentityTables>, id: string) {
  const own = db
    .selectFrom('identities')
    .select(['id', 'username', 'displayName', 'bio', 'house', 'archetype', 'role', 'xp', 'level'])
    .select(['createdAt', 'usernameChangedAt', 'profileChangedAt', 'disabledAt'])
    .select(['namesHiddenAt', 'namesHiddenReason'])
    .where('id', '=', id)
  return pagesOf('profile', own, { key: ['id'] })
}

/** The rows of one table about a person. */
interface Part {
  name: string
  table: keyof IdentityTables
  columns: readonly string[]
  /** The columns that order the rows. */
  key: readonly string[]
}

const PARTS: readonly Part[] = [
  part('former-usernames', 'usernameReservations', ['username', 'until'], ['username']),
  part('credentials', 'credentials', ['id', 'type', 'claims', 'issuedAt'], ['id']),
  part(
    'xp-history',
    'xpGrants',
    ['key', 'amount', 'reason', 'xpAfter', 'levelAfter', 'grantedAt'],
    ['grantedAt', 'key'],
  ),
  part('email-addresses', 'emailAddresses', ['address', 'verifiedAt'], ['address']),
  part('email-verifications', 'emailVerifications', ['address', 'expiresAt'], ['address']),
  part('mail-on-its-way', 'mailOutbox', ['id', 'kind', 'address', 'createdAt'], ['id']),
  part('notices', 'disavowals', ['address', 'expiresAt'], ['expiresAt', 'address']),
  part('wallets', 'wallets', ['id', 'address', 'chainId', 'linkedAt', 'signsIn'], ['id']),
  part('password', 'passwords', ['changedAt'], ['changedAt']),
  part('passkeys', 'passkeys', ['id', 'name', 'createdAt', 'lastUsedAt'], ['id']),
  part('authenticator-app', 'totpFactors', ['createdAt', 'confirmedAt'], ['createdAt']),
  part('two-step-sign-in', 'twoStepSignIns', ['since'], ['since']),
  part(
    'account-locks',
    'accountLocks',
    ['lockedAt', 'claimAddress', 'causedAt', 'claimedAt', 'opensAt', 'disputedAt', 'contested'],
    ['lockedAt'],
  ),
  part('claim-links', 'claimLinks', ['recipient'], ['recipient']),
  part(
    'sign-ins',
    'sessions',
    ['id', 'method', 'userAgent', 'address', 'signedInAt', 'lastSeenAt', 'expiresAt'],
    ['id'],
  ),
  part('consents', 'consents', ['clientId', 'scopes', 'givenAt'], ['clientId']),
  part(
    'grants',
    'grants',
    ['id', 'clientId', 'scopes', 'createdAt', 'expiresAt', 'endedAt', 'endedBy'],
    ['id'],
  ),
  part(
    'device-sign-ins',
    'deviceAuthorizations',
    ['clientId', 'scopes', 'address', 'createdAt', 'decision'],
    ['createdAt', 'clientId'],
  ),
  part('deletion', 'departures', ['askedAt', 'dueAt', 'scrolls'], ['askedAt']),
]

/** Kinds of entries that anybody who knows the username can cause. */
const OF_ANYBODY: AuditKind[] = ['sign_in_refused', 'password_reset_requested', 'recovery_refused']

/** Entries without the addresses of other people, and without the administrator who acted. */
function auditTrail(db: Kysely<IdentityTables>, identityId: string) {
  const isOwn = sql<boolean>`(
    coalesce(details ->> 'by' = any(${[identityId, ...RESET_BY]}), true) and kind <> all(${OF_ANYBODY})
  )`
  const own = db
    .selectFrom('auditEvents')
    .select(['id', 'at', 'kind', 'clientId'])
    .select(sql<string | null>`case when ${isOwn} then address end`.as('address'))
    .select(sql<string | null>`case when ${isOwn} then request_id end`.as('requestId'))
    .select(sql<object>`case when ${isOwn} then details else details - 'by' end`.as('details'))
    .where('identityId', '=', identityId)
  return pagesOf('audit-trail', own, { key: ['at', 'id'] })
}

function part(
  name: string,
  table: keyof IdentityTables,
  columns: readonly string[],
  key: readonly string[],
): Part {
  return { name, table, columns, key }
}

/** Tables whose column `identityId` holds the person. */
type OwnTables = Record<string, Record<string, unknown> & { identityId: string }>

function ownRows(db: Kysely<IdentityTables>, { name, table, columns, key }: Part, id: string) {
  const own = (db as unknown as Kysely<OwnTables>)
    .selectFrom(table)
    .select([...columns])
    .where('identityId', '=', id)
  return pagesOf(name, own, { key })
}
