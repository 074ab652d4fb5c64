// What the contract expects: the whole body of a good response, and otherwise the documented refusal.
import { expect } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '#foundation/domain/errors.ts'
import type { TestResponse } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import type { Row } from './row.ts'
import { mismatches, type Shape } from './shape.ts'
import type { Way } from './ways.ts'

const secretResponses = new Set(subgraphs.flatMap((subgraph) => subgraph.secretResponses ?? []))

export function holdsSecret(row: Row): boolean {
  return secretResponses.has(rootFieldOf(row))
}

function rootFieldOf({ graphql }: Row): string {
  return /\{\s*(\w+)/.exec(graphql)![1]!
}

/** Checks the whole body of a good response. */
export function goodShape(row: Row, way: Way): Shape {
  const { good } = row
  const { form, name = '', record = '', total, value } = good
  if (!way.isRest) {
    const root = rootFieldOf(row)
    const page: Shape = { nodes: [value, withoutAbsent(good, way)], totalCount: 'integer' }
    if (form === 'record') return { data: { [root]: { created: 'boolean', [record]: value } } }
    const object = withoutAbsent(good, way)
    const data: { [key: string]: Shape } = { [root]: form === 'list' ? page : object }
    return { data }
  }
  if (form === 'bare') return withoutAbsent(good, way)
  if (form === 'envelope') return { success: true, data: withoutAbsent(good, way) }
  if (form === 'record') return { success: true, data: value }
  const items: Shape = [value, withoutAbsent(good, way)]
  return { [name]: items, ...(total && { total: 'integer' as const }) }
}

/** The object that holds the keys that may be absent. */
export function withoutAbsent({ value, absent = [] }: Row['good'], way: Way): Shape {
  const present = Object.entries(value).filter(([key]) => !absent.includes(key))
  const nulls = way.isRest ? [] : absent.map((key): [string, Shape] => [key, 'null'])
  return Object.fromEntries([...present, ...nulls])
}

/** Checks the documented code, status, envelope and details, and that there is nothing else. */
export function expectRefused(
  { status, body }: TestResponse,
  way: Way,
  code: ErrorCode,
  details: Record<string, unknown>,
): void {
  const reported = JSON.stringify(body)
  const error = way.isRest ? body.error : body.errors?.[0]
  const refusal = way.isRest ? error : error?.extensions
  expect(refusal?.code, reported).toBe(code)
  expect(error.message, reported).toEqual(expect.any(String))
  expect(Object.keys(refusal.details).sort(), reported).toEqual(Object.keys(details).sort())
  for (const [key, expected] of Object.entries(details)) {
    if (typeof expected === 'function') expect(expected(refusal.details[key]), reported).toBe(true)
    else expect(refusal.details[key], reported).toEqual(expected)
  }
  if (way.isRest) {
    expect(status).toBe(ERROR_CODES[code].status)
    expect(mismatches(ERROR_ENVELOPE, body), reported).toEqual([])
  } else if (details.reason === 'step_up') expect(status).toBe(200)
  else if (code === 'INVALID_TOKEN') expect(status).toBe(401)
  else expect([200, 400], reported).toContain(status)
}

const ERROR_ENVELOPE: Shape = {
  success: 'boolean',
  error: { code: 'string', message: 'string', details: 'object' },
}
