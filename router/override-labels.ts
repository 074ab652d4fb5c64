// Progressive override: which labels of `@override(from:, label:)` hold for a caller.
import { hash } from 'node:crypto'
import type { Caller } from '#foundation/auth/caller.ts'
import { bearerToken } from '#foundation/auth/viewer.ts'
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { SettingError } from '#foundation/process/setting.ts'
import type { VerifyForeignToken } from './authorization/token.ts'

/** The labels of a supergraph, as the planner reports them. */
export interface SupergraphLabels {
  /** Custom labels. */
  labels: readonly string[]
  /** The numbers of the labels `percent(n)`. */
  percentages: readonly number[]
}

/** What the planner needs for a caller. Callers of one class have the same plans. */
export interface OverrideClass {
  /** Tells the classes of a supergraph apart, in the keys of its plans. */
  key: string
  activeLabels: Set<string>
  /** 0 to 100: `percent(n)` holds if it is smaller than n. */
  percentage: number
}

/** The class of a person, which stays the same as long as the labels do. */
export type OverrideClassOf = (person: string) => OverrideClass

/**
 * Two people between the same two percentages have the same plans, so k percentages make at most k + 1 classes.
 * @param active the custom labels that the setting turns on
 * @throws SettingError for a label that the supergraph does not have
 */
export function createOverrideClasses(
  { labels, percentages }: SupergraphLabels,
  active: readonly string[],
): OverrideClassOf {
  refuseUnknown(labels, active)
  const activeLabels = new Set(active)
  const thresholds = [...new Set(percentages)].toSorted((one, other) => one - other)
  const bounds = [0, ...thresholds, 100]
  const classes = bounds.slice(1).map((upper, index): OverrideClass => {
    // Between its bounds, because the planner may round a bound.
    const percentage = (bounds[index]! + upper) / 2
    return { key: String(index), activeLabels, percentage }
  })
  const [only] = classes
  if (thresholds.length === 0) return () => only!
  return (person) => {
    const share = shareOf(person)
    return classes[thresholds.filter((threshold) => threshold <= share).length]!
  }
}

function refuseUnknown(labels: readonly string[], active: readonly string[]): void {
  const unknown = active.find((label) => !labels.includes(label))
  if (unknown === undefined) return
  const known = labels.length === 0 ? 'no labels' : `only the labels ${labels.join(', ')}`
  throw new SettingError(
    `ROUTER_OVERRIDE_LABELS contains "${unknown}", but the supergraph has ${known}.`,
  )
}

const HASH_BITS = 48

/** From 0 up to, but not including, 100: by a hash, so that no process needs to remember it. */
function shareOf(person: string): number {
  const digest = hash('sha256', person, 'buffer')
  return (digest.readUIntBE(0, HASH_BITS / 8) / 2 ** HASH_BITS) * 100
}

/**
 * Whom the percentage of a caller belongs to: the identity, the subject of a foreign token, or the address. Both
 * subgraphs have the field, so a token that cannot be verified matters only to fields that require one.
 */
export async function personOf(
  { address, authorization, viewer }: Pick<Caller, 'address' | 'authorization' | 'viewer'>,
  verify?: VerifyForeignToken,
): Promise<string> {
  if (viewer) return viewer.identityId
  return (await subjectOf(authorization, verify)) ?? addressPrincipal(address)
}

async function subjectOf(authorization: string | undefined, verify?: VerifyForeignToken) {
  try {
    const token = verify && bearerToken(authorization)
    return token === undefined ? undefined : (await verify!(token)).subject
  } catch {
    return undefined
  }
}
