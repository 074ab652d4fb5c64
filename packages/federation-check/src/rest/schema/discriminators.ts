// Compares the discriminators of forms: https://spec.openapis.org/oas/v3.1.0#discriminator-object.
import { lastOf } from './all-of.ts'
import type { Change, Direction } from './change.ts'
import type { Flat, OpenApi } from '../openapi.ts'
import { pointedAt } from '../references.ts'

/** The schema that a discriminator's value selects: its path, and the name of the form. */
interface Target {
  path: string
  form: string | undefined
}

/** The selected schemas, by the values of a discriminator. */
type Targets = ReadonlyMap<string, Target>

export class DiscriminatorComparison {
  readonly #base: OpenApi
  readonly #head: OpenApi

  constructor(base: OpenApi, head: OpenApi) {
    this.#base = base
    this.#head = head
  }

  /** Compares the discriminator property and its values. */
  compare(direction: Direction, was: Flat, is: Flat): Change[] {
    const [before, after] = [was.discriminator, is.discriminator]
    if (before?.propertyName !== after?.propertyName) {
      const rule = before ? 'rest-discriminator-changed' : 'rest-values-compatible'
      const [old, now] = [before?.propertyName ?? 'none', after?.propertyName ?? 'none']
      const message = `has another discriminator: ${old} becomes ${now}.`
      return [{ rule, at: '', message, detail: `discriminator ${old}>${now}` }]
    }
    const [known, now] = [mappingOf(was, is), mappingOf(is, was)]
    return [
      ...[...known].flatMap(([value, target]) => this.#gone(direction, value, target, now)),
      ...[...now].flatMap(([value, target]) => this.#added(direction, value, target, known)),
    ]
  }

  #gone(direction: Direction, value: string, target: Target, now: Targets): Change[] {
    const other = now.get(value)
    if (this.#isSame(target, other)) return []
    if (other === undefined && isOwnName(this.#head, value, target)) return []
    const isLost = direction === 'request' || other !== undefined
    const rule = isLost ? 'rest-discriminator-changed' : 'rest-values-compatible'
    return [mapped(rule, `-${value}=${target.path}`)]
  }

  #added(direction: Direction, value: string, target: Target, known: Targets): Change[] {
    const other = known.get(value)
    if (this.#isSame(other, target)) return []
    if (other === undefined && isOwnName(this.#base, value, target)) return []
    const rule = direction === 'request' ? 'rest-values-compatible' : 'rest-value-added'
    return [mapped(rule, `+${value}=${target.path}`)]
  }

  #isSame(target: Target | undefined, other: Target | undefined): boolean {
    if (!target || !other) return false
    if (target.path === other.path) return true
    if (target.form ?? other.form) return target.form === other.form
    // A schema that extends the target may have another name.
    const text = textOf(this.#base, target.path)
    return text !== undefined && text === textOf(this.#head, other.path)
  }
}

function textOf(document: OpenApi, path: string): string | undefined {
  const text: string | undefined = JSON.stringify(pointedAt(document, path))
  return text?.replaceAll(JSON.stringify(path), '"#"')
}

/** True for a schema that extends the target and is selected by its own name. */
function isOwnName(document: OpenApi, value: string, { path, form }: Target): boolean {
  const isName = form === undefined && value === lastOf(path)
  return isName && pointedAt(document, path) !== undefined
}

function mapped(rule: Change['rule'], detail: string): Change {
  return { rule, at: '', message: `has another discriminator: ${detail}.`, detail }
}

/** The names of the forms that are references, by their paths. */
function formsOf({ alternatives }: Flat): Map<string, string> {
  const refs = [...alternatives].map(([name, form]): [string | undefined, string] => {
    return [typeof form === 'object' ? form.$ref : undefined, name]
  })
  return new Map(refs.filter((entry): entry is [string, string] => entry[0] !== undefined))
}

const SCHEMAS = '#/components/schemas/'

/** The explicit mapping; a target may be the name of a schema or a path. */
function statedBy(schema: Flat): Targets {
  const forms = formsOf(schema)
  const stated = Object.entries(schema.discriminator?.mapping ?? {}).map(([value, target]) => {
    const path = /^[\w.-]+$/.test(target) ? `${SCHEMAS}${target}` : target
    return [value, { path, form: forms.get(path) }] as const
  })
  return new Map(stated)
}

/**
 * The mapping with defaults: a form that stays is selected by the name of its schema, unless another value is stated.
 */
function mappingOf(schema: Flat, other: Flat): Targets {
  if (!schema.discriminator) return new Map()
  const stated = statedBy(schema)
  const paths = new Set([...stated.values()].map(({ path }) => path))
  const implicit = [...formsOf(schema)].filter(
    ([path, form]) => !paths.has(path) && other.alternatives.has(form),
  )
  const named = implicit.map(([path, form]) => [lastOf(path), { path, form }] as const)
  return new Map([...named, ...stated])
}

/** Gives forms that the same value selects one name, whatever the names of their schemas. */
export function withMappedNames(before: Flat, after: Flat): Flat {
  const now = statedBy(after)
  const names = new Map<string, string>()
  for (const [value, { form: was }] of statedBy(before)) {
    const is = now.get(value)?.form
    if (was === undefined || is === undefined || names.has(is)) continue
    if (after.alternatives.has(was) || before.alternatives.has(is)) continue
    if (![...names.values()].includes(was)) names.set(is, was)
  }
  if (names.size === 0) return after
  const renamed = [...after.alternatives].map(
    ([name, form]) => [names.get(name) ?? name, form] as const,
  )
  return { ...after, alternatives: new Map(renamed) }
}
