// The tests of every row of the contract, in the ways that a tier uses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Execution } from '#foundation/graphql/operation.ts'
import type { TestDatabase } from '#test/database.ts'
import { startTestSystem, type TestResponse, type TestSystem, type Topology } from '#test/system.ts'
import { expectRefused, goodShape, holdsSecret, withoutAbsent } from './expectations.ts'
import type { Given, Row } from './row.ts'
import { rows } from './rows.ts'
import { mismatches, type Shape } from './shape.ts'
import { restAtRouter, type Sent, type Way } from './ways.ts'

export interface Asked {
  topology: Topology
  execution: Execution
  ways: Way[]
  database?: () => Promise<TestDatabase>
  /** Declares tests that run after the rows, in the same system. */
  after?: () => void
}

/** Declares the tests of every row, in each of these ways. */
export function describeContract({ ways, after, ...options }: Asked): void {
  describe(`${options.topology}, ${options.execution}`, () => {
    let system: TestSystem
    beforeAll(async () => {
      system = await startTestSystem(options)
    })
    afterAll(() => system.stop())

    for (const way of ways) {
      describe(way.name, () => {
        for (const row of rows.filter((row) => isServed(row, way))) {
          describe(`${row.method} ${row.path}`, () => describeRow(row, way, () => system))
        }
      })
    }
    after?.()
  })
}

function isServed({ graphqlOnly, ofEachService }: Row, { isRest, name }: Way): boolean {
  return !(isRest && graphqlOnly) && !(ofEachService && name === restAtRouter.name)
}

function describeRow(row: Row, way: Way, system: () => TestSystem): void {
  const story = sharedStory(row, system)
  const ask: Ask = async ({ headers, ...change } = {}) => {
    const given = await story()
    return way.ask(system(), row, {
      ...given,
      ...change,
      headers: { ...given.headers, ...headers },
    })
  }

  test('the good request has the documented response', async () => {
    const { status, body } = await way.ask(system(), row, await row.good.given(system()))
    expect(status, JSON.stringify(body)).toBe(way.isRest ? row.good.status : 200)
    expect(mismatches(goodShape(row, way), body), JSON.stringify(body)).toEqual([])
  })

  if (row.method !== 'GET') {
    test('an idempotency key changes neither the response nor its repetition', async () => {
      const given = await row.good.given(system())
      const headers = { ...given.headers, 'idempotency-key': crypto.randomUUID() }
      const first = await way.ask(system(), row, { ...given, headers })
      expect(first.status, JSON.stringify(first.body)).toBe(way.isRest ? row.good.status : 200)
      expect(mismatches(goodShape(row, way), first.body), JSON.stringify(first.body)).toEqual([])
      const again = await way.ask(system(), row, { ...given, headers })
      if (holdsSecret(row)) {
        expectRefused(again, way, 'VALIDATION_ERROR', { reason: 'KEY_ALREADY_USED' })
        return
      }
      expect(again.status).toBe(first.status)
      expect(again.body).toEqual(first.body)
    })
  }

  if (row.good.form === 'list') describePages(row, way, ask)
  describeTokens(row, way, ask, story)
  describeSignIns(row, way, ask, story)
  if (way.isRest && row.method !== 'GET') describeBodies(row, ask)
  for (const refusal of row.refusals) {
    test(`the request is refused when ${refusal.when}`, async () => {
      const response = await way.ask(system(), row, await refusal.given(system()))
      expectRefused(response, way, refusal.code, refusal.details)
    })
  }
}

type Ask = (change?: Partial<Sent>) => Promise<TestResponse>

const stories = new WeakMap<TestSystem, Map<Row, Promise<Given>>>()

/** The row's good request, prepared once for all tests that only read or are refused. */
function sharedStory(row: Row, system: () => TestSystem): () => Promise<Given> {
  return () => {
    const ofSystem = stories.get(system()) ?? new Map<Row, Promise<Given>>()
    stories.set(system(), ofSystem)
    const given = ofSystem.get(row) ?? row.good.given(system())
    ofSystem.set(row, given)
    return given
  }
}

function describePages(row: Row, way: Way, ask: Ask): void {
  test('a page has the documented form', async () => {
    const { body, headers } = await ask({ query: '?page=1&limit=1' })
    if (!way.isRest) {
      expect(mismatches(goodShape(row, way), body), JSON.stringify(body)).toEqual([])
      return
    }
    const pagination = {
      page: 'integer',
      limit: 'integer',
      total: 'integer',
      totalPages: 'integer',
    }
    const data: Shape = [row.good.value, withoutAbsent(row.good, way)]
    const shape = { data, pagination } as Shape
    expect(mismatches(shape, body), JSON.stringify(body)).toEqual([])
    expect(body.data).toHaveLength(1)
    expect(headers.get('link')).toMatch(/page=1&limit=1>; rel="first".*rel="last"/)
  })

  if (!way.isRest) return
  test('a page past the end has the true total', async () => {
    const { body } = await ask({ query: '?page=999999&limit=100' })
    expect(body.data).toEqual([])
    expect(body.pagination.total).toBeGreaterThan(0)
  })

  test('unknown query parameters are ignored', async () => {
    const { body } = await ask({ query: '?colour=blue' })
    expect(body).toHaveProperty(row.good.name!)
  })

  test.each(['page', 'limit'])('an invalid %s is refused', async (field) => {
    const bad = [
      '0',
      '-1',
      '1.5',
      'abc',
      '',
      '1&' + field + '=2',
      ...(field === 'limit' ? ['101'] : []),
    ]
    for (const value of bad) {
      const response = await ask({ query: `?${field}=${value}` })
      expect(response.status, `${field}=${value}`).toBe(400)
      expect(response.body.error.code).toBe('VALIDATION_ERROR')
      expect(response.body.error.details.field).toBe(field)
    }
  })
}

function describeTokens({ scopes }: Row, way: Way, ask: Ask, story: () => Promise<Given>): void {
  test('a request without a token is refused', async () => {
    const response = await ask({ token: null })
    expectRefused(response, way, 'INVALID_TOKEN', { reason: 'missing' })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('an invalid token is refused before anything else is checked', async () => {
    const response = await ask({ token: 'x.y.z', query: '?page=0', params: { id: 'unknown' } })
    expectRefused(response, way, 'INVALID_TOKEN', { reason: 'invalid' })
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  })

  test('an expired token is refused', async () => {
    const { as } = await story()
    const token = await as.token({ issuedAt: new Date(Date.now() - 3_601_000) })
    expectRefused(await ask({ token }), way, 'INVALID_TOKEN', { reason: 'expired' })
  })

  test.each(scopes)('a token without the scope %s is refused', async (scope) => {
    const { as } = await story()
    const others = new Set(['identity', 'credentials', 'wallet', ...scopes])
    others.delete(scope)
    const response = await ask({ token: await as.token({ scope: [...others].join(' ') }) })
    expectRefused(response, way, 'INSUFFICIENT_PERMISSIONS', { requiredScope: scope })
    if (!way.isRest) return
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
    expect(response.headers.get('www-authenticate')).toBe(challenge)
  })
}

/** Administrative changes need a fresh sign-in with two factors (RFC 9470); reads do not. */
function describeSignIns(row: Row, way: Way, ask: Ask, story: () => Promise<Given>): void {
  if (!row.scopes.includes('admin')) return
  const isChange = row.graphql.trimStart().startsWith('mutation')
  test(`a token of an old sign-in, or of one factor, is ${isChange ? 'refused' : 'accepted'}`, async () => {
    const { as } = await story()
    const tenMinutesAgo = new Date(Date.now() - 600_000)
    for (const signIn of [
      { signedInAt: tenMinutesAgo },
      { acr: '1' },
      { signedInAt: undefined, acr: undefined },
    ] as const) {
      const response = await ask({ token: await as.token(signIn) })
      if (isChange) expectRefused(response, way, 'INVALID_TOKEN', { reason: 'step_up' })
      else expect(response.body.errors?.[0].extensions.code).not.toBe('INVALID_TOKEN')
    }
  })
}

function describeBodies({ scopes }: Row, ask: Ask): void {
  const json = { 'content-type': 'application/json' }
  const raw = [
    { what: 'malformed JSON', body: '{"a":', headers: json, field: 'body' },
    { what: 'a list', body: '[]', headers: json, field: 'body' },
    {
      what: 'more than 100 KiB',
      body: `{"a":"${'x'.repeat(103_000)}"}`,
      headers: json,
      field: 'body',
    },
    {
      what: 'a form',
      body: 'a=1',
      headers: { 'content-type': 'text/plain' },
      field: 'Content-Type',
    },
  ]
  test.each(raw)('a body that is $what is refused', async ({ body, headers, field }) => {
    const response = await ask({ raw: body, headers })
    expect(response.status, JSON.stringify(response.body)).toBe(400)
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } })
  })

  test('the scope is checked before the body', async () => {
    const response = await ask({ raw: '{"a":', headers: json, scope: 'credentials' })
    expect(response.body.error.details).toEqual({ requiredScope: scopes.join(' ') })
  })
}
