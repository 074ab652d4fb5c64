// Documents of REST and of events at sizes that no corpus has: the work must grow with the document alone.
import { expect, test } from 'vitest'
import { callsDuring } from '../../../../test/support/executed-calls.ts'
import { checkEvents } from '../../src/events/diff.ts'
import { checkRest } from '../../src/rest/diff.ts'

/** A document in which each schema refers to those with these numbers. */
function contract(schemas: number, operations: number, refers: (index: number) => number[]) {
  const ref = (index: number) => ({ $ref: `#/components/schemas/S${index % schemas}` })
  const all = Array.from({ length: schemas }, (_, index) => {
    const properties = Object.fromEntries(refers(index).map((other) => [`to${other}`, ref(other)]))
    const name = { type: 'string', maxLength: 100, description: 'What it is called.' }
    return [`S${index}`, { type: 'object', properties: { name, ...properties } }] as const
  })
  const json = (index: number) => ({ content: { 'application/json': { schema: ref(index) } } })
  const paths = Array.from({ length: operations }, (_, index) => [
    `/api/things${index}`,
    {
      get: { responses: { 200: json(index) } },
      post: { requestBody: json(index), responses: { 201: json(index) } },
    },
  ])
  const components = { schemas: Object.fromEntries(all) }
  return JSON.stringify({ openapi: '3.1.1', paths: Object.fromEntries(paths), components })
}

function check(base: string, head: string) {
  return checkRest({ file: 'base', text: base }, { file: 'head', text: head })
}

test('schemas that all refer to each other are compared once each', () => {
  const everyOther = () => Array.from({ length: 40 }, (_, index) => index)
  const base = contract(40, 1, everyOther)
  // Along all ways from one to another, the comparison would never end.
  const findings = check(base, base.replace(':100', ':50'))
  expect(findings.map(({ id }) => id)).toContain(
    'rest-bound-narrowed:POST /api/things0 body.name:maxLength 100>50',
  )
})

test.each<[string, (base: string) => string]>([
  ['one change', (base) => base.replace(':100', ':50')],
  ['a change of every schema', (base) => base.replaceAll(':100', ':50')],
])(
  'for %s the work grows with the document: four times the size, less than eight times the work',
  async (_what, change) => {
    const callsFor = (schemas: number) => {
      const near = (index: number) => [index + 1, index * 7 + 3, index * 13 + 5]
      const base = contract(schemas, schemas, near)
      return callsDuring(() => {
        const rules = check(base, change(base)).map(({ rule }) => rule)
        expect(rules).toContain('rest-bound-narrowed')
      })
    }
    expect(await callsFor(800)).toBeLessThan(8 * (await callsFor(200)))
  },
)

test('ten times as many messages of events are compared with less than twelve times the work', async () => {
  const documentOf = (count: number, type: string) => {
    const messages = Array.from({ length: count }, (_, at) => [
      `m${at}`,
      { payload: { properties: { id: { type } } } },
    ])
    const channels = { a: { messages: Object.fromEntries(messages) } }
    const text = JSON.stringify({ asyncapi: '3.0.0', channels })
    return { file: 'asyncapi.json', text }
  }
  const callsFor = (count: number) =>
    callsDuring(() => {
      const sides = ['string', 'integer'].map((type) => [documentOf(count, type)])
      expect(checkEvents(sides[0]!, sides[1]!)).toHaveLength(count)
    })
  expect(await callsFor(2_500)).toBeLessThan(12 * (await callsFor(250)))
})

test('schemas that are each made of two others by two ways are read once each', () => {
  const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` })
  const half = (index: number) => ({ allOf: [ref(index + 1), { type: 'object' }] })
  const schemas = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`S${index}`, { allOf: [half(index), half(index)] }]),
  )
  const document = (last: object) =>
    JSON.stringify({
      openapi: '3.1.1',
      paths: {
        '/api/things': { get: { responses: { 200: { content: { json: { schema: ref(0) } } } } } },
      },
      components: { schemas: { ...schemas, S30: last } },
    })
  // Once for each of 4^30 ways, the reading would never end.
  const findings = check(
    document({ pattern: 'a', maxProperties: 3 }),
    document({ pattern: 'a', maxProperties: 4 }),
  )
  expect(findings.map(({ id }) => id)).toEqual([
    'rest-bound-widened:GET /api/things 200:maxProperties 3>4',
  ])
})
