// The undocumented members of packages and of Node that the foundation uses. After an upgrade that changes one, its
// row fails, and names the member and the file that relies on it.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import express from 'express'
import { inspect } from 'graphql/jsutils/inspect.js'
import { CompiledQuery, PostgresDriver, type PostgresPool } from 'kysely'
import { Client, Connection, Query } from 'pg'
import { expect, test, vi } from 'vitest'
import { schemaOf } from '#test/schema.ts'

interface PgQuery {
  name: string
  text: string
  values: unknown[]
  _accumulateRows: boolean
  _result: {
    fields: unknown
    _parsers: unknown
    _prebuiltEmptyResultObject: unknown
    rows: unknown[]
  }
  prepare(connection: unknown): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleReadyForQuery(): void
}
type Callback = (error: unknown, result: { rows: unknown[] }) => void
const newQuery = (callback: Callback = () => undefined): PgQuery =>
  new (Query as unknown as new (...args: unknown[]) => PgQuery)('select $1', [7], callback)

const COLUMNS = { fields: [{ name: 'level', dataTypeID: 23, format: 'text' }] }

/** A query with known columns, as a ReadQuery has them from an earlier execution. */
function describedBefore(callback?: Callback): PgQuery {
  const first = newQuery()
  first.handleRowDescription(COLUMNS)
  const query = newQuery(callback)
  const { fields, _parsers, _prebuiltEmptyResultObject } = first._result
  Object.assign(query._result, { fields, _parsers, _prebuiltEmptyResultObject })
  return query
}

/** The messages of a prepared statement that pg sends if the connection has parsed these. */
function messagesOf(parsedStatements: object, submittedNamedStatements = {}): string[] {
  const messages: string[] = []
  const connection = new Proxy(
    { parsedStatements, submittedNamedStatements },
    {
      get: (known: object, name) =>
        Reflect.get(known, name) ?? (() => void messages.push(String(name))),
    },
  )
  const query = newQuery()
  query.name = 's1'
  query.prepare(connection)
  return messages
}

const BOUND = ['bind', 'describe', 'execute', 'sync']
const { connection } = new Client() as unknown as { connection: Record<string, unknown> }

/** A connection to a socket that reads nothing, with more data than the system buffers. */
async function stalled(look: (socket: Socket) => boolean): Promise<boolean> {
  const server = createServer((socket) => socket.write(Buffer.alloc(32 * 1024 * 1024)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const [socket] = (await once(server, 'connection')) as [Socket]
  const seen = look(socket)
  client.destroy()
  socket.destroy()
  server.close()
  return seen
}

const handleOf = (socket: Socket) =>
  (socket as unknown as { _handle: { bytesWritten: unknown; writeQueueSize: unknown } })._handle

/** What a connection writes. */
function written(send: (connection: Connection) => void): string {
  const chunks: string[] = []
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString())
      done()
    },
  })
  send(new Connection({ stream } as never))
  return chunks.join('')
}

const READING = 'foundation/database/connections/reading-client.ts'
const PREPARED = 'foundation/database/connections/prepared-statements.ts'
const STALLED = 'foundation/http/stalled-connections.ts'

test.each<[of: string, member: string, file: string, holds: () => boolean | Promise<boolean>]>([
  [
    'pg',
    'Query(text, values, callback)',
    READING,
    () => {
      let rows: unknown
      const query = newQuery((_error, result) => (rows = result.rows))
      query.handleReadyForQuery()
      return query.text === 'select $1' && query.values[0] === 7 && Array.isArray(rows)
    },
  ],
  ['pg', 'Query#prepare and #name', READING, () => isSame(messagesOf({}), ['parse', ...BOUND])],
  [
    'pg',
    'Query#handleRowDescription and #_result',
    READING,
    () => {
      const query = newQuery()
      query.handleRowDescription(COLUMNS)
      const { fields, _parsers, _prebuiltEmptyResultObject } = query._result
      return [fields, _parsers, _prebuiltEmptyResultObject].every((part) => part !== undefined)
    },
  ],
  [
    'pg',
    'Query#_result.fields, ._parsers and ._prebuiltEmptyResultObject',
    READING,
    () => {
      const query = describedBefore()
      query._accumulateRows = true
      query.handleDataRow({ fields: ['7'] })
      return isSame(query._result.rows, [{ level: 7 }])
    },
  ],
  [
    'pg',
    'Query#_accumulateRows',
    READING,
    () => {
      const query = describedBefore()
      query._accumulateRows = false
      query.handleDataRow({ fields: ['7'] })
      return query._result.rows.length === 0
    },
  ],
  [
    'pg',
    'Connection#parsedStatements',
    PREPARED,
    () => isObject(connection.parsedStatements) && isSame(messagesOf({ s1: 'select $1' }), BOUND),
  ],
  [
    'pg',
    'Connection#submittedNamedStatements',
    PREPARED,
    () => {
      const messages = messagesOf({}, { s1: 'select $1' })
      return isObject(connection.submittedNamedStatements) && isSame(messages, BOUND)
    },
  ],
  [
    'pg',
    'Connection#close({ type, name })',
    PREPARED,
    () => written((to) => to.close({ type: 'S', name: 's1' }, false)).includes('Ss1\0'),
  ],
  [
    'kysely',
    'PostgresDriver, which gives pg the statement as it is',
    'foundation/database/driver.ts',
    async () => {
      const query = vi.fn((_sent: unknown) => Promise.resolve({ rows: [], command: 'SELECT' }))
      const pool = { connect: () => Promise.resolve({ query, release: () => undefined }) }
      const driver = new PostgresDriver({ pool: pool as unknown as PostgresPool })
      await driver.init()
      const sent = { text: 'select 1', isChange: false, isPrepared: true }
      const connection = await driver.acquireConnection()
      await connection.executeQuery({ ...CompiledQuery.raw(''), sql: sent as unknown as string })
      return query.mock.calls[0]![0] === sent
    },
  ],
  [
    'node:net',
    'Socket#_handle.bytesWritten',
    STALLED,
    () => stalled((socket) => typeof handleOf(socket).bytesWritten === 'number'),
  ],
  [
    'node:net',
    'Socket#_handle.writeQueueSize',
    STALLED,
    () => stalled((socket) => Number(handleOf(socket).writeQueueSize) > 0),
  ],
  [
    'express',
    "app.get('trust proxy fn')",
    'foundation/http/client-address.ts',
    () => {
      const app = express().set('trust proxy', ['10.0.0.1'])
      const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
      return isTrusted('10.0.0.1', 0) && !isTrusted('10.0.0.2', 0)
    },
  ],
  [
    'graphql',
    'jsutils/inspect.js',
    'foundation/graphql/executor/complete.ts and runtime-type.ts',
    () => inspect({ id: ['a'] }) === '{ id: ["a"] }',
  ],
  [
    '@apollo/subgraph',
    'GraphQLObjectType#extensions.apollo.subgraph.resolveReference',
    'foundation/auth/private.ts',
    () => {
      const resolvers = { Quest: { __resolveReference: () => null } }
      const sdl = 'type Query { me: ID @authenticated } type Quest @key(fields: "id") { id: ID }'
      const { extensions } = schemaOf(sdl, resolvers).getType('Quest')!
      const { apollo } = extensions as { apollo?: { subgraph?: Record<string, unknown> } }
      return typeof apollo?.subgraph?.resolveReference === 'function'
    },
  ],
])('%s still has %s, on which %s relies', async (of, member, file, holds) => {
  const sentence = `${of}: ${member} is not what it was, and ${file} relies on it.`
  expect(await Promise.try(holds).catch(() => false), sentence).toBe(true)
})

function isSame(value: unknown, expected: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(expected)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
