// Queries Identity for the caller, as author and as reader.
import { needsCompleteReads } from '#foundation/auth/caller-checks.ts'
import type { Caller } from '#foundation/auth/caller.ts'
import { DomainError, notFound } from '#foundation/domain/errors.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import { peerOperation } from '#foundation/peers/peers.ts'
import type { Context } from '#foundation/service/context.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'
import type { ScrollTables } from '../tables.ts'

export const FindCaller = peerOperation<
  { me: { displayName: string; house: string; level: number } | null },
  Record<string, never>
>(`query FindCaller { me { displayName house level } }`)

/** The part of the context that identifies the reader. It exists before the loaders do. */
export type ScrollCaller = Caller & Pick<Context<ScrollTables, unknown, 'identity'>, 'peers'>

/** @throws NOT_FOUND; INTERNAL_ERROR with `retry` while Identity is down */
export async function getAuthor({ peers }: ScrollCaller, identityId: string) {
  const { me } = await peers.identity(FindCaller, {})
  if (!me) throw notFound('Identity', identityId)
  return me
}

/** The caller as a reader. A null field grants nothing. */
export interface Reader {
  identityId: string | null
  house: string | null
  /** True for administrators, who may read hidden scrolls. */
  administrator: boolean
}

const logRepeatedly = createRepeatedLog()
const LEFT_OUT = 'Identity does not respond: leaving out scrolls for the reader’s house'

/** The caller as a reader, with their current house; `house` is null while Identity is down. */
export async function findReader(caller: ScrollCaller): Promise<Reader> {
  const { viewer } = caller
  if (!viewer) return { identityId: null, house: null, administrator: false }
  const { identityId } = viewer
  const [house, administrator] = await Promise.all([
    findHouse(caller),
    readsAsAdministrator(caller),
  ])
  return { identityId, house, administrator }
}

async function findHouse(caller: ScrollCaller): Promise<string | null> {
  try {
    const { me } = await caller.peers.identity(FindCaller, {})
    return me?.house ?? null
  } catch (error) {
    if (!isAway(error) || needsCompleteReads(caller)) throw error
    logRepeatedly('', (repeated) => caller.log.warn(repeated, LEFT_OUT))
    return null
  }
}

function isAway(error: unknown): boolean {
  return error instanceof DomainError && error.extensions.code === 'INTERNAL_ERROR'
}
