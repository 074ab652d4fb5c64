// Names and bios that administrators hide. Others see a neutral name. A hidden name stays hidden until the person
// changes it, and is hidden again if they go back to it.
import type { Transaction } from '#foundation/database/database.ts'
import type { IdentityContext } from '../../context.ts'
import type { Identity, IdentityTables } from '../../tables.ts'
import {
  readsAsAdministrator,
  recordChange,
  type Administration,
} from '../administration/administrator.ts'
import { lockPerson } from '../people/person.ts'
import { isHidden, SHOWN } from '../people/hidden-name.ts'
import { refuseSystemIdentity } from '../administration/system-identity.ts'

/** A name as the caller sees it: `neutral` instead of one that is hidden from them. */
export function shownName<Name extends keyof typeof SHOWN>(
  ctx: IdentityContext,
  identity: Identity,
  name: Name,
  neutral: Identity[Name],
): Identity[Name] | Promise<Identity[Name]> {
  if (!isHidden(identity, name)) return identity[name]
  const show = (isShown: boolean) => (isShown ? identity[name] : neutral)
  const isShown = maySee(ctx, identity)
  return typeof isShown === 'boolean' ? show(isShown) : isShown.then(show)
}

/** A meaningless name: at most 30 of a-z, 0-9 and _, like a username. */
export function neutralName({ id }: Pick<Identity, 'id'>): string {
  return `person_${id.slice(-10)}`
}

/**
 * Whether the caller may see a hidden name: the person and administrators may. Other services may not, because they
 * show names to others, such as on a scroll.
 */
function maySee(ctx: IdentityContext, { id }: Identity): boolean | Promise<boolean> {
  const isForOthers = ctx.service !== undefined && ctx.service !== 'router'
  if (isForOthers) return false
  return ctx.viewer?.identityId === id || readsAsAdministrator(ctx)
}

/** When and why names of a person were hidden; null if none is, or the caller may not know. */
export async function findModeration(ctx: IdentityContext, identity: Identity) {
  const { namesHiddenAt: hiddenAt, namesHiddenReason: reason } = identity
  if (!hiddenAt || !hidesAny(identity) || !(await maySee(ctx, identity))) return null
  return { hiddenAt, reason: reason! }
}

const NAMES = Object.keys(SHOWN) as (keyof typeof SHOWN)[]

/** Whether any name of the person, or the bio, is hidden now. */
export function hidesAny(identity: Identity): boolean {
  return NAMES.some((name) => isHidden(identity, name))
}

function hidesAll(identity: Identity): boolean {
  return NAMES.every((name) => identity[name] === null || isHidden(identity, name))
}

/** Whether the person has changed a name since that time. Services may have copies of a name that is in use again. */
function changedNamesSince(identity: Identity, time: Date): boolean {
  const { profileChangedAt, usernameChangedAt } = identity
  return [profileChangedAt, usernameChangedAt].some((at) => at !== null && at > time)
}

/**
 * Hides a person's names and bio. Hiding them again changes nothing, not even the reason, unless the person has
 * changed one since. @throws NOT_FOUND, SYSTEM_IDENTITY
 */
export function hideUsername(
  ctx: Administration,
  { id, reason }: { id: string; reason: string },
): Promise<Identity> {
  return ctx.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, id)
    refuseSystemIdentity(person)
    const { namesHiddenAt } = person
    if (namesHiddenAt && hidesAll(person) && !changedNamesSince(person, namesHiddenAt))
      return person
    const { username, displayName, bio } = person
    const details = { reason, username, displayName, bio }
    await recordChange(ctx, trx, { kind: 'username_hidden', identityId: id, details })
    return change(trx, person, {
      namesHiddenAt: ctx.now(),
      namesHiddenReason: reason,
      hiddenUsername: username,
      hiddenDisplayName: displayName,
      hiddenBio: bio,
    })
  })
}

/** Shows a person's names and bio again. @throws NOT_FOUND */
export function unhideUsername(ctx: Administration, id: string): Promise<Identity> {
  return ctx.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, id)
    if (!person.namesHiddenAt) return person
    await recordChange(ctx, trx, { kind: 'username_shown', identityId: id })
    return change(trx, person, {
      namesHiddenAt: null,
      namesHiddenReason: null,
      hiddenUsername: null,
      hiddenDisplayName: null,
      hiddenBio: null,
    })
  })
}

async function change(
  trx: Transaction<IdentityTables>,
  person: Identity,
  columns: Partial<Omit<Identity, 'level'>>,
): Promise<Identity> {
  await trx.updateTable('identities').set(columns).where('id', '=', person.id).execute()
  return { ...person, ...columns }
}
