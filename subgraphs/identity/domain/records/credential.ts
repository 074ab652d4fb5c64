// Credentials: attestations of the ecosystem about a person, one of each type.
import DataLoader from 'dataloader'
import type { Insertable, Kysely } from 'kysely'
import { ANY_ID, once, placeholder } from '#foundation/database/built-once.ts'
import { requireViewer } from '#foundation/auth/caller.ts'
import {
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../../context.ts'
import type { Credential, IdentityTables } from '../../tables.ts'
import { recordChange } from '../administration/administrator.ts'
import { jsonIssues } from '../clients/json-bounds.ts'
import { getIdentity } from '../people/profile.ts'

export type Claims = Record<string, unknown>

const LATEST_FIRST = { column: 'issued_at', id: 'id', direction: 'desc' } as const

const ofPerson = once((db: Kysely<IdentityTables>) =>
  db
    .selectFrom('credentials')
    .selectAll()
    .where('identityId', '=', placeholder<string>('identityId')),
)

/** The caller's credentials, newest first. */
export function listCredentials(
  ctx: IdentityContext,
  page: PageArguments,
): Promise<Connection<Credential>> {
  const { identityId } = requireViewer(ctx)
  const cursorKeyOf = ({ issuedAt, id }: Credential) => ({ at: issuedAt, id })
  return paginate(ctx.db, ofPerson(ctx.db), page, cursorKeyOf, LATEST_FIRST, {
    values: { identityId },
  })
}

const ofPeople = once((db: Kysely<IdentityTables>) =>
  db
    .selectFrom('credentials')
    .selectAll()
    .where('identityId', '=', ANY_ID)
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
    .compile(),
)

export function credentialsLoader(db: Kysely<IdentityTables>): DataLoader<string, Credential[]> {
  const column = 'identityId'
  return new DataLoader((ids) => rowsByIds(db, ofPeople(db), { ids, column }))
}

interface NewCredential {
  identityId: string
  type: string
  claims?: Claims | null | undefined
  version?: number | null | undefined
}

/** @throws VALIDATION_ERROR, NOT_FOUND, ALREADY_ISSUED */
export async function issueCredential(
  ctx: IdentityContext,
  input: NewCredential,
): Promise<Credential> {
  refuseIssues(jsonIssues('claims', input.claims ?? {}))
  const identity = await getIdentity(ctx, input.identityId)
  if (identity.leftAt) throw notFound('Identity', identity.id)
  return ctx.db.transaction().execute(async (trx) => {
    const issued = await insertCredential({ ...ctx, db: trx }, input, null)
    if (!issued) {
      const message = `${identity.displayName} already has a credential of type ${input.type}.`
      throw refused('ALREADY_ISSUED', message)
    }
    await recordChange(ctx, trx, {
      kind: 'credential_issued',
      identityId: identity.id,
      clientId: requireViewer(ctx).clientId,
      details: { credentialId: issued.id, type: issued.type },
    })
    return issued
  })
}

/**
 * Issues a credential once per key. `granted` is false if the person already had one. With a version, its
 * claims replace those of an existing credential with a lower version.
 */
export async function grantCredential(
  ctx: IdentityContext,
  { key, ...input }: NewCredential & { key: string },
): Promise<{ granted: boolean; credential: Credential }> {
  await getIdentity(ctx, input.identityId)
  const issued = await insertCredential(ctx, input, key)
  if (issued) return { granted: true, credential: issued }
  await replaceOlderClaims(ctx, input)
  const credential = await ctx.db
    .selectFrom('credentials')
    .selectAll()
    .where('identityId', '=', input.identityId)
    .where('type', '=', input.type)
    .executeTakeFirstOrThrow()
  return { granted: credential.grantKey === key, credential }
}

async function replaceOlderClaims(
  { db }: IdentityContext,
  { identityId, type, claims, version }: NewCredential,
): Promise<void> {
  if (version === null || version === undefined) return
  await db
    .updateTable('credentials')
    .set({ claims: JSON.stringify(claims ?? {}), version })
    .where('identityId', '=', identityId)
    .where('type', '=', type)
    .where('version', '<', version)
    .execute()
}

function insertCredential(
  { db, now }: IdentityContext,
  { identityId, type, claims, version }: NewCredential,
  grantKey: string | null,
): Promise<Credential | undefined> {
  const credential: Insertable<IdentityTables['credentials']> = {
    id: newId('credential'),
    identityId,
    type,
    claims: JSON.stringify(claims ?? {}),
    version: version ?? 0,
    grantKey,
    issuedAt: now(),
  }
  return db
    .insertInto('credentials')
    .values(credential)
    .onConflict((conflict) => conflict.constraint('one_credential_a_type').doNothing())
    .returningAll()
    .executeTakeFirst()
}
