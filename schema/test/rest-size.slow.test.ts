// The REST contract at sizes that no corpus has: the work must grow with the document alone.
import { expect, test } from 'vitest'
import { checkRest } from '../check/src/rest/diff.ts'

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

/** Findings, and milliseconds of a processor. */
function measure(base: string, head: string) {
  const before = process.cpuUsage()
  const findings = checkRest({ file: 'base', text: base }, { file: 'head', text: head })
  const { user, system } = process.cpuUsage(before)
  return { findings, milliseconds: (user + system) / 1000 }
}

test('schemas that all refer to each other are compared once each', () => {
  const everyOther = () => Array.from({ length: 40 }, (_, index) => index)
  const base = contract(40, 1, everyOther)
  // Along all ways from one to another, the comparison would never end.
  const { findings } = measure(base, base.replace(':100', ':50'))
  expect(findings.map(({ id }) => id)).toContain(
    'rest-bound-narrowed:POST /api/things0 body.name:maxLength 100>50',
  )
})

test('the work grows with the document: four times the size, less than eight times the work', () => {
  const small = work(450)
  const large = work(1800)
  expect(large.size).toBeGreaterThan(1_000_000)
  expect(large.milliseconds).toBeLessThan(small.milliseconds * 8)
})

/** The least milliseconds of a processor, of one change and a change of every schema. */
function work(schemas: number) {
  const near = (index: number) => [index + 1, index * 7 + 3, index * 13 + 5]
  const base = contract(schemas, schemas, near)
  const heads = [base.replace(':100', ':50'), base.replaceAll(':100', ':50')]
  const runs = heads.map((head) => measure(base, head))
  for (const { findings } of runs) {
    expect(findings.some(({ rule }) => rule === 'rest-bound-narrowed')).toBe(true)
  }
  const least = Math.min(...runs.map(({ milliseconds }) => milliseconds))
  return { size: base.length, milliseconds: least }
}

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
  const { findings } = measure(
    document({ pattern: 'a', maxProperties: 3 }),
    document({ pattern: 'a', maxProperties: 4 }),
  )
  expect(findings.map(({ id }) => id)).toEqual([
    'rest-bound-widened:GET /api/things 200:maxProperties 3>4',
  ])
})
