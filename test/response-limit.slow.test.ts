// Responses that are too large, wherever they are built: refused as a whole, with the limit in `details`.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSystem, type TestResponse, type Person, type TestSystem } from '#test/system.ts'
import { addProposal } from '#test/story.ts'

const LIMIT = 1024 * 1024
const REFUSAL = {
  message: `The response is larger than ${LIMIT} bytes: request fewer items or fewer fields.`,
  extensions: {
    code: 'VALIDATION_ERROR',
    details: { reason: 'ANSWER_TOO_LARGE', limit: LIMIT },
  },
}

/** Queries for the router and for the service itself. */
const TOO_LARGE = {
  'a long leaf again and again': `query Q($first: Int!) { scrolls(first: $first) { nodes {
    authorIdentity { scrolls(first: 100) { nodes { content } } } } } }`,
  'long leaves that differ':
    'query Q($first: Int!) { scrolls(first: $first) { nodes { content } } }',
  'short leaves under a long name': `query Q($first: Int!) { scrolls(first: $first) { nodes {
    authorIdentity { scrolls(first: 100) { nodes { ${'a'.repeat(1_000)}: id } } } } } }`,
}

const topologies = ['one process', 'over HTTP'] as const
describe.each([
  ...topologies.map((topology) => ({ topology, execution: 'compiled' as const })),
  { topology: 'one process' as const, execution: 'interpreted' as const },
])('$topology, $execution', ({ topology, execution }) => {
  let system: TestSystem
  let ada: Person
  let token: string
  beforeAll(async () => {
    const settings = { ANSWER_MAX_BYTES: String(LIMIT) }
    system = await startTestSystem({ topology, execution, settings })
    ada = await system.join('ada')
    token = await ada.token()
    // Twelve scrolls of the maximum length below eighty-eight short ones.
    await writeScrolls(1, 88, 'short')
    await writeScrolls(89, 100, 'é'.repeat(50_000))
  })
  afterAll(() => system.stop())

  const ask = (query: string, first: number, at: string) =>
    system.graphql(query, { token, at, variables: { first } })

  describe.each(['router', 'scroll'])('at the %s', (at) => {
    test.each(Object.entries(TOO_LARGE))(
      'a response over the limit is refused: %s',
      async (_title, query) => {
        // The second use of a document is compiled.
        for (const _use of [1, 2, 3]) expectRefused(await ask(query, 100, at))
      },
    )

    test('a response below the limit is complete, however often it repeats itself', async () => {
      const { status, headers, body } = await ask(TOO_LARGE['long leaves that differ'], 98, at)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(body.data.scrolls.nodes).toHaveLength(98)
      expect(body.data.scrolls.nodes.slice(88)).toEqual(
        Array.from({ length: 10 }, () => ({ content: 'é'.repeat(50_000) })),
      )
    })

    test('text counts as it is written, with its escapes and in UTF-8', async () => {
      const query = TOO_LARGE['long leaves that differ']
      await setShort('\u0001'.repeat(2_000))
      expectRefused(await ask(query, 88, at))
      await setShort('\u6587'.repeat(4_000))
      expectRefused(await ask(query, 88, at))
      await setShort('a'.repeat(11_000))
      expect((await ask(query, 88, at)).status).toBe(200)
      await setShort('short')
    })
  })

  test('an entity at many paths is written at each of them', async () => {
    for (let n = 0; n < 60; n += 1) await addProposal(system, { proposerId: ada.id })
    const query = `{ proposals(first: 60) { nodes { proposer {
      scrolls(first: 1, offset: 95) { nodes { content } } } } } }`
    expectRefused(await system.graphql(query, { token }))
    const few = await system.graphql(query.replace('60', '5'), { token })
    expect(few.body.errors).toBeUndefined()
    expect(few.body.data.proposals.nodes).toHaveLength(5)
    expect(new Set(few.body.data.proposals.nodes.map(contentOf))).toEqual(
      new Set(['é'.repeat(50_000)]),
    )
  })

  test('REST refuses large responses in its own form', async () => {
    const url = `${system.address('governance')}/api/proposals`
    const db = system.tables('governance')
    const read = () => system.fetch(url, { token })
    expect((await read()).status).toBe(200)
    await sql`update proposals set description = repeat('é', 10000)`.execute(db)
    const { status, body } = await read()
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        success: false,
        error: {
          code: 'VALIDATION_ERROR',
          message: REFUSAL.message,
          details: REFUSAL.extensions.details,
        },
      },
    })
    const page = await system.fetch(`${url}?limit=20`, { token })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(page.body.data).toHaveLength(20)
    expect(page.body.data[0].description).toBe('é'.repeat(10_000))
  })

  async function writeScrolls(from: number, to: number, content: string): Promise<void> {
    await sql`insert into scrolls
        (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
      select 'scroll_' || n, 'A Scroll', ${content}, ${ada.id}, 'Ada', 'Aether', 1, 'public',
        timestamptz '2026-01-01' - n * interval '1 minute'
      from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n`.execute(system.tables('scroll'))
  }

  async function setShort(content: string): Promise<void> {
    const db = system.tables('scroll')
    await sql`update scrolls set content = ${content} where length(content) < 20000`.execute(db)
  }
})

function expectRefused({ status, body }: TestResponse): void {
  expect({ status, body }).toEqual({ status: 400, body: { errors: [REFUSAL] } })
}

// Tests read responses of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
function contentOf(proposal: any): string {
  return proposal.proposer.scrolls.nodes[0].content
}
