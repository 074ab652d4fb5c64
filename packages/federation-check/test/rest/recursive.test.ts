// Schemas that contain or consist of themselves.
import { expect, test } from 'vitest'
import { checkRest } from '../../src/rest/diff.ts'
import type { Schema } from '../../src/rest/openapi.ts'
import { ref } from './judged.ts'

function severities(base: Record<string, Schema>, head: Record<string, Schema>) {
  const [was, is] = [base, head].map((schemas) => {
    const requestBody = { content: { json: { schema: ref('X') } } }
    const paths = { '/a': { post: { requestBody, responses: {} } } }
    const document = { openapi: '3.1.0', paths, components: { schemas } }
    return { file: 'openapi.json', text: JSON.stringify(document) }
  })
  return checkRest(was, is).map(({ severity }) => severity)
}

const level = (child: Schema, value: Schema = { type: 'string' }) => ({
  type: 'object',
  properties: { child, value: { anyOf: [value, { type: 'integer' }] } },
  anyOf: [{ required: ['value'] }, { required: ['child'] }],
})

/** Another way to write the same, so that the instances decide. */
const other = (child: Schema, value?: Schema) => ({
  ...level(child, value),
  anyOf: [{ required: ['child'] }, { minProperties: 1, required: ['value'] }],
})

test.each([1, 2, 3, 4, 5, 6])('a schema that differs at level %i is not safe', (depth) => {
  const last = other(ref('X'), { type: 'string', maxLength: 3 })
  const spelled = Array.from({ length: depth }).reduce<Schema>((inner) => other(inner), last)
  const found = severities({ X: level(ref('X')) }, { X: spelled })
  expect(found.filter((one) => one !== 'safe')).not.toEqual([])
})

test('a recursive schema that is written in another way is safe', () => {
  const found = severities({ X: level(ref('X')) }, { X: other(ref('X')) })
  expect(found.filter((one) => one !== 'safe')).toEqual([])
})

test.each([
  ['by another', { X: { anyOf: [ref('X'), ref('Y')] }, Y: { allOf: [ref('X')] } }],
  ['alone', { X: { anyOf: [ref('X')] } }],
  ['in oneOf', { X: { oneOf: [ref('Y'), { type: 'integer' }] }, Y: { anyOf: [ref('X')] } }],
])('a schema that consists of itself %s does not become a string unseen', (_, base) => {
  expect(severities(base, base)).toEqual([])
  const found = severities(base, { ...base, X: { type: 'string' } })
  expect(found.filter((one) => one !== 'safe')).not.toEqual([])
})

test('a form beside a schema that consists of itself is compared', () => {
  const loop = (maxLength: number) => ({
    X: { anyOf: [ref('X'), ref('Y'), { type: 'string', maxLength }] },
    Y: { allOf: [ref('X')] },
  })
  expect(severities(loop(9), loop(8))).toContain('breaking')
})

test('forms in forms end, however many values they have together', () => {
  const nested = (levels: number, name: string, maxLength: number): Schema => {
    const leaf = { required: [name], properties: { [name]: { type: 'string', maxLength } } }
    if (levels === 0) return { type: 'object', ...leaf }
    return { oneOf: [0, 1].map((form) => nested(levels - 1, `${name}${form}`, maxLength)) }
  }
  const found = severities({ X: nested(6, 'a', 9) }, { X: nested(6, 'a', 8) })
  expect(found).toContain('breaking')
})
