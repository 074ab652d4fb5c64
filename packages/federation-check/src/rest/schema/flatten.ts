// Flattens a schema: without `$ref` and `allOf`, and with one way to allow null.
import type { Flat, OpenApi, Schema, SchemaObject } from '../openapi.ts'
import { pointedAt } from '../references.ts'
import { ANY, asObject, expand, isSchema, lastOf, merge, OF_USE } from './all-of.ts'
import { canonical, typesOf, valuesOfForms } from './canonical.ts'

export type Flatten = (schema: Schema) => Flat

/** Reads the schemas of one document, each once. */
export function flattener(document: OpenApi): Flatten {
  const known = new Map<Schema, Flat>()
  const flatten: Flatten = (schema) => {
    const found = known.get(schema)
    if (found) return found
    // Placeholder for a schema that consists of itself.
    known.set(schema, NOTHING_SAID)
    const flat = read(document, schema, flatten)
    known.set(schema, flat)
    return flat
  }
  return flatten
}

const NOTHING_SAID: Flat = { type: [], nullable: true, alternatives: new Map(), key: ANY }

function read(document: OpenApi, schema: Schema, flatten: Flatten): Flat {
  const given = asObject(schema)
  const target = given.$ref === undefined ? undefined : pointedAt(document, given.$ref)
  if (isSchema(target) && isUseAlone(given)) {
    const { $ref, ...use } = given
    const flat = flatten(target)
    return { ...flat, title: flat.title ?? lastOf($ref!), ...use } as Flat
  }
  const whole = expand(document, given)
  const { anyOf, oneOf, ...rest } = oneSaid(withNumbers(whole))
  const listed = oneOf ?? formsIn(document, anyOf)
  const forms = listed.filter((one) => !isNull(expand(document, asObject(one))))
  const orNull = forms.length < listed.length
  const values = valuesIn(document, rest, forms, oneOf !== undefined)
  if (values) return plain(document, given, canonical({ ...rest, enum: values }), orNull)
  const own = withoutTypeOfForms(document, canonical(rest), forms)
  if (forms.length === 1) return onlyForm(own, flatten(forms[0]!), orNull, given)
  const flat = plain(document, given, own, orNull, forms)
  if (forms.length === 0) return flat
  const nulls = [orNull, ...forms.map((form) => flatten(form).nullable)].filter(Boolean).length
  const nullable = (allowsNull(own) ?? true) && (oneOf ? nulls === 1 : nulls > 0)
  return { ...flat, nullable, exclusive: oneOf !== undefined }
}

/** The flat schema of a value with several forms, or with none. */
function plain(
  document: OpenApi,
  key: SchemaObject,
  own: SchemaObject,
  orNull: boolean,
  forms: readonly Schema[] = [],
): Flat {
  const types = typesOf(own)
  const type = types.filter((name, _, all) => name !== 'null' || all.length === 1)
  const nullable = orNull || (allowsNull(own) ?? forms.length === 0)
  return { ...own, type, nullable, alternatives: byName(document, forms), key }
}

const isNull = ({ type, const: only }: SchemaObject) => type === 'null' || only === null

/** The forms of `anyOf`, with nested lists unfolded, and each form once. */
function formsIn(document: OpenApi, anyOf: Schema[] = []): Schema[] {
  const met = new Set<Schema[]>()
  const listed = (forms: Schema[]): Schema[] => {
    // A list inside itself adds nothing, and one in two places would be read for each way to it.
    if (met.has(forms)) return []
    met.add(forms)
    return forms.flatMap((form) => {
      const { anyOf: nested, ...others } = expand(document, asObject(form))
      return nested && isUseAlone(others) ? listed(nested) : [form]
    })
  }
  const inner = new Map(listed(anyOf).map((form) => [JSON.stringify(form), form]))
  // A schema that only refers to itself constrains nothing.
  return inner.size > 0 ? [...inner.values()] : anyOf
}

/** The values of a schema whose forms only list values. */
function valuesIn(
  document: OpenApi,
  own: SchemaObject,
  forms: readonly Schema[],
  isExclusive: boolean,
): unknown[] | undefined {
  if (own.enum !== undefined || own.const !== undefined) return undefined
  const expanded = forms.map((form) => expand(document, asObject(form)))
  return valuesOfForms(expanded, isExclusive)
}

/** Removes types that every form repeats, because they constrain nothing. */
function withoutTypeOfForms(
  document: OpenApi,
  own: SchemaObject,
  forms: readonly Schema[],
): SchemaObject {
  const { type: _, ...rest } = own
  const types = typesOf(own)
  if (types.length === 0 || forms.length < 2) return own
  const repeat = (form: Schema) => {
    const inner = typesOf(canonical(expand(document, asObject(form))))
    return inner.length > 0 && inner.every((name) => types.includes(name))
  }
  return forms.every(repeat) ? { ...rest, nullable: types.includes('null') } : own
}

type Used = 'default' | 'readOnly' | 'writeOnly' | 'deprecated'

/** The flat schema of a value with one form, possibly nullable. */
function onlyForm(own: SchemaObject, only: Flat, orNull: boolean, given: SchemaObject): Flat {
  const { type: _, ...rest } = own
  const merged = merge(only.type.length > 0 ? rest : own, only)
  const nullable = only.nullable || orNull
  const key = isUseAlone(own) ? only.key : given
  return { ...merged, ...usedHere(own), nullable, key } as Flat
}

function usedHere({
  default: value,
  readOnly,
  writeOnly,
  deprecated,
}: SchemaObject): Partial<Record<Used, unknown>> {
  const use = Object.entries({ default: value, readOnly, writeOnly, deprecated })
  return Object.fromEntries(use.filter(([, stated]) => stated !== undefined))
}

const isUseAlone = (schema: SchemaObject) =>
  Object.entries(schema).every(([keyword, stated]) => stated === undefined || OF_USE.has(keyword))

/** Reads `oneOf` before `anyOf`. If a schema has both, the other one becomes a separate part. */
function oneSaid(schema: SchemaObject): SchemaObject {
  const { anyOf, ...rest } = schema
  if (!anyOf || !rest.oneOf) return schema
  return { ...rest, also: [...(rest.also ?? []), { anyOf }] }
}

/** Converts `exclusiveMinimum: true` beside `minimum`, as in OpenAPI 3.0, to a number. */
export function withNumbers(schema: SchemaObject): SchemaObject {
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema
  if (typeof above !== 'boolean' && typeof below !== 'boolean') return schema
  const { minimum, maximum, ...others } = rest
  return {
    ...others,
    ...(above === true ? { exclusiveMinimum: minimum } : { minimum }),
    ...(below === true ? { exclusiveMaximum: maximum } : { maximum }),
  }
}

/** True or false for whether null is allowed; undefined when the schema names no types. */
function allowsNull({ const: only, enum: values, nullable, type }: SchemaObject) {
  if (nullable !== undefined) return nullable
  const listed = only === undefined ? values : [only]
  if (listed?.includes(null)) return true
  if (type !== undefined) return [type].flat().includes('null')
  return listed ? false : undefined
}

/** The alternatives by name. Several of one name are numbered. */
function byName(document: OpenApi, forms: readonly Schema[]): Map<string, Schema> {
  const groups = Map.groupBy(forms, (form) => nameOf(expand(document, asObject(form))))
  const named = [...groups].flatMap(([name, same]) =>
    same.map((form, index) => [index === 0 ? name : `${name} ${index + 1}`, form] as const),
  )
  return new Map(named)
}

export function nameOf({ title, type = [] }: SchemaObject): string {
  return title ?? ([type].flat().toSorted().join('|') || 'any')
}
