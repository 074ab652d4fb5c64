// Which events a caller may know of now.
import type { ServiceEvents } from '#foundation/events/kinds.ts'
import type { LoggedEvent } from '#foundation/events/tables.ts'
import { findIdentityId, isPeer } from '#foundation/auth/caller.ts'
import type { Context } from '#foundation/service/context.ts'

/** What the rules of visibility need of a request. */
// oxlint-disable-next-line typescript/no-explicit-any
export type EventReader = Context<any, any, any>

/** The events that the caller may know of, in order. Services may know of every one. */
export async function visibleEvents<Ctx extends EventReader>(
  ctx: Ctx,
  declaration: ServiceEvents<Ctx>,
  events: readonly LoggedEvent[],
): Promise<LoggedEvent[]> {
  if (isPeer(ctx)) return [...events]
  const isVisible = await Promise.all(events.map((event) => isVisibleTo(ctx, declaration, event)))
  return events.filter((_event, index) => isVisible[index])
}

async function isVisibleTo<Ctx extends EventReader>(
  ctx: Ctx,
  { subjects, isAmong }: ServiceEvents<Ctx>,
  { audience, audienceId, subjectType, subjectId }: LoggedEvent,
): Promise<boolean> {
  if (audience === 'public') return (await subjects[subjectType]?.(ctx, subjectId)) ?? false
  if (audience === 'owner') return audienceId !== null && audienceId === findIdentityId(ctx)
  if (audience === 'administrators' || audienceId === null) return false
  return (await isAmong?.(ctx, audience, audienceId)) ?? false
}
