// Selects the events that a caller may know of now: never more than the queries of the service show the same caller.
import { findIdentityId, isPeer, type Caller } from '#foundation/auth/caller.ts'
import { PERSON_ERASED, type ServiceEvents } from '#foundation/events/kinds.ts'
import type { LoggedEvent } from '#foundation/events/tables.ts'

/**
 * The events that the caller may know of, in order: those of an audience to which the caller belongs now, about
 * subjects that the caller may read now, whatever the audience. So the events of something hidden wait until it is
 * shown, and those of something deleted are gone; events about an end have a subject that stays. Services may know of
 * all events. Rows are loaded in batches.
 */
export async function visibleEvents<Ctx extends Caller, Event extends LoggedEvent>(
  ctx: Ctx,
  declaration: ServiceEvents<Ctx>,
  events: readonly Event[],
): Promise<Event[]> {
  if (isPeer(ctx)) return [...events]
  const isReadable = subjectCheck(ctx, declaration)
  return filtered(events, async (event) => {
    if (event.kind === PERSON_ERASED) return true
    return (await isInAudience(ctx, declaration, event)) && isReadable(event)
  })
}

/** Runs a read in turn: one event may begin thousands of them at once. Undefined once nobody waits. */
type ReadInTurn = <Result>(read: () => Promise<Result>) => Promise<Result | undefined>

/**
 * The events of an audience to which the caller belongs now, in order, without those about hidden parts. For a
 * subscription, whose execution checks all other rights.
 */
export async function eventsForAudienceOf<Ctx extends Caller, Event extends LoggedEvent>(
  createContext: () => Ctx,
  declaration: ServiceEvents<Ctx>,
  events: readonly Event[],
  readInTurn: ReadInTurn,
): Promise<readonly Event[]> {
  const isPart = ({ subjectType }: Event) => declaration.hideableParts?.includes(subjectType)
  if (events.every((event) => event.audience === 'public' && !isPart(event))) return events
  const ctx = createContext()
  if (isPeer(ctx)) return events
  const isReadable = subjectCheck(ctx, declaration)
  const isVisible = async (event: Event) =>
    (await isInAudience(ctx, declaration, event)) && (!isPart(event) || isReadable(event))
  return (await readInTurn(() => filtered(events, isVisible))) ?? []
}

async function filtered<Event>(
  events: readonly Event[],
  isWanted: (event: Event) => Promise<boolean>,
): Promise<Event[]> {
  const areWanted = await Promise.all(events.map(isWanted))
  return events.filter((_event, index) => areWanted[index])
}

async function isInAudience<Ctx extends Caller>(
  ctx: Ctx,
  { isAmong, readsAsAdministrator }: ServiceEvents<Ctx>,
  { audience, audienceId }: LoggedEvent,
): Promise<boolean> {
  if (audience === 'public') return true
  if (audience === 'owner' && audienceId !== null && audienceId === findIdentityId(ctx)) return true
  const isOfOrganization = audience === 'members' || audience === 'stewards'
  if (isOfOrganization && audienceId !== null && (await isAmong?.(ctx, audience, audienceId))) {
    return true
  }
  return (await readsAsAdministrator?.(ctx)) ?? false
}

/** Whether the caller may read a subject now. Many events are about the same one, which is checked once. */
function subjectCheck<Ctx extends Caller>(ctx: Ctx, { subjects }: ServiceEvents<Ctx>) {
  const known = new Map<string, Promise<boolean>>()
  return ({ subjectType, subjectId }: LoggedEvent): Promise<boolean> =>
    known.getOrInsertComputed(
      `${subjectType} ${subjectId}`,
      () => subjects[subjectType]?.(ctx, subjectId) ?? Promise.resolve(false),
    )
}
