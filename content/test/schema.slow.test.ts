// The JSON Schema of content: as editors use it on the packs, and beside the rules of the domains.
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, parseDocument, visit, type Scalar } from 'yaml'
import type { AnyContentKind, ContentItem } from '#foundation/content/kind.ts'
import { exactly, type JsonSchema } from '#foundation/http/openapi.ts'

import { subgraphs } from '../../subgraphs/index.ts'
import { schemaIssues } from '../rules.ts'

const CONTENT = fileURLToPath(new URL('..', import.meta.url))
const SCHEMA = join(CONTENT, 'schema.json')
const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as JsonSchema

const services = subgraphs.filter(({ content }) => content !== undefined)
/** A pack has a file for each service, by its name. */
const packs = (await readdir(CONTENT, { recursive: true }))
  .filter((name) => services.some((service) => basename(name) === `${service.name}.yaml`))
  .map((name) => ({ name, text: readFileSync(join(CONTENT, name), 'utf8') }))

function createAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true })
  ;(formats as unknown as typeof formats.default)(ajv)
  return ajv
}
const fits = createAjv().compile(schema)

describe.each(packs)('$name', ({ name, text }) => {
  test('the pack names the schema by a relative path', () => {
    const [, reference = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
    expect(resolve(dirname(join(CONTENT, name)), reference)).toBe(SCHEMA)
  })

  test('the pack fits the schema', () => {
    fits(parse(text))
    expect(fits.errors).toBeNull()
  })

  test('the pack with a typo in any of its keys does not fit the schema', () => {
    const places: number[] = []
    visit(parseDocument(text), { Pair: (_key, { key }) => void places.push(endOf(key)) })
    expect(places.length).toBeGreaterThan(5)
    for (const end of places) {
      const typo = `${text.slice(0, end)}x${text.slice(end)}`
      expect(fits(parse(typo)), text.slice(end - 10, end + 10)).toBe(false)
    }
  })
})

/** Where a key ends in its text. */
function endOf(key: unknown): number {
  return (key as Scalar).range![1]
}

test('every field is described', () => {
  const undescribed = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const { properties, items } = value as {
      properties?: Record<string, JsonSchema>
      items?: unknown
    }
    const fields = Object.entries(properties ?? {})
    return [
      ...fields.filter(([, { description }]) => !description).map(([name]) => `${path}.${name}`),
      ...fields.flatMap(([name, inner]) => undescribed(inner, `${path}.${name}`)),
      ...undescribed(items, path),
    ]
  }
  expect(undescribed(schema, '')).toEqual([])
})

interface Field {
  type?: string
  enum?: readonly unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

/** Values of the right type around the bounds that the schema has, on both of their sides. */
function around({ type, enum: words, pattern, ...bounds }: Field): fc.Arbitrary<unknown> {
  if (words) return fc.constantFrom(...words)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') {
    const { minimum = -1_000_000, maximum = 1_000_000 } = bounds
    const edges = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1]
    return fc.oneof(fc.constantFrom(...edges), fc.integer({ min: minimum, max: maximum }))
  }
  if (type !== 'string') throw new Error(`No values for ${JSON.stringify(type)}.`)
  const { minLength = 0, maxLength = 50 } = bounds
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter(
    (length) => length >= 0,
  )
  const texts = fc
    .tuple(fc.constantFrom(...lengths), fc.constantFrom('x', '🜂'))
    .map(([length, unit]) => unit.repeat(length))
  if (pattern === undefined) return texts
  const matching = fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 80 })
  return fc.oneof(
    matching,
    fc.string({ maxLength: 80 }),
    matching.map((text) => `${text}é`),
  )
}

const isSimple = ({ type, enum: words }: Field) =>
  words !== undefined || ['string', 'integer', 'number', 'boolean'].includes(type ?? '')

/** Mutations have ids there, which are looked up: only files have keys, and only the schema bounds them. */
const REFERENCES = new Set(['roles.organization'])

const kinds = services.flatMap(({ content = [] }) => content as AnyContentKind[])

describe.each(kinds)('of $list, the bounds of the schema and those of the rules', (kind) => {
  const fields = Object.entries(kind.properties).filter(
    ([name, field]) => isSimple(field as Field) && !REFERENCES.has(`${kind.list}.${name}`),
  )
  test.each(fields)('schema and rules agree on %s', (name, field) => {
    const fitsField = createAjv().compile(exactly({ [name]: field }))
    const [pack] = packs.filter(({ text }) => itemsIn(parse(text), kind.list).length > 0)
    const [good] = itemsIn(parse(pack!.text), kind.list)
    fc.assert(
      fc.property(around(field as Field), (value) => {
        const item = { ...good!, [name]: value }
        const isRight = kind.issues(item).every((issue) => issue.field !== name)
        expect({ value, right: isRight }).toEqual({ value, right: fitsField({ [name]: value }) })
      }),
      { numRuns: 200 },
    )
  })
})

const counted = kinds.filter(({ count }) => count !== undefined)

describe.each(counted)('of $within, how many $list they hold', ({ list, within, count }) => {
  const service = services.find(({ content = [] }) => content.some((one) => one.list === list))!
  const parent = kinds.find((kind) => kind.list === within)!
  const [pack] = packs.filter(({ text }) => itemsIn(parse(text), list).length > 0)
  const [good] = itemsIn(parse(pack!.text), within!)
  const [item] = itemsIn(good, list)
  const { min, max } = count!

  test.each([undefined, 0, min, max, max + 1])(
    'schema and rules agree on the count: %s',
    (length) => {
      const items =
        length === undefined
          ? undefined
          : Array.from({ length }, (_, index) => ({
              ...item,
              key: `key-${index}`,
            }))
      const { [list]: _items, ...rest } = good as unknown as Record<string, unknown>
      const holder = { ...rest, ...(items && { [list]: items }) } as unknown as ContentItem
      const isRight = length !== undefined && length >= min && length <= max
      expect(fits({ [within!]: [holder] })).toBe(isRight)
      expect(parent.issues(holder).every(({ field }) => field !== list)).toBe(isRight)
      const reason = items ? `must hold ${min} to ${max} ${list}` : 'is missing'
      expect(schemaIssues(service, { [within!]: [holder] })).toEqual(
        isRight ? [] : [{ path: [within, 0, list], reason, source: items ? 'bounds' : 'form' }],
      )
    },
  )
})

/** The items of a list, wherever in a file it stands. */
function itemsIn(value: unknown, list: string): ContentItem[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === list && Array.isArray(inner) ? (inner as ContentItem[]) : itemsIn(inner, list),
  )
}
