// Progressive override: which labels of `@override(from:, label:)` hold for a caller.
import { hash } from 'node:crypto'
import type { Caller } from '#foundation/auth/caller.ts'
import { bearerToken } from '#foundation/auth/viewer.ts'
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import type { VerifyForeignToken } from './authorization/token.ts'

export interface SupergraphLabels {
  /** The labels that are not `percent(n)`. */
  labels: readonly string[]
  /** The numbers of the labels `percent(n)`. */
  percentages: readonly number[]
}

/** What the planner needs for a caller. Callers of one class have the same plans. */
export interface OverrideClass {
  activeLabels: Set<string>
  /** 0 to 100: `percent(n)` holds if it is smaller than n. */
  percentage: number
}

/** The class of a person, which stays the same as long as the labels do. */
export type OverrideClassOf = (person: string) => OverrideClass

export interface OverrideClasses {
  all: readonly OverrideClass[]
  of: OverrideClassOf
}

/**
 * Two people between the same two percentages have the same plans, so k percentages make at most k + 1 classes.
 * @param active the custom labels that the setting turns on
 * @throws SettingError for a label that the supergraph does not have
 */
export function createOverrideClasses(
  { labels, percentages }: SupergraphLabels,
  active: readonly string[],
): OverrideClasses {
  refuseUnknown(labels, active)
  const activeLabels = new Set(active)
  const thresholds = [...new Set(percentages)].toSorted((one, other) => one - other)
  const bounds = [0, ...thresholds, 100]
  const classes = bounds.slice(1).map((upper, index): OverrideClass => {
    // The middle between the bounds, because the planner may round a bound.
    const percentage = (bounds[index]! + upper) / 2
    return { activeLabels, percentage }
  })
  return {
    all: classes,
    of(person) {
      const share = thresholds.length === 0 ? 0 : shareOf(person)
      return classes[thresholds.filter((threshold) => threshold <= share).length]!
    },
  }
}

export interface CallerOverrides {
  all: readonly OverrideClass[]
  /** A promise only where the class depends on the caller. */
  ofCaller(caller: Caller): OverrideClass | Promise<OverrideClass>
}

/** @throws SettingError for a label that the supergraph does not have */
export function createCallerOverrides(
  labels: SupergraphLabels,
  active: readonly string[],
  verify: VerifyForeignToken | undefined,
): CallerOverrides {
  const { all, of } = createOverrideClasses(labels, active)
  const [only, ...others] = all
  if (others.length === 0) return { all, ofCaller: () => only! }
  return { all, ofCaller: async (caller) => of(await personOf(caller, verify)) }
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

/**
 * The share of a person, from 0 up to, but not including, 100. It is a hash, so that no process needs to remember it.
 */
function shareOf(person: string): number {
  const digest = hash('sha256', person, 'buffer')
  return (digest.readUIntBE(0, HASH_BITS / 8) / 2 ** HASH_BITS) * 100
}

/**
 * Who decides the percentage of a caller: the identity, the subject of a foreign token, or the network address. Both
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
