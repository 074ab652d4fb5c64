// Compares the whole API and its variants together, because a change of the whole API names the
// contracts that it affects.
import type { Both } from '../both.ts'
import type { Finding } from '../finding.ts'
import { once } from '../memo.ts'
import type { KnownOperation } from '../sources/documents/known-operations.ts'
import type { FieldUsage } from '../field-usage/field-usage.ts'
import type { Graph } from '../graph/graph.ts'
import { usageOf, type Usage } from '../operations/usage.ts'
import type { Contracts } from './contract.ts'
import type { Variant, Variants } from './variant.ts'

export interface ApiInput {
  graphs: Both<Graph>
  operations: Both<KnownOperation[]>
  /** The contracts of each side, with functions that compute their variants when a step needs them. */
  contracts: Both<Contracts>
  variants: Both<() => Promise<Variants>>
  /** The usage, if it is reliable. */
  counted?: FieldUsage | undefined
}

export interface ApiChanges {
  ofApi: () => Promise<Finding[]>
  ofContracts: () => Promise<Finding[]>
}

/** Compares the API and its variants, each once, when a step needs it. `usage` is that of the whole API. */
export function apiChanges(input: ApiInput, usage: Usage): ApiChanges {
  const { graphs, contracts, variants } = input
  const whole = once(async () => {
    if (graphs.base.api === graphs.head.api) return []
    const { checkApi } = await import('../api/diff.ts')
    return checkApi(graphs.base, graphs.head, usage)
  })
  const both = once(async () => {
    const { compareContracts } = await import('./diff.ts')
    return compareContracts({
      base: { contracts: contracts.base, variants: await variants.base() },
      head: { contracts: contracts.head, variants: await variants.head() },
      api: await whole(),
      usage: (name, variant) => usageOfVariant(input, name, variant),
    })
  })
  return {
    ofApi: async () => (hasContracts(contracts) ? (await both()).api : whole()),
    ofContracts: async () => (await both()).contracts,
  }
}

/** Counts only operations that are sent to the contract. */
function usageOfVariant(
  { operations, counted }: ApiInput,
  name: string,
  { graph }: Variant,
): Usage {
  const sent = (all: readonly KnownOperation[]) => all.filter(({ contract }) => contract === name)
  const own = { base: sent(operations.base), head: sent(operations.head) }
  return usageOf(graph.schema!, own, counted)
}

export const hasContracts = ({ base, head }: Both<Contracts>) =>
  Object.keys({ ...base, ...head }).length > 0

/** Turns findings about tags into notes where both sides have contracts, because their step reports the effect. */
export function withTagsAsNotes(findings: Finding[], { base, head }: Both<Contracts>): Finding[] {
  if (Object.keys(base).length === 0 || Object.keys(head).length === 0) return findings
  const isTag = ({ rule }: Finding) => rule === 'tag-added' || rule === 'tag-removed'
  return findings.map((one) => (isTag(one) ? { ...one, severity: 'safe' } : one))
}
