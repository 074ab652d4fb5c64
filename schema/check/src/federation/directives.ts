// A subgraph's own directives that are about something else than access.
import { Kind, print } from 'graphql'
import { coordinatesIn } from '../definitions.ts'
import { judgementOf, type GuardNames } from '../directives/guards.ts'
import { ownDefinitions, writtenName } from '../directives/own.ts'
import { placeOf, type Finding, type SourceLocation } from '../finding.ts'
import type { SubgraphDocument } from '../sdl.ts'
import { applicationsIn } from './applications.ts'
import { CONSTRAINT } from './constraints.ts'
import { tell } from './rules.ts'

/** What one directive says at one coordinate, several times if it is repeatable. */
interface Applied {
  coordinate: string
  name: string
  text: string
  at: SourceLocation | undefined
  /** True when neither the configuration nor a library says what it means. */
  isUnknown: boolean
}

/** Compares them at every coordinate that both versions of a subgraph have. */
export function checkDirectives(
  base: SubgraphDocument,
  head: SubgraphDocument,
  guards: GuardNames,
): Finding[] {
  const [before, after] = [appliedIn(base, guards), appliedIn(head, guards)]
  const [known, there] = [coordinatesIn(base.document), coordinatesIn(head.document)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    const one = (is ?? was)!
    if (was?.text === is?.text || !known.has(one.coordinate) || !there.has(one.coordinate))
      return []
    return [report(head.name, was ? (is ? 'changed' : 'removed') : 'added', one)]
  })
}

function report(
  subgraph: string,
  how: 'added' | 'removed' | 'changed',
  { coordinate, name, at, isUnknown }: Applied,
): Finding {
  const where = { subgraph, coordinate, detail: name, at }
  const advice =
    isUnknown && how !== 'added'
      ? ` If it restricts access, add "${writtenName(name)}" to guards in the configuration.`
      : ''
  return tell(`own-directive-${how}`, where, `@${name} ${how} on ${coordinate}.${advice}`)
}

function appliedIn({ document }: SubgraphDocument, guards: GuardNames): Map<string, Applied> {
  const others = new Map(
    [...ownDefinitions(document)].flatMap(([name, definition]) => {
      const { effect, by } = judgementOf(definition, guards)
      return effect === 'other' ? [[name, by === 'nothing'] as const] : []
    }),
  )
  const found = new Map<string, Applied>()
  for (const { coordinate, kind, directive } of others.size > 0 ? applicationsIn(document) : []) {
    const name = directive.name.value
    const isUnknown = others.get(name)
    if (isUnknown === undefined) continue
    // Compared by its bounds (constraints.ts).
    if (name === CONSTRAINT && kind === Kind.INPUT_VALUE_DEFINITION) continue
    const key = `${coordinate}@${name}`
    const known = found.get(key)
    const text = [known?.text, print(directive)].filter(Boolean).join(' ')
    found.set(key, { coordinate, name, text, at: placeOf(directive), isUnknown })
  }
  return found
}
