// Finds private data behind a new path: what a caller can read with fewer requirements than ever before.
import type { Finding } from '../../finding.ts'
import type { Locate } from '../../sdl/locate.ts'
import { describe, either, isWithin, type Requirement } from '../requirement.ts'
import { tell } from '../rules.ts'
import { ROOTS, type Access, type Step } from './access.ts'
import { hasNewStep, withGuardsOf } from './new-steps.ts'
import { RUNTIME_CHECK, withoutCheck } from './runtime-guards.ts'
import { admits, isField, reachedWith, waysBy, weakestWays, type Way, type Ways } from './ways.ts'

interface Sides {
  base: Access
  /**
   * The head, with the base's requirements on the same steps: a dropped requirement is reported at
   * its own coordinate.
   */
  head: Access
  /** The weakest paths of the head. */
  ways: Ways
  /** True when a caller who meets these requirements could reach a type of the base. */
  isReached: (type: string, brought: readonly string[]) => boolean
  /** What a caller had to meet in the base to read any field of a type. Undefined when no path led to the type. */
  weakestRequirement: (type: string) => Requirement | undefined
  locate: Locate
}

/**
 * Compares the weakest requirement over all paths from a root, for each type and field that both
 * graphs have. A new field of a known type is compared with the weakest of its siblings.
 */
export function checkReach(before: Access, head: Access, locate: Locate): Finding[] {
  const after = withGuardsOf(before, head)
  if (!hasNewStep(before, after)) return []
  const ways = weakestWays(after, false)
  const sides: Sides = {
    base: before,
    head: after,
    ways,
    isReached: reachIn(before),
    weakestRequirement: weakestRequirementsIn(before),
    locate,
  }
  const known = [...before.keys()].filter((type) => after.has(type) && !ROOTS.includes(type))
  const found = known.map((type) => checkType(type, sides))
  const byStep = Map.groupBy(
    found.flatMap(({ opened }) => opened),
    ({ step }) => step,
  )
  return [
    ...known.filter((type) => ways.undecided.has(type)).map(undecided),
    ...found.flatMap(({ weaker }) => weaker),
    ...byStep.values().map((group) => pathWeakened(group, locate)),
  ]
}

/** A type that a caller can read although it could not before. */
interface Opened {
  type: string
  /** The first new step on the path to it. */
  step: string
  path: readonly string[]
  was: Requirement
  is: Requirement
}

/** What a caller can now read of a type that was out of reach before. */
function checkType(type: string, sides: Sides): { opened: Opened[]; weaker: Finding[] } {
  const { base, head, isReached, weakestRequirement } = sides
  const fieldsBefore = base.get(type)!.filter(isField)
  if (fieldsBefore.length === 0) return NOTHING
  const old = new Set(fieldsBefore.map(({ coordinate }) => coordinate))
  const { known = [], added = [] } = Object.groupBy(
    head.get(type)!.filter(isField),
    ({ coordinate }) => (old.has(coordinate) ? 'known' : 'added'),
  )
  const opened = waysTo(known, type, sides).filter(({ needs }) => !isReached(type, needs))
  const isWeaker = ({ needs }: Way) =>
    !(isReached(type, needs) && fieldsBefore.some((field) => admits(field, needs))) &&
    !opened.some((way) => isWithin(way.needs, needs))
  const weaker = added.flatMap((field): [Step, Way[]][] => {
    const ways = waysTo([field], type, sides).filter(isWeaker)
    return ways.length > 0 ? [[field, ways]] : []
  })
  const was = opened.length + weaker.length > 0 ? weakestRequirement(type) : undefined
  // Without a path in the base, the type was never returned.
  if (was === undefined) return NOTHING
  return {
    opened: openedBy(type, was, opened, sides),
    weaker: weaker.map(([field, ways]) => newFieldWeaker(field, was, ways, sides)),
  }
}

const NOTHING = { opened: [], weaker: [] }

/** The weakest paths to the given fields of a type. */
function waysTo(fields: readonly Step[], type: string, { ways }: Sides): Way[] {
  return (ways.of.get(type) ?? []).flatMap((way) => fields.flatMap((field) => waysBy(way, field)))
}

/** What each new step makes readable of a type. */
function openedBy(type: string, was: Requirement, opened: readonly Way[], sides: Sides): Opened[] {
  const byStep = Map.groupBy(opened, ({ path }) => newField(path.slice(0, -1), sides) ?? type)
  return [...byStep].map(([step, ways]) => {
    const path = fieldsIn(ways[0]!.path.slice(0, -1))
    return { type, step, path, was, is: either(ways.map(needsOf)) }
  })
}

const fieldsIn = (path: readonly string[]) => path.filter((coordinate) => isField({ coordinate }))

/** One finding for everything that a new step makes readable. */
function pathWeakened(group: readonly Opened[], locate: Locate): Finding {
  const [{ step }] = group as [Opened]
  const changes = [...Map.groupBy(group, changeOf)]
  const detail = changes.map(([change, all]) => `${typesOf(all)}: ${change}`).join('; ')
  const message = changes.map(([, all]) => openedMessage(all)).join(' ')
  return placed(tell('path-weakened', { coordinate: step, detail }, message), step, locate)
}

function changeOf({ was, is }: Opened): string {
  return `${describe(was)}>${describe(either(withoutCheck(is)))}`
}

const typesOf = (all: readonly Opened[]) =>
  all
    .map(({ type }) => type)
    .toSorted()
    .join(', ')

function openedMessage(all: readonly Opened[]): string {
  const [{ path, step, was, is }] = all as [Opened]
  const shown = all.length === 1 ? path : path.slice(0, path.indexOf(step) + 1)
  return (
    `${shown.join(' > ') || step} leads to ${typesOf(all)} and requires ${describe(is)}. ` +
    `Before, every path required ${describe(was)}.${unknownIn(was)}`
  )
}

function newFieldWeaker(
  { coordinate }: Step,
  was: Requirement,
  ways: readonly Way[],
  { locate }: Sides,
): Finding {
  const where = { coordinate, detail: `${describe(was)}>${describe(statedBy(ways))}` }
  const message =
    `${fieldsIn(ways[0]!.path).join(' > ')} requires ${describe(either(ways.map(needsOf)))}. ` +
    `Before, every field beside it required ${describe(was)}.${unknownIn(was)}`
  return placed(tell('new-field-weaker', where, message), coordinate, locate)
}

/** A requirement that cannot be compared counts as stronger than any other. */
function unknownIn(was: Requirement): string {
  if (!was.flat().includes(RUNTIME_CHECK)) return ''
  return ' What a check at run time requires is not in the schema, so it counts as stronger.'
}

const needsOf = ({ needs }: Way) => needs

/**
 * The stated requirements of the paths, without run-time checks, so that an approval does not
 * depend on which fields have one.
 */
function statedBy(ways: readonly Way[]): Requirement {
  return either(withoutCheck(ways.map(needsOf)))
}

function undecided(type: string): Finding {
  const message = `Too many paths lead to ${type} to compare them, so a new path may give data away.`
  return tell('reach-undecided', { coordinate: type }, message)
}

/**
 * Finds the weakest requirement of each type, along paths of services as well. The paths are found
 * when the first type is looked up.
 */
function weakestRequirementsIn(access: Access): Sides['weakestRequirement'] {
  let ways: Ways | undefined
  return (type) => {
    ways ??= weakestWays(access, true)
    const known = ways.of.get(type) ?? []
    const fields = access.get(type)!.filter(isField)
    const all = known.flatMap((way) => fields.flatMap((field) => waysBy(way, field)))
    return all.length > 0 ? either(all.map(needsOf)) : undefined
  }
}

/**
 * The field of the first step that the base does not have. A known type that joins an abstract type belongs to the
 * field before it, and a new one has new fields of its own.
 */
function newField(path: readonly string[], { base, head }: Sides): string | undefined {
  const at = path.findIndex((step) => {
    const to = targetIn(head, step)
    return targetIn(base, step) !== to && (isField({ coordinate: step }) || base.has(to!))
  })
  return fieldsIn(at < 0 ? path : path.slice(0, at + 1)).at(-1)
}

function targetIn(access: Access, wanted: string): string | undefined {
  const [type = ''] = wanted.split(/[./]/)
  return access.get(type)?.find(({ coordinate }) => coordinate === wanted)?.to
}

function placed(finding: Finding, coordinate: string, locate: Locate): Finding {
  const { subgraph, at } = locate(coordinate) ?? {}
  return { ...finding, ...(subgraph && { subgraph }), ...at }
}

/** Caches which types a requirement reaches, because most paths share a few requirements. */
function reachIn(base: Access): Sides['isReached'] {
  const known = new Map<string, ReadonlySet<string>>()
  return (type, brought) => {
    const key = brought.join('\n')
    const reached = known.get(key) ?? reachedWith(base, brought)
    known.set(key, reached)
    return reached.has(type)
  }
}
