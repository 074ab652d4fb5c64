// Compares security schemes, and maps their names to those of the base.
import type { Finding } from '../finding.ts'
import { memoized } from '../memo.ts'
import { operationsIn } from './documented.ts'
import type { OpenApi, SecurityScheme } from './openapi.ts'
import { compareDeprecation } from './parameters.ts'
import { resolve } from './references.ts'
import type { Walk } from './walk.ts'

/** Returns the name of a scheme: schemes with one definition have one name, that of the base. */
export type NameOf = (scheme: string) => string

/** The names of the schemes of both documents. */
export const namesIn = memoized(({ base, head }: Walk): { base: NameOf; head: NameOf } => {
  const [known, now] = [schemesIn(base), schemesIn(head)]
  const first = [...known].map(([name, { ways }]): [string, string[]] => [name, ways])
  const inBase: NameOf = (name) => {
    const ways = known.get(name)?.ways
    return first.find(([, others]) => ways && isSame(ways, others))?.[0] ?? name
  }
  const inHead: NameOf = (name) => {
    const ways = now.get(name)?.ways
    const like = first.filter(([, others]) => ways && isWithin(others, ways))
    const [same] = like.toSorted(([one], [other]) => Number(other === name) - Number(one === name))
    return inBase(same?.[0] ?? name)
  }
  return { base: inBase, head: inHead }
})

const isWithin = (some: readonly string[], all: readonly string[]) =>
  some.every((way) => all.includes(way))

const isSame = (one: readonly string[], other: readonly string[]) =>
  isWithin(one, other) && isWithin(other, one)

/**
 * Compares schemes of the same name. If a scheme is removed, either no operation uses it any
 * longer, or operations refer to nothing. A scheme that only changes its name stays.
 */
export function compareSchemes(walk: Walk): Finding[] {
  const { base, head, report } = walk
  const [before, after] = [schemesIn(base), schemesIn(head)]
  return [...before].flatMap(([name, was]) => {
    const is = after.get(name)
    if (!is) {
      if (!isRequired(head, name)) return []
      return [report('rest-scheme-changed', name, 'is no longer defined.', 'gone')]
    }
    const gone = was.ways.filter((way) => !is.ways.includes(way))
    if (gone.length > 0 && isElsewhere(walk, name, before, after)) return []
    return [
      ...gone.map((way) => report('rest-scheme-changed', name, `is no longer ${way}.`, way)),
      ...compareHints(walk, name, was.scheme, is.scheme),
    ]
  })
}

type Schemes = ReadonlyMap<string, { scheme: SecurityScheme; ways: string[] }>

/** True when security.ts reports the change at the operations that use the scheme. */
function isElsewhere({ head }: Walk, name: string, before: Schemes, after: Schemes): boolean {
  const [was, is] = [before.get(name)!.ways, after.get(name)!.ways]
  if ([...before.values()].some(({ ways }) => isWithin(ways, is))) return true
  return !isRequired(head, name) && [...after.values()].some(({ ways }) => isWithin(was, ways))
}

/** `bearerFormat` is a hint: https://spec.openapis.org/oas/v3.1.0#security-scheme-object. */
function compareHints(
  walk: Walk,
  name: string,
  was: SecurityScheme,
  is: SecurityScheme,
): Finding[] {
  const isOther = was.bearerFormat !== is.bearerFormat
  const message = 'changes: bearerFormat.'
  return [
    ...(isOther ? [walk.report('rest-keyword-changed', name, message, 'bearerFormat')] : []),
    ...compareDeprecation(walk, name, was, is),
  ]
}

function schemesIn(document: OpenApi): Schemes {
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  return new Map(
    schemes.map(([name, given]) => {
      const scheme = resolve(document, given)
      return [name, { scheme, ways: waysOf(scheme) }]
    }),
  )
}

function isRequired(document: OpenApi, scheme: string): boolean {
  const required = operationsIn(document).map(
    ({ operation: { security = document.security } }) => security,
  )
  return required.some((alternatives = []) =>
    alternatives.some((one) => Object.hasOwn(one, scheme)),
  )
}

const HINTS = ['bearerFormat', 'description', 'deprecated']

/** The settings of a scheme as texts: its type, its other settings, and its flows with their URLs and scopes. */
function waysOf(given: SecurityScheme): string[] {
  const { flows = {}, in: place, name, scheme, type, ...others } = given
  const kind = [type, scheme?.toLowerCase(), place, place === 'header' ? name?.toLowerCase() : name]
  return [
    kind.filter(Boolean).join(' '),
    ...settingsIn(others)
      .filter(([member]) => !HINTS.includes(member))
      .map(shown),
    ...Object.entries(flows).flatMap(([flow, { scopes = {}, ...urls }]) => [
      flow,
      ...settingsIn(urls).map((url) => `${flow} ${shown(url)}`),
      ...Object.keys(scopes).map((scope) => `${flow} scope ${scope}`),
    ]),
  ]
}

function settingsIn(members: object): [string, unknown][] {
  return Object.entries(members).filter(([name]) => !name.startsWith('x-'))
}

const shown = ([name, value]: [string, unknown]) => `${name} ${String(value)}`
