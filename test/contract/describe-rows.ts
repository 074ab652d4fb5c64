// Every row of the contract, asked in each way in which its answer can differ.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '#foundation/domain/errors.ts'
import type { Execution } from '#foundation/graphql/operation.ts'
import { startTestSystem, type Answer, type TestSystem, type Topology } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { administrationRows } from './administration.ts'
import { findingRows } from './finding.ts'
import { governanceRows } from './governance.ts'
import { guildLifeCycleRows } from './guild-life-cycles.ts'
import { guildRows } from './guild.ts'
import { identityRows } from './identity.ts'
import { learnLessonRows } from './learn-lessons.ts'
import { learnRows } from './learn.ts'
import { marketRows } from './market.ts'
import { pathRows } from './path.ts'
import { realmRows } from './realm.ts'
import type { Row } from './row.ts'
import { scrollRows } from './scroll.ts'
import { mismatches, type Shape } from './shape.ts'
import {
  graphqlAtRouter,
  graphqlAtService,
  restAtRouter,
  restAtService,
  type Sent,
  type Way,
} from './ways.ts'

const rows: Row[] = [
  ...administrationRows,
  ...findingRows,
  ...governanceRows,
  ...guildRows,
  ...guildLifeCycleRows,
  ...identityRows,
  ...learnRows,
  ...learnLessonRows,
  ...marketRows,
  ...pathRows,
  ...realmRows,
  ...scrollRows,
]

/**
 * Each way in which an answer can differ, once. Over HTTP only the hop to the services and among them
 * is another, and the interpreted execution is the subgraphs' alone.
 */
const systems: { topology: Topology; execution: Execution; ways: Way[] }[] = [
  {
    topology: 'one process',
    execution: 'compiled',
    ways: [restAtService, restAtRouter, graphqlAtRouter, graphqlAtService],
  },
  { topology: 'over HTTP', execution: 'compiled', ways: [restAtService, graphqlAtRouter] },
  { topology: 'one process', execution: 'interpreted', ways: [graphqlAtService] },
]

describe.each(systems)('$topology, $execution', ({ topology, execution, ways }) => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startTestSystem({ topology, execution })
  })
  afterAll(() => system.stop())

  for (const way of ways) {
    describe(way.name, () => {
      for (const row of rows.filter(({ graphqlOnly }) => !(graphqlOnly && way.isRest))) {
        describe(`${row.method} ${row.path}`, () => describeRow(row, way, () => system))
      }
    })
  }
})

function describeRow(row: Row, way: Way, system: () => TestSystem): void {
  const ask = async ({ headers, ...change }: Partial<Sent> = {}) => {
    const given = await row.good.given(system())
    return way.ask(system(), row, {
      ...given,
      ...change,
      headers: { ...given.headers, ...headers },
    })
  }

  test('answers', async () => {
    const { status, body } = await ask()
    expect(status, JSON.stringify(body)).toBe(way.isRest ? row.good.status : 200)
    expect(mismatches(goodShape(row, way), body), JSON.stringify(body)).toEqual([])
  })

  if (row.method !== 'GET') {
    test('answers the same with an idempotency key, and again', async () => {
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
  describeTokens(row, way, ask, system)
  describeSignIns(row, ask, way, system)
  if (way.isRest && row.method !== 'GET') describeBodies(row, ask)
  for (const refusal of row.refusals) {
    test(`refuses when ${refusal.when}`, async () => {
      const answer = await way.ask(system(), row, await refusal.given(system()))
      expectRefused(answer, way, refusal.code, refusal.details)
    })
  }
}

const secretAnswers = new Set(subgraphs.flatMap((subgraph) => subgraph.secretAnswers ?? []))

function holdsSecret(row: Row): boolean {
  return secretAnswers.has(rootFieldOf(row))
}

function rootFieldOf({ graphql }: Row): string {
  return /\{\s*(\w+)/.exec(graphql)![1]!
}

/** The whole body of a good answer. */
function goodShape(row: Row, way: Way): Shape {
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

/** The value where the keys that may be absent are. */
function withoutAbsent({ value, absent = [] }: Row['good'], way: Way): Shape {
  const present = Object.entries(value).filter(([key]) => !absent.includes(key))
  const nulls = way.isRest ? [] : absent.map((key): [string, Shape] => [key, 'null'])
  return Object.fromEntries([...present, ...nulls])
}

function describePages(row: Row, way: Way, ask: (change?: Partial<Sent>) => Promise<Answer>): void {
  test('answers a page', async () => {
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
  test('answers a page past the end with the true total', async () => {
    const { body } = await ask({ query: '?page=999999&limit=100' })
    expect(body.data).toEqual([])
    expect(body.pagination.total).toBeGreaterThan(0)
  })

  test('ignores unknown query parameters', async () => {
    const { body } = await ask({ query: '?colour=blue' })
    expect(body).toHaveProperty(row.good.name!)
  })

  test.each(['page', 'limit'])('refuses a %s that is not one', async (field) => {
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
      const answer = await ask({ query: `?${field}=${value}` })
      expect(answer.status, `${field}=${value}`).toBe(400)
      expect(answer.body.error.code).toBe('VALIDATION_ERROR')
      expect(answer.body.error.details.field).toBe(field)
    }
  })
}

function describeTokens(
  row: Row,
  way: Way,
  ask: (change?: Partial<Sent>) => Promise<Answer>,
  system: () => TestSystem,
): void {
  test('refuses without a token', async () => {
    const answer = await ask({ token: null })
    expectRefused(answer, way, 'INVALID_TOKEN', { reason: 'missing' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('refuses a token that is none, before it looks at anything else', async () => {
    const answer = await ask({ token: 'x.y.z', query: '?page=0', params: { id: 'unknown' } })
    expectRefused(answer, way, 'INVALID_TOKEN', { reason: 'invalid' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  })

  test('refuses an expired token', async () => {
    const { as } = await row.good.given(system())
    const token = await as.token({ issuedAt: new Date(Date.now() - 3_601_000) })
    expectRefused(await ask({ token }), way, 'INVALID_TOKEN', { reason: 'expired' })
  })

  test.each(row.scopes)('refuses a token without the scope %s', async (scope) => {
    const { as, ...given } = await row.good.given(system())
    const scopes = new Set(['identity', 'credentials', 'wallet', ...row.scopes])
    scopes.delete(scope)
    const token = await as.token({ scope: [...scopes].join(' ') })
    const answer = await way.ask(system(), row, { as, ...given, token })
    expectRefused(answer, way, 'INSUFFICIENT_PERMISSIONS', { requiredScope: scope })
    if (!way.isRest) return
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
    expect(answer.headers.get('www-authenticate')).toBe(challenge)
  })
}

/** Administrative changes need a fresh sign-in with two factors (RFC 9470); reading does not. */
function describeSignIns(
  row: Row,
  ask: (change?: Partial<Sent>) => Promise<Answer>,
  way: Way,
  system: () => TestSystem,
): void {
  if (!row.scopes.includes('admin')) return
  const isChange = row.graphql.trimStart().startsWith('mutation')
  test(`${isChange ? 'refuses' : 'takes'} a token of an old sign-in, or of one factor`, async () => {
    const { as } = await row.good.given(system())
    const tenMinutesAgo = new Date(Date.now() - 600_000)
    for (const signIn of [
      { signedInAt: tenMinutesAgo },
      { acr: '1' },
      { signedInAt: undefined, acr: undefined },
    ] as const) {
      const answer = await ask({ token: await as.token(signIn) })
      if (isChange) expectRefused(answer, way, 'INVALID_TOKEN', { reason: 'step_up' })
      else expect(answer.body.errors?.[0].extensions.code).not.toBe('INVALID_TOKEN')
    }
  })
}

function describeBodies({ scopes }: Row, ask: (change?: Partial<Sent>) => Promise<Answer>): void {
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
  test.each(raw)('refuses a body that is $what', async ({ body, headers, field }) => {
    const answer = await ask({ raw: body, headers })
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } })
  })

  test('asks for the scope before it reads the body', async () => {
    const answer = await ask({ raw: '{"a":', headers: json, scope: 'credentials' })
    expect(answer.body.error.details).toEqual({ requiredScope: scopes.join(' ') })
  })
}

/** The documented code, status, envelope and details, and nothing besides them. */
function expectRefused(
  { status, body }: Answer,
  way: Way,
  code: ErrorCode,
  details: Record<string, unknown>,
): void {
  const reported = JSON.stringify(body)
  const error = way.isRest ? body.error : body.errors?.[0]
  const answered = way.isRest ? error : error?.extensions
  expect(answered?.code, reported).toBe(code)
  expect(error.message, reported).toEqual(expect.any(String))
  expect(Object.keys(answered.details).sort(), reported).toEqual(Object.keys(details).sort())
  for (const [key, expected] of Object.entries(details)) {
    if (typeof expected === 'function') expect(expected(answered.details[key]), reported).toBe(true)
    else expect(answered.details[key], reported).toEqual(expected)
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
