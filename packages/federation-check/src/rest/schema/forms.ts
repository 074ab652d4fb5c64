// Compares the alternative forms of a value.
import { memoized } from '../../memo.ts'
import type { Flat, Schema, SchemaObject } from '../openapi.ts'
import { asObject, OF_USE } from './all-of.ts'
import { ratedBound, type Change, type Direction } from './change.ts'
import { nameOf, type Flatten } from './flatten.ts'

/** Reports forms that are added or removed, by name. */
export function compareAlternatives(direction: Direction, was: Flat, is: Flat): Change[] {
  const [before, after] = [was.alternatives, is.alternatives]
  if (before.size === 0 || after.size === 0) return compareWhole(direction, was, is)
  const [gone, added] = [namesBeside(before, after), namesBeside(after, before)]
  const isRead = direction === 'response' && added.length === 0
  return [
    ...gone.map((name): Change => {
      const rule = isRead ? 'rest-alternatives-compatible' : 'rest-alternative-removed'
      return { rule, at: '', message: `is no longer ${name}.`, detail: name }
    }),
    ...added.map((name): Change => {
      const rule = direction === 'request' ? 'rest-alternative-taken' : 'rest-alternative-added'
      return { rule, at: '', message: `may be ${name}, too.`, detail: name }
    }),
  ]
}

/** Compares forms beside other keywords, where they only restrict what those allow. */
function compareWhole(direction: Direction, was: Flat, is: Flat): Change[] {
  if (was.alternatives.size === is.alternatives.size) return []
  const isNarrower = is.alternatives.size > 0
  const keyword = (isNarrower ? is : was).exclusive ? 'oneOf' : 'anyOf'
  const detail = `${isNarrower ? '+' : '-'}${keyword}`
  const rule = ratedBound(direction, isNarrower)
  return [{ rule, at: '', message: `has another bound: ${detail}.`, detail }]
}

function namesBeside(one: ReadonlyMap<string, Schema>, other: ReadonlyMap<string, Schema>) {
  return [...one.keys()].filter((name) => !other.has(name))
}

const OF_FORMS: ReadonlySet<string> = new Set(
  'alternatives exclusive key nullable discriminator'.split(' '),
)

/** True for a schema that only lists the forms of a value. */
export function isListOfForms(schema: Flat): boolean {
  const isOther = (name: string) =>
    !OF_FORMS.has(name) && !OF_USE.has(name) && !name.startsWith('x-') && name !== 'type'
  return schema.type.length === 0 && !Object.keys(schema).some(isOther)
}

/** The value as alternatives, one for each of its types, with the names of another schema's alternatives. */
export function asAlternatives(value: Flat, other: Flat): Flat {
  const { key, alternatives: _, type, nullable, ...said } = value
  // A title is copied only when there is one form, because it names a single form.
  const isOfUse = (name: string) => OF_USE.has(name) && (name !== 'title' || type.length > 1)
  const [use, rest] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(said).filter(([name]) => isOfUse(name) === is)),
  )
  const lists = type.length > 1 ? type.map((name) => [name]) : [type]
  const forms = lists.map((one): SchemaObject => ({ ...rest, type: one, nullable: false }))
  const alternatives = new Map(forms.map((form) => [nameOf(form), form]))
  return withNamesOf(other, { ...use, type: [], nullable, alternatives, key })
}

/** A value whose forms only differ in their type, as one schema with these types; any other value unchanged. */
export function asTypes(flatten: Flatten, value: Flat): Flat {
  const forms = [...value.alternatives.values()].map(flatten)
  const types = forms.flatMap(({ type }) =>
    type.map((name) => (name === 'integer' ? 'number' : name)),
  )
  const areApart = new Set(types).size === types.length
  if (value.type.length > 0 || !areApart || !forms.every(isTypeAlone)) return value
  const { exclusive: _, ...rest } = value
  return { ...rest, type: forms.flatMap(({ type }) => type), alternatives: new Map() }
}

const isTypeAlone = (form: Flat) =>
  form.type.length > 0 &&
  !form.nullable &&
  form.alternatives.size === 0 &&
  Object.keys(form).every((name) => NAMES.has(name))

const NAMES: ReadonlySet<string> = new Set(
  'type nullable alternatives key title description $comment'.split(' '),
)

/** The maximum number of forms that are matched with each other. More keep their order. */
const MAX_ALIKE = 200

/** Renumbers forms of the same name: equal ones get the same number, then those that are most alike. */
export function withNamesOf(before: Flat, after: Flat): Flat {
  if (![before, after].some(hasNumbered)) return after
  if (Math.max(before.alternatives.size, after.alternatives.size) > MAX_ALIKE) return after
  const free = new Map(
    [...after.alternatives, ...before.alternatives].map(([name]) => [
      name,
      before.alternatives.get(name),
    ]),
  )
  const ranked = [...after.alternatives].map(([name, form]) => {
    return {
      name,
      form,
      rank: Math.max(...likeOf(free, name).map(([, one]) => likeness(form, one))),
    }
  })
  const entries = ranked
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ name, form }) => [takeNearest(free, name, form), form] as const)
  return { ...after, alternatives: new Map(entries) }
}

/** The unused forms of a name, with any number. */
function likeOf(free: ReadonlyMap<string, Schema | undefined>, name: string) {
  return [...free].filter(([one]) => plain(one) === plain(name))
}

function takeNearest(free: Map<string, Schema | undefined>, name: string, form: Schema): string {
  const all = likeOf(free, name).map(([one, other]) => ({ one, rank: likeness(form, other) }))
  const [nearest] = all.toSorted((some, more) => more.rank - some.rank)
  free.delete(nearest!.one)
  return nearest!.one
}

/** How much two forms have in common: everything, some properties, or only the position. */
function likeness(one: Schema, other: Schema | undefined): number {
  if (other === undefined) return -1
  if (textOf(one) === textOf(other)) return Infinity
  const [names, others] = [one, other].map((form) => Object.keys(asObject(form).properties ?? {}))
  return names!.filter((name) => others!.includes(name)).length
}

const textOf = (form: Schema) => textOfObject(asObject(form))
const textOfObject = memoized((form: SchemaObject) => JSON.stringify(form))

const hasNumbered = ({ alternatives }: Flat) =>
  [...alternatives.keys()].some((name) => plain(name) !== name)

const plain = (name: string) => name.replace(/ \d+$/, '')
