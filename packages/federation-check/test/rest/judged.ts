// What the check finds when one schema of a request or a response becomes another.
import { checkRest } from '../../src/rest/diff.ts'
import type { Direction } from '../../src/rest/schema/change.ts'
import type { Schema } from '../../src/rest/openapi.ts'

/** Schemas that the compared ones may refer to, on both sides. */
export const SHARED = {
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
  },
  Dog: {
    type: 'object',
    required: ['kind', 'trick'],
    properties: { kind: { const: 'dog' }, trick: { type: 'string' } },
  },
  Tree: {
    type: 'object',
    properties: { name: { type: 'string' }, children: { items: ref('Tree') } },
  },
}

export function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

/** Both keywords of a condition. An object literal with `then` would look like a promise. */
export function conditional(condition: Schema, consequence: Schema) {
  const keywords = 'if then'.split(' ')
  const schemas = [condition, consequence]
  return Object.fromEntries(keywords.map((keyword, index) => [keyword, schemas[index]]))
}

/** The findings, as `severity rule`, or with their messages. */
export function findingsOf(
  direction: Direction,
  was: Schema,
  is: Schema,
  openapi = '3.1.0',
  later = openapi,
) {
  return checkRest(documentOf(direction, was, openapi), documentOf(direction, is, later))
}

export function rulesOf(...compared: Parameters<typeof findingsOf>) {
  return findingsOf(...compared).map(({ severity, rule }) => `${severity} ${rule}`)
}

function documentOf(direction: Direction, schema: Schema, openapi: string) {
  const body = { content: { 'application/json': { schema } } }
  const operation =
    direction === 'request'
      ? { requestBody: body, responses: { 204: {} } }
      : { responses: { 200: body } }
  const paths = { '/pets': { post: operation } }
  return {
    file: 'openapi.json',
    text: JSON.stringify({ openapi, paths, components: { schemas: SHARED } }),
  }
}
