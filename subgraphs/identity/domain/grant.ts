// Grants: what a person has allowed a client, from the code on. One row each.
import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Db, Kysely, Transaction } from '#foundation/database.ts'
import { refused } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import { randomToken, sha256 } from './random.ts'
import type { Grant, IdentityTables } from '../tables.ts'

const CODE_LIFETIME_MS = 60_000

export interface Granting {
  db: Kysely<IdentityTables>
  now: () => Date
}

/** The same where it belongs together with what else a transaction does. */
type GrantingWithin = Granting & { db: Transaction<IdentityTables> }

export interface NewGrant {
  identityId: string
  clientId: string
  sessionId: string
  scopes: string[]
  redirectUri: string
  codeChallenge: string | null
  nonce: string | null
  signedInAt: Date
}

/** Why grants end, for the audit trail. */
export type Ending =
  | 'code_replayed'
  | 'refresh_token_replayed'
  | 'revoked'
  | 'disconnected'
  | 'signed_out'
  | 'password_changed'
  | 'identity_disabled'
  | 'client_disabled'

/**
 * Creates a grant, and gives its authorization code, which lives for 60 seconds.
 * @throws CLIENT_DISABLED
 */
export async function createGrant({ db, now }: GrantingWithin, grant: NewGrant): Promise<string> {
  const code = randomToken()
  const createdAt = now()
  await holdClient(db, grant.clientId)
  await db
    .insertInto('grants')
    .values({
      ...grant,
      id: newId('grant'),
      codeHash: sha256(code),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CODE_LIFETIME_MS),
    })
    .execute()
  return code
}

/** Keeps the client as it is until the grant is there: who disables it then ends the grant too. */
async function holdClient(trx: Transaction<IdentityTables>, id: string): Promise<void> {
  const held = await trx
    .selectFrom('clients')
    .select('id')
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!held) throw refused('CLIENT_DISABLED', 'The client is disabled.')
}

/** As much of a grant as its tokens tell. */
export type IssuedGrant = Pick<
  Grant,
  'id' | 'identityId' | 'clientId' | 'scopes' | 'nonce' | 'signedInAt'
>

export interface Redemption {
  grant: IssuedGrant
  refreshToken: string
}

/** Used by somebody before, which ended the grant; or expired, or ended already. */
export type Refusal = 'replayed' | 'over'

/**
 * A grant of a client that acts for nobody: it lives as long as its one access token.
 * @throws CLIENT_DISABLED
 */
export async function createClientGrant(
  { db, now }: Granting,
  clientId: string,
  scopes: string[],
  lifetimeMs: number,
): Promise<Grant> {
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
  return db.transaction().execute(async (trx) => {
    await holdClient(trx, clientId)
    return trx
      .insertInto('grants')
      .values({ id: newId('grant'), clientId, scopes, createdAt, expiresAt })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

type Ended = UpdateQueryBuilder<IdentityTables, 'grants', 'grants', UpdateResult>

/** Ends the grants that `which` picks; every service hears of it within seconds. */
export async function endGrants(
  db: Db<IdentityTables>,
  endedAt: Date,
  endedBy: Ending,
  which: (grants: Ended) => Ended,
): Promise<number> {
  const grants = db.updateTable('grants').set({ endedAt, endedBy }).where('endedAt', 'is', null)
  const { numUpdatedRows } = await which(grants).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
