// A subgraph's own directives. On fields and types they count as guards.
import { Kind, print, type DocumentNode } from 'graphql'
import { applicationsIn } from './applications.ts'
import { CONSTRAINT } from './constraints.ts'
import { tell } from './rules.ts'
import { placeOf, type Finding, type SourceLocation } from '../finding.ts'
import type { SubgraphDocument } from '../sdl.ts'
import { DIRECTIVES } from '../subgraph-document.ts'

interface Applied {
  coordinate: string
  name: string
  text: string
  at: SourceLocation | undefined
}

/** Names of the directives that a subgraph defines for itself. */
export function ownDirectives(document: DocumentNode): Set<string> {
  const known = new Set<string>([...DIRECTIVES, 'oneOf'])
  const defined = document.definitions.filter(({ kind }) => kind === Kind.DIRECTIVE_DEFINITION)
  const names = defined.map((node) => ('name' in node ? (node.name?.value ?? '') : ''))
  return new Set(names.filter((name) => !known.has(name) && !OF_LINKS.test(name)))
}

/**
 * Directives of the link specification, and those that a composed document contains because of it.
 */
const OF_LINKS = /^(link|core)$|^(link|core|join|federation)__/

/** Well-known directives that are not guards. */
export const NO_GUARDS: ReadonlySet<string> = new Set(['cacheControl', 'complexity'])

/** Names of the own directives that count as guards. */
export function guardDirectives(document: DocumentNode): Set<string> {
  return new Set([...ownDirectives(document)].filter((name) => !NO_GUARDS.has(name)))
}

/** Compares where own directives that are not guards are applied. */
export function checkDirectives(base: SubgraphDocument, head: SubgraphDocument): Finding[] {
  const [before, after] = [appliedIn(base.document), appliedIn(head.document)]
  const report = (how: 'added' | 'removed' | 'changed', { coordinate, name, at }: Applied) => {
    const where = { subgraph: head.name, coordinate, detail: name, at }
    return tell(`own-directive-${how}`, where, `@${name} ${how} on ${coordinate}.`)
  }
  const [known, now] = [textsByKey(before), textsByKey(after)]
  const gone = before.filter((one) => !now.has(keyOf(one)))
  const added = after.filter((one) => !known.has(keyOf(one)))
  const changed = after.filter((one) => known.get(keyOf(one))?.some((text) => text !== one.text))
  return [
    ...gone.map((one) => report('removed', one)),
    ...added.map((one) => report('added', one)),
    ...changed.map((one) => report('changed', one)),
  ]
}

function keyOf({ coordinate, name }: Applied): string {
  return `${coordinate}@${name}`
}

function textsByKey(applied: readonly Applied[]): Map<string, string[]> {
  const groups = Map.groupBy(applied, keyOf)
  return new Map([...groups].map(([key, group]) => [key, group.map(({ text }) => text)]))
}

function appliedIn(document: DocumentNode): Applied[] {
  const own = ownDirectives(document)
  if (own.size === 0) return []
  return applicationsIn(document)
    .filter(({ kind, directive: { name } }) => {
      if (!own.has(name.value)) return false
      if (name.value === CONSTRAINT && kind === Kind.INPUT_VALUE_DEFINITION) return false
      return !GUARDED.has(kind) || NO_GUARDS.has(name.value)
    })
    .map(({ coordinate, directive }) => ({
      coordinate,
      name: directive.name.value,
      text: print(directive),
      at: placeOf(directive),
    }))
}

/** Where an own directive counts as a guard (see authorization/). */
export const GUARDED = new Set<string>([
  Kind.FIELD_DEFINITION,
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.OBJECT_TYPE_EXTENSION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_EXTENSION,
])
