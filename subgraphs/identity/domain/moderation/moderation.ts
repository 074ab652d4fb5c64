// Names and bios that administrators hide. Each stays hidden until the person changes it, and whenever they go
// back to it; others see a neutral name instead.
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

/** A name as the caller sees it; `neutral` in the place of one that is hidden from them. */
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

/** A name that says nothing: at most 30 of a-z, 0-9 and _, like a username. */
export function neutralName({ id }: Pick<Identity, 'id'>): string {
  return `person_${id.slice(-10)}`
}

/**
 * Whether the caller sees what is hidden of a person: the person, and administrators. A service that
 * asks for the person does so to show others what it gets, as on a scroll.
 */
function maySee(ctx: IdentityContext, { id }: Identity): boolean | Promise<boolean> {
  const isForOthers = ctx.service !== undefined && ctx.service !== 'router'
  if (isForOthers) return false
  return ctx.viewer?.identityId === id || readsAsAdministrator(ctx)
}

/** When and why names of a person are hidden; null if none is, or they are hidden from the caller. */
export async function findModeration(ctx: IdentityContext, identity: Identity) {
  const { namesHiddenAt: hiddenAt, namesHiddenReason: reason } = identity
  if (!hiddenAt || !hidesAny(identity) || !(await maySee(ctx, identity))) return null
  return { hiddenAt, reason: reason! }
}

const NAMES = Object.keys(SHOWN) as (keyof typeof SHOWN)[]

/** Whether anything of the person is hidden now. */
export function hidesAny(identity: Identity): boolean {
  return NAMES.some((name) => isHidden(identity, name))
}

function hidesAll(identity: Identity): boolean {
  return NAMES.every((name) => identity[name] === null || isHidden(identity, name))
}

/** Whether the person changed a name since; services have copies of one that they have gone back from. */
function changedNamesSince(identity: Identity, time: Date): boolean {
  const { profileChangedAt, usernameChangedAt } = identity
  return [profileChangedAt, usernameChangedAt].some((at) => at !== null && at > time)
}

/**
 * Hides a person's names and bio. Unless the person has changed one, hiding them again changes nothing, the
 * reason neither.
 * @throws NOT_FOUND, SYSTEM_IDENTITY
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

/** Shows them again. @throws NOT_FOUND */
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
