// The check of a database at the start, where the server does not respond.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { requireDatabases } from '#foundation/database/address/connection-check.ts'

/** AuthenticationOk and ReadyForQuery (PostgreSQL manual, chapter 54.7). */
const WELCOME = Buffer.from('5200000008000000005a0000000549', 'hex')

test('A server that accepts the login and never responds is refused, and its connection ends', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.resume().once('data', () => socket.write(WELCOME)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const databaseUrl = `postgres://ada:a-password@127.0.0.1:${port}/nowhere`
  const service = { port: 1, baseUrl: '', internalUrl: '', databaseSetting: 'DATABASE_URL' }
  await expect(requireDatabases([{ ...service, databaseUrl }])).rejects.toThrow(
    `DATABASE_URL: cannot reach 127.0.0.1:${port} (no response within 10 seconds).`,
  )
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true])
  server.close()
})
