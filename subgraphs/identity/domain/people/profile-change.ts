// People change their own display name, archetype and bio.
import { requireIdentity, requireViewer } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { changesOf, given, type Patch, type Wanted } from '#foundation/domain/changes.ts'
import type { IdentityContext } from '../../context.ts'
import type { Identity, IdentityTables, Session } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { shownNameIssues } from './display-name.ts'
import { lockPerson } from './person.ts'
import { lockSession } from '../sessions/step-up.ts'

type Profile = Pick<Identity, 'displayName' | 'archetype' | 'bio'>

/**
 * Changes the given fields of the caller. Null clears the bio, and is ignored for the others. The current
 * display name is accepted unchanged, even if reserved. Apps have no `session`. @throws VALIDATION_ERROR for a
 * reserved display name, INSUFFICIENT_PERMISSIONS if the session has ended
 */
export async function updateProfile(
  ctx: IdentityContext,
  { bio, ...names }: Patch<Profile>,
  session?: Pick<Session, 'id' | 'tokenHash'>,
): Promise<Identity> {
  const id = requireIdentity(ctx)
  const wanted = { ...given<Pick<Profile, 'displayName' | 'archetype'>>(names), bio }
  const identity = await ctx.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, id)
    if (session) await lockSession(trx, session)
    return changeProfile(ctx, trx, person, wanted)
  })
  ctx.loaders.identity.clear(id)
  return identity
}

async function changeProfile(
  ctx: IdentityContext,
  trx: Transaction<IdentityTables>,
  person: Identity,
  wanted: Wanted<Profile>,
): Promise<Identity> {
  const { id } = person
  const after = changesOf<Profile>(person, wanted)
  const changed = Object.keys(after) as (keyof Profile)[]
  if (changed.length === 0) return person
  if (after.displayName !== undefined) {
    refuseIssues(shownNameIssues('displayName', after.displayName))
  }
  const profileChangedAt = ctx.now()
  const changedPerson = await trx
    .updateTable('identities')
    .set({ ...after, profileChangedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const before = Object.fromEntries(changed.map((field) => [field, person[field]]))
  const { clientId } = requireViewer(ctx)
  const entry = { kind: 'profile_changed', identityId: id, clientId } as const
  await recordAudit({ ...ctx, db: trx }, { ...entry, details: { ...after, before } })
  return changedPerson
}
