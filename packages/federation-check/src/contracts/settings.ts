// What changes about the contracts themselves: their names and settings, and whether each has a valid API.
import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '../finding.ts'
import type { Contracts } from './contract.ts'
import { ofContract } from './rules.ts'
import type { Variant, Variants } from './variant.ts'

export interface ContractSide {
  contracts: Contracts
  variants: Variants
}

/** Contracts that are added, removed, changed, or without a valid API. */
export function checkSettings(base: ContractSide, head: ContractSide): Finding[] {
  const names = new Set([...Object.keys(base.contracts), ...Object.keys(head.contracts)])
  return [...names].flatMap((name) => {
    const [before, after] = [base.contracts[name], head.contracts[name]]
    if (!after) return [ofContract('contract-removed', name, `The contract ${name} is removed.`)]
    const is = head.variants.get(name)
    return [
      ...(before ? [] : [ofContract('contract-added', name, `The contract ${name} is new.`)]),
      ...(is && !isDeepStrictEqual(before, after) ? unusedTags(name, is) : []),
      ...invalid('contract-invalid', name, is),
      ...invalid('base-contract-invalid', name, base.variants.get(name)),
    ]
  })
}

function unusedTags(name: string, variant: Variant): Finding[] {
  const { include = [], exclude = [] } = variant.contract
  const unused = [...include, ...exclude].filter((tag) => !variant.tags.has(tag))
  return unused.map((tag) =>
    ofContract(
      'contract-tag-unused',
      name,
      `The contract ${name} names the tag ${tag}, which nothing has.`,
      tag,
    ),
  )
}

/** How many errors of a variant its finding lists. */
const MAX_ERRORS = 5

function invalid(
  rule: 'contract-invalid' | 'base-contract-invalid',
  name: string,
  variant: Variant | undefined,
): Finding[] {
  const { errors = [] } = variant ?? {}
  if (errors.length === 0) return []
  const more = errors.length - MAX_ERRORS
  const listed = errors.slice(0, MAX_ERRORS).join(' ')
  const rest = more > 0 ? ` There are ${more} more errors.` : ''
  const message = `The contract ${name} has no valid API: ${listed}${rest}`
  return [ofContract(rule, name, message)]
}
