// The caller's current level and house, from the ID service.
import { requireIdentity } from '#foundation/auth/caller.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { peerOperation } from '#foundation/peers/peers.ts'
import type { GuildContext } from '../context.ts'

interface Profile {
  house: string
  level: number
}

export const FindCaller = peerOperation<{ me: Profile | null }, Record<string, never>>(
  `query FindCaller { me { house level } }`,
)

/** @throws NOT_FOUND for an unknown person; INTERNAL_ERROR with `retry` while Identity is down */
export async function getCaller(ctx: GuildContext): Promise<Profile> {
  const { me } = await ctx.peers.identity(FindCaller, {})
  if (!me) throw notFound('Identity', requireIdentity(ctx))
  return me
}
