// Whether a change concerns a caller, so that their subscription is executed again.
import type { ServiceEvents } from '#foundation/events/kinds.ts'
import type { LoggedEvent } from '#foundation/events/tables.ts'

/** A caller, as far as audiences depend on them. */
export interface AudienceContext {
  viewer: { identityId: string; scopes: ReadonlySet<string> } | undefined
  service: string | undefined
}

/**
 * Whether the caller is in the event's audience. What they may read of its subject, and whether they are still an
 * administrator, is checked by the execution that follows.
 */
export async function isInAudience<Ctx extends AudienceContext>(
  ctx: Ctx,
  { audience, audienceId }: Pick<LoggedEvent, 'audience' | 'audienceId'>,
  isAmong: ServiceEvents<Ctx>['isAmong'],
): Promise<boolean> {
  const { viewer, service } = ctx
  if (audience === 'public') return true
  // A peer that acts for itself decides who learns of the event.
  if (!viewer) return service !== undefined
  if (viewer.scopes.has('admin')) return true
  if (audience === 'owner') return viewer.identityId === audienceId
  if (audience === 'administrators' || audienceId === null) return false
  return (await isAmong?.(ctx, audience, audienceId)) ?? false
}
