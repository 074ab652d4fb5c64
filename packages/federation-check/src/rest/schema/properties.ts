// Compares the properties of an object.
import type { Flat } from '../openapi.ts'
import type { RestRule } from '../rules.ts'
import { isAnything } from './canonical.ts'
import type { Change, Direction } from './change.ts'
import type { Flatten } from './flatten.ts'

/** The functions that flatten the schemas of base and head. */
export interface Flattens {
  base: Flatten
  head: Flatten
}

/** The properties sent in a direction: a request has no read-only ones. */
export function sentProperties(flatten: Flatten, direction: Direction, schema: Flat) {
  const { properties = {}, required = [] } = schema
  const unsent = direction === 'request' ? 'readOnly' : 'writeOnly'
  const sent = Object.entries(properties).filter(([, one]) => flatten(one)[unsent] !== true)
  const names = new Set(sent.map(([name]) => name))
  const unknown = required.filter((name) => !Object.hasOwn(properties, name))
  return {
    properties: new Map(sent),
    required: new Set([...required.filter((name) => names.has(name)), ...unknown]),
  }
}

export type Sent = ReturnType<typeof sentProperties>

/** Reports properties that are added, removed, or change whether they are required. */
export function compareProperties(
  direction: Direction,
  was: Sent,
  is: Sent,
  isClosed: boolean,
): Change[] {
  const named = [...was.properties.keys(), ...was.required, ...is.properties.keys(), ...is.required]
  return [...new Set(named)].flatMap((name) => {
    const rule = presenceOf(direction, was, is, isClosed, name)
    return rule ? [{ rule, at: `.${name}`, message: WORDS[rule] ?? '' }] : []
  })
}

function presenceOf(
  direction: Direction,
  was: Sent,
  is: Sent,
  isClosed: boolean,
  name: string,
): RestRule | undefined {
  const [before, after] = [was, is].map((sent) => sent.properties.has(name))
  const [needed, needs] = [was, is].map(({ required }) => required.has(name))
  if (direction === 'response') {
    if (before && !after) return 'rest-property-removed'
    // The property may have no schema, and still be required.
    if (needed && !needs) return 'rest-property-optional'
    if (after && !before) return 'rest-property-added'
    return needs && !needed ? 'rest-property-required' : undefined
  }
  if (before && !after) return isClosed ? 'rest-input-closed' : 'rest-input-removed'
  if (needs && !needed) return 'rest-input-required'
  if (after && !before) return 'rest-input-added'
  return needed && !needs ? 'rest-input-optional' : undefined
}

const WORDS: Partial<Record<RestRule, string>> = {
  'rest-property-removed': 'is no longer returned.',
  'rest-property-added': 'is now returned.',
  'rest-property-required': 'is always present now.',
  'rest-property-optional': 'may be absent now.',
  'rest-input-removed': 'is ignored now.',
  'rest-input-closed': 'is refused now.',
  'rest-input-required': 'must be sent now.',
  'rest-input-added': 'may be sent now.',
  'rest-input-optional': 'is no longer required.',
}

/** Whether an object allows additional properties; their schema is compared separately. */
export function compareAdditionalProperties(direction: Direction, was: Flat, is: Flat): Change[] {
  const [before, after] = [was, is].map(
    ({ additionalProperties: others = true }) => others !== false,
  )
  if (before === after) return []
  if (!after && direction === 'request') {
    return [{ rule: 'rest-input-closed', at: '', message: 'no longer accepts other properties.' }]
  }
  // The schema of additional properties documents the values of a map, which callers read.
  if (!after && !isAnything(was.additionalProperties ?? true)) {
    return [{ rule: 'rest-property-removed', at: '.*', message: 'are no longer returned.' }]
  }
  const message = after ? 'may have other properties.' : 'no longer has other properties.'
  return [{ rule: 'rest-others-compatible', at: '', message }]
}
