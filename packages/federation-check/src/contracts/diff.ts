// Compares the variants of the API. A change of the whole API is reported once, with the contracts that it affects.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { checkApi } from '../api/diff.ts'
import type { Finding } from '../finding.ts'
import type { Usage } from '../operations/usage.ts'
import type { LeftOut, Reason } from './filter.ts'
import { ofContract, tell, type contractRules } from './rules.ts'
import { checkSettings, type ContractSide } from './settings.ts'
import type { Variant } from './variant.ts'

export interface ContractInput {
  base: ContractSide
  head: ContractSide
  /** The findings about the whole API. */
  api: readonly Finding[]
  /** Finds the users of a coordinate in the base's variant. */
  usage: (contract: string, variant: Variant) => Usage
}

export interface ContractChanges {
  /** The findings about the whole API, each with the contracts that it concerns. */
  api: Finding[]
  /** What changes in a variant alone. */
  contracts: Finding[]
}

/** Compares each contract with itself. */
export async function compareContracts(input: ContractInput): Promise<ContractChanges> {
  const { base, head, api, usage } = input
  const known = new Set(api.map(({ id }) => id))
  const concerned = new Map<string, string[]>()
  const contracts = checkSettings(base, head)
  for (const [name, is] of head.variants) {
    const was = base.variants.get(name)
    if (!was?.graph.schema || !is.graph.schema || was.graph.api === is.graph.api) continue
    const changes = await checkApi(was.graph, is.graph, usage(name, was))
    for (const { id } of changes.filter(({ id }) => known.has(id))) {
      concerned.set(id, [...(concerned.get(id) ?? []), name])
    }
    const own = changes.filter(({ id }) => !known.has(id))
    contracts.push(...ownChanges(name, was, is, own))
  }
  return { api: api.map((one) => withContracts(one, concerned.get(one.id))), contracts }
}

function withContracts(finding: Finding, contracts: string[] | undefined): Finding {
  return contracts ? { ...finding, contracts } : finding
}

function ownChanges(name: string, was: Variant, is: Variant, changes: readonly Finding[]) {
  const isSame = isDeepStrictEqual(was.contract, is.contract)
  const shown = changes.filter(({ rule, coordinate }) => {
    return rule.endsWith('-added') && reasonAt(was.leftOut, coordinate)
  })
  const others = changes.filter((one) => !shown.includes(one))
  return [
    ...others.flatMap((one) => lost(name, is, one)),
    ...(isSame ? shown.map((one) => exposed(name, was, one)) : exposedBySettings(name, shown)),
  ]
}

function lost(name: string, is: Variant, change: Finding): Finding[] {
  const { severity, coordinate, message } = change
  // A type that is now hidden as unreachable is not reported, because the change that made it unreachable is.
  if (severity === 'safe' || is.hidden.has(coordinate)) return []
  const reason = reasonAt(is.leftOut, coordinate)
  const why = reason ? ` ${reason.path} is left out: it ${describe(reason.why, is)[0]}.` : ''
  const rule = severity === 'breaking' ? 'contract-broken' : 'contract-affected'
  return [moved(rule, name, change, `In the contract ${name}: ${message}${why}`)]
}

function exposed(name: string, was: Variant, change: Finding): Finding {
  const { path, why } = reasonAt(was.leftOut, change.coordinate)!
  // With a list of included tags, an element is shown on purpose. Without one, a forgotten tag shows it.
  const isMeant = why === 'not included' || (isDependent(why) && was.contract.include)
  const rule = isMeant ? 'contract-extended' : 'contract-exposed'
  const before = `Before, ${path} was left out: it ${describe(why, was)[1]}.`
  return moved(
    rule,
    name,
    change,
    `${change.coordinate} is visible in the contract ${name}. ${before}`,
  )
}

const isDependent = (why: Reason) => typeof why === 'string'

/** How many elements a finding about changed settings names. */
const MAX_NAMED = 20

/** One finding for all elements, because its id must not cover another list of elements. */
function exposedBySettings(name: string, shown: readonly Finding[]): Finding[] {
  if (shown.length === 0) return []
  const all = shown.map(({ coordinate }) => coordinate).toSorted()
  const detail = createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 12)
  const more = all.length - MAX_NAMED
  const named = `${all.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const message = `The contract ${name} has other settings, which show what it left out: ${named}.`
  return [ofContract('contract-exposed', name, message, detail)]
}

/** Turns a finding of the API into one of a variant: its id has the contract, and the rule of the API. */
function moved(
  rule: keyof typeof contractRules,
  contract: string,
  change: Finding,
  message: string,
): Finding {
  const { id, rule: of, coordinate, subgraph, file, line, uses, users, unused } = change
  const detail = of + id.slice(`${of}:${coordinate}`.length)
  const at = file === undefined ? undefined : { file, ...(line !== undefined && { line }) }
  return {
    ...tell(rule, { contract, coordinate, detail, at }, message),
    ...(subgraph !== undefined && { subgraph }),
    ...(uses && { uses }),
    ...(users && { users }),
    ...(unused && { unused }),
  }
}

/** The element that is left out, an element itself or its nearest parent, with the reason. */
function reasonAt(found: LeftOut, path: string): { path: string; why: Reason } | undefined {
  const why = found.get(path)
  if (why !== undefined) return { path, why }
  const end = path.lastIndexOf('.')
  return end < 0 ? undefined : reasonAt(found, path.slice(0, end))
}

/** The reason in the present and in the past tense. */
function describe(why: Reason, { contract }: Variant): readonly [string, string] {
  if (typeof why === 'object') {
    return [`has the excluded tag ${why.excludedBy}`, `had the excluded tag ${why.excludedBy}`]
  }
  const tags = contract.include?.join(', ')
  if (why === 'not included') return [`has no tag of ${tags}`, `had no tag of ${tags}`]
  return DESCRIPTIONS[why]
}

const DESCRIPTIONS = {
  empty: ['has no part that is included', 'had no part that was included'],
  'returns what is left out': [
    'returns a type that is left out',
    'returned a type that was left out',
  ],
  unreachable: ['cannot be reached', 'could not be reached'],
} as const
