// Subscriptions that clients have registered: what breaks them is found, as of queries.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { command } from '../src/commands/command.ts'
import { Project } from './project.ts'

const BOOKS = 'subgraphs/books.graphql'
const FIELD = 'read(id: ID!): Book'
const body = 'subscription Read { read(id: 1) { title loans } }'
const operation = {
  id: createHash('sha256').update(body).digest('hex'),
  name: 'Read',
  type: 'subscription',
  body,
}
let project: Project

beforeEach(() => {
  project = new Project()
  project.enter()
  project.edit(BOOKS, 'type Book @key', `type Subscription { ${FIELD} }\n\ntype Book @key`)
  project.edit(
    'clients/kiosk.json',
    '"operations": [',
    `"operations": [${JSON.stringify(operation)},`,
  )
  project.commit('A subscription')
})

afterEach(() => project.leave())

const check = async () => {
  const { code, out = '' } = await command(['--base', 'main'], false)
  return { code, out }
}

test('a subscription that nothing changes is valid', async () => {
  const { code, out } = await check()
  expect(code, out).toBe(0)
})

test('a field of Subscription that a client uses breaks it when it goes', async () => {
  project.edit(BOOKS, FIELD, 'closed: Boolean')
  const { code, out } = await check()
  expect(code, out).toBe(1)
  expect(out).toContain('Subscription.read')
  expect(out).toContain('kiosk')
})

test('a field below a subscription breaks it when it goes, and so does the whole root', async () => {
  project.edit('subgraphs/loans.graphql', 'loans: Int', 'due: Int')
  const { code, out } = await check()
  expect(code, out).toBe(1)
  expect(out).toMatch(/Book\.loans[^]*kiosk/)
  project.edit(BOOKS, `type Subscription { ${FIELD} }`, '')
  expect((await check()).out).toContain('operation-broken:kiosk/Read:Subscription')
})
