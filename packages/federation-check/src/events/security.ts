// Changes in what a client needs to connect to a server or to use a channel.
import { isAsStrict, OPEN, type Requirement } from '../authorization/requirement.ts'
import type { Finding } from '../finding.ts'
import { textOf } from '../rest/document/meaning.ts'
import { resolve } from '../rest/references.ts'
import type { Direction } from '../rest/schema/change.ts'
import type { AsyncApi, Scheme } from './asyncapi.ts'
import { nameOfReference, type DocumentedChannel, type DocumentedOperation } from './kinds.ts'
import { compareOthers, type Walk } from './walk.ts'

/** Compares the requirements of a channel's operations, which apply in addition to those of its server. */
export function compareOperationSecurity(
  walk: Walk,
  direction: Direction,
  was: DocumentedChannel,
  is: DocumentedChannel,
): Finding[] {
  const [before, after] = [was, is].map(({ operations }) => operations[direction].map(schemesOf))
  // Messages without an operation require nothing.
  const isOpen = before!.length === 0 && was.kinds[direction].size > 0
  if (after!.length === 0 || (before!.length === 0 && !isOpen)) return []
  const name = `${was.key} ${direction === 'response' ? 'send' : 'receive'}`
  const all = compareSchemes(walk, name, alternatives(before!), alternatives(after!))
  return all.length > 0 ? all : compareMessageSecurity(walk, direction, was, is)
}

/** Compares the requirements of each message, because a message may move to another operation. */
function compareMessageSecurity(
  walk: Walk,
  direction: Direction,
  was: DocumentedChannel,
  is: DocumentedChannel,
): Finding[] {
  return [...was.kinds[direction].keys()].flatMap((message) => {
    const [before, after] = [was, is].map(({ operations }) =>
      operations[direction].filter(({ names }) => names.includes(message)).map(schemesOf),
    )
    if (before!.length === 0 || after!.length === 0) return []
    const name = `${was.key} ${message}`
    return compareSchemes(walk, name, alternatives(before!), alternatives(after!))
  })
}

const schemesOf = ({ operation: { security = [] } }: DocumentedOperation) => security

/** The alternatives of all operations or servers; none where one of them requires nothing. */
export const alternatives = (all: readonly (readonly Scheme[])[]) =>
  all.some((schemes) => schemes.length === 0) ? [] : all.flat()

/**
 * Compares schemes. Each is an alternative; without one, nothing is required. Their names do not
 * count, because clients do not see them.
 */
export function compareSchemes(
  walk: Walk,
  name: string,
  was: readonly Scheme[],
  is: readonly Scheme[],
): Finding[] {
  const [before, after] = [schemesIn(walk.base, was), schemesIn(walk.head, is)]
  const [known, required] = [requirementOf(before), requirementOf(after)]
  const [old, now] = [namesOf(before), namesOf(after)]
  const [change, words] = [`${old}>${now}`, `${old} becomes ${now}`]
  const { report } = walk
  return [
    ...(isAsStrict(required, known)
      ? []
      : [report('event-security-weakened', name, `accepts more than before: ${words}.`, change)]),
    ...(isAsStrict(known, required)
      ? []
      : [report('event-security-tightened', name, `accepts less than before: ${words}.`, change)]),
    ...before.flatMap((one) => {
      const same = after.find(({ kind }) => kind === one.kind)
      return same ? compareOthers(walk, name, [one.hints, same.hints], []) : []
    }),
  ]
}

interface NamedScheme {
  name: string
  /** The scheme as text. */
  kind: string
  scopes: readonly string[]
  /** The members that do not affect who may connect. */
  hints: Readonly<Record<string, unknown>>
}

const requirementOf = (schemes: readonly NamedScheme[]): Requirement =>
  schemes.length === 0
    ? OPEN
    : schemes.map(({ kind, scopes }) => [kind, ...scopes.map((scope) => `${kind} ${scope}`)])

function schemesIn(document: AsyncApi, schemes: readonly Scheme[]): NamedScheme[] {
  return schemes.map((given) => {
    const { bearerFormat, scopes = [], flows, ...members } = resolve(document, given)
    const name = nameOfReference(given) ?? members.type ?? 'another'
    const availableScopes = Object.fromEntries(
      Object.entries(flows ?? {}).map(([key, flow]) => {
        return [key, Object.keys(flow?.availableScopes ?? {}).toSorted()]
      }),
    )
    const kind = textOf(said({ ...members, flows: flows && flowsOf(flows) }))!
    return { name, kind, scopes, hints: { bearerFormat, availableScopes } }
  })
}

const flowsOf = (flows: NonNullable<Scheme['flows']>) =>
  Object.fromEntries(
    Object.entries(said(flows)).map(([name, flow]) => {
      const { availableScopes: _hint, ...addresses } = flow as { availableScopes?: unknown }
      return [name, said(addresses)]
    }),
  )

/** Removes descriptions and extensions. */
const said = (members: object) =>
  Object.fromEntries(
    Object.entries(members).filter(([name]) => name !== 'description' && !name.startsWith('x-')),
  )

const namesOf = (schemes: readonly NamedScheme[]) =>
  [...new Set(schemes.map(({ name }) => name))].toSorted().join(' or ') || 'nothing'
