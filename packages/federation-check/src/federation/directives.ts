// Compares a subgraph's own directives that are not about access.
import { Kind, print } from 'graphql'
import { coordinatesIn } from '../sdl/definitions.ts'
import { judgementOf, type GuardNames } from '../directives/guards.ts'
import { ownDefinitions, writtenName } from '../directives/own.ts'
import { placeOf, type Finding, type SourceLocation } from '../finding.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { applicationsIn } from '../directives/applications.ts'
import { CONSTRAINT } from './constraints.ts'
import { tell } from './rules.ts'

/** The applications of one directive at one coordinate; several if it is repeatable. */
interface Applied {
  coordinate: string
  name: string
  text: string
  at: SourceLocation | undefined
  /** True when neither the configuration nor a library states the meaning. */
  isUnknown: boolean
}

type Change = 'added' | 'removed' | 'changed'

/** Beyond this number, all places of one directive are one finding. */
const MAX_PLACES = 20

/** Compares the directives at every coordinate that both versions of a subgraph have. */
export function checkDirectives(
  base: SubgraphDocument,
  head: SubgraphDocument,
  guards: GuardNames,
): Finding[] {
  const [before, after] = [appliedIn(base, guards), appliedIn(head, guards)]
  const [known, there] = [coordinatesIn(base.document), coordinatesIn(head.document)]
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    const one = (is ?? was)!
    const isElsewhere = !known.has(one.coordinate) || !there.has(one.coordinate)
    if (was?.text === is?.text || isElsewhere) return []
    const how: Change = was ? (is ? 'changed' : 'removed') : 'added'
    return [{ how, one }]
  })
  const groups = Map.groupBy(changes, ({ how, one }) => `${how} ${one.name}`)
  return [...groups.values()].flatMap((group) => {
    if (group.length > MAX_PLACES) return [summary(head.name, group[0]!, group.length)]
    return group.map(({ how, one }) => report(head.name, how, one, `on ${one.coordinate}`))
  })
}

function summary(subgraph: string, { how, one }: { how: Change; one: Applied }, places: number) {
  const everywhere = { ...one, coordinate: `@${one.name}` }
  return report(subgraph, how, everywhere, `in ${places} places, first on ${one.coordinate}`)
}

function report(
  subgraph: string,
  how: Change,
  { coordinate, name, at, isUnknown }: Applied,
  places: string,
): Finding {
  const where = { subgraph, coordinate, detail: name, at }
  const advice =
    isUnknown && how !== 'added'
      ? ` If it restricts access, add "${writtenName(name)}" to guards in the configuration.`
      : ''
  return tell(`own-directive-${how}`, where, `@${name} ${how} ${places}.${advice}`)
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
    // constraints.ts compares this directive by its bounds.
    if (name === CONSTRAINT && kind === Kind.INPUT_VALUE_DEFINITION) continue
    const key = `${coordinate}@${name}`
    const known = found.get(key)
    const text = [known?.text, print(directive)].filter(Boolean).join(' ')
    found.set(key, { coordinate, name, text, at: placeOf(directive), isUnknown })
  }
  return found
}
