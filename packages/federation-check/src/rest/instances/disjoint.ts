// Detects forms of which no value matches two, so that `oneOf` and `anyOf` are the same.
import type { Flatten } from '../schema/flatten.ts'
import type { Flat, Schema } from '../openapi.ts'

/** The maximum number of forms that are compared with each other. */
const MAX_FORMS = 50

/** True when the types of the forms exclude each other, or a property that all of them require. */
export function areDisjoint(flatten: Flatten, { alternatives, discriminator }: Flat): boolean {
  const forms = [...alternatives.values()].map(flatten)
  const chosenBy = discriminator?.propertyName
  const isRef = (form: Schema) => typeof form === 'object' && form.$ref !== undefined
  const areChosen = [...alternatives.values()].every(isRef)
  if (areChosen && forms.every(({ required = [] }) => required.includes(chosenBy ?? '')))
    return true
  if (forms.length > MAX_FORMS) return false
  return forms.every((one, index) =>
    forms.slice(index + 1).every((other) => excludes(flatten, one, other)),
  )
}

function excludes(flatten: Flatten, one: Flat, other: Flat): boolean {
  if (one.nullable && other.nullable) return false
  return haveOtherTypes(one, other) || haveOtherValues(flatten, one, other)
}

function haveOtherTypes(one: Flat, other: Flat): boolean {
  const [some, others] = [one, other].map(({ type }) =>
    type.map((name) => (name === 'integer' ? 'number' : name)),
  )
  if (some!.length === 0 || others!.length === 0) return false
  return some!.every((name) => !others!.includes(name))
}

function haveOtherValues(flatten: Flatten, one: Flat, other: Flat): boolean {
  const areObjects = [one, other].every(({ type }) => type.join() === 'object')
  if (!areObjects) return areApart(one.enum, other.enum)
  const shared = (one.required ?? []).filter((name) => other.required?.includes(name))
  return shared.some((name) => {
    const [own, others] = [one, other].map(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? flatten(properties[name]!) : undefined,
    )
    return !(own?.nullable && others?.nullable) && areApart(own?.enum, others?.enum)
  })
}

function areApart(some: unknown[] | undefined, others: unknown[] | undefined): boolean {
  if (!some || !others) return false
  const known = new Set(others.map((value) => JSON.stringify(value)))
  return some.every((value) => !known.has(JSON.stringify(value)))
}
