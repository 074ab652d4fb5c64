// TLS to a real server: what each `sslmode` verifies, and the sentence of each start that is refused.
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requireDatabases } from '#foundation/database/address/connection-check.ts'
import { openDatabase } from '#foundation/database/database.ts'
import { openDatabaseChannel } from '#foundation/events/hints/database-channel.ts'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#foundation/postgres/embedded.ts'
import { readCertificateExpiry } from '#foundation/process/served-certificate.ts'
import { testLog } from '#test/caller.ts'
import { createAuthority, createCertificate, type CertificateFiles } from '#test/certificates.ts'
import { TIMEOUT } from '#test/process.ts'

let folder: string
let postgres: EmbeddedPostgres
let superuser: Client
let ours: CertificateFiles
let theirs: CertificateFiles
let valid: CertificateFiles

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-tls-'))
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: testLog, durable: false })
  superuser = new Client({ connectionString: postgres.url })
  superuser.on('error', () => undefined)
  await superuser.connect()
  ours = await createAuthority(folder, 'ours')
  theirs = await createAuthority(folder, 'theirs')
  valid = await createCertificate(join(folder, 'postgres'), 'valid', { authority: ours })
  await serve(valid)
})
afterAll(async () => {
  await postgres.stop()
  await superuser.end()
  await removeEmbeddedPostgres(folder)
  await rm(folder, { recursive: true })
})

/** Makes the server present this certificate. */
async function serve({ cert, key }: CertificateFiles): Promise<void> {
  await superuser.query(`alter system set ssl_cert_file = '${cert}'`)
  await superuser.query(`alter system set ssl_key_file = '${key}'`)
  await superuser.query('alter system set ssl = on')
  await superuser.query('select pg_reload_conf()')
  const { validTo } = new X509Certificate(await readFile(cert))
  const presented = async () => {
    expect(await readCertificateExpiry(urlOf(full))).toEqual(new Date(validTo))
  }
  await vi.waitFor(presented, TIMEOUT)
}

/** A message of PostgreSQL's protocol, 3.0. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}
const OFFER = Buffer.from('\0\0\0\x0aSCRAM-SHA-256-PLUS\0\0')
const OK = Buffer.alloc(4)
const READY = message('Z', Buffer.from('I'))

interface Address {
  sslmode?: string
  channel_binding?: string
  sslrootcert?: string
  host?: string
  port?: number
}

/** The certificate is for localhost, so 127.0.0.1 is another host. */
function urlOf({ host = 'localhost', port, ...parameters }: Address): string {
  const url = new URL(postgres.url)
  url.hostname = host
  if (port !== undefined) url.port = String(port)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The sentence with which a start is refused, without the port; undefined if it is not. */
async function refusalOf(address: Address): Promise<string | undefined> {
  const url = urlOf(address)
  const service = { port: 1, baseUrl: '', internalUrl: '', databaseSetting: 'DATABASE_URL' }
  try {
    await requireDatabases([{ ...service, databaseUrl: url }])
    return undefined
  } catch (error) {
    return (error as Error).message.replaceAll(`:${new URL(url).port}`, '')
  }
}

const UNKNOWN =
  'DATABASE_URL: the certificate of localhost is not from a known authority: ' +
  'set sslrootcert to the file with the certificate of its authority.'
const OTHER_HOST =
  'DATABASE_URL: the certificate of 127.0.0.1 is for DNS:localhost: connect by that name, or renew it.'

test.each<[string, () => Address]>([
  ['verify-full and its authority', () => ({ ...full, ...known() })],
  ['verify-ca and another host', () => ({ sslmode: 'verify-ca', ...known(), ...ip })],
  ['require and its authority', () => ({ sslmode: 'require', ...known() })],
  ['no-verify', () => ({ sslmode: 'no-verify', ...ip })],
  ['disable', () => ({ sslmode: 'disable' })],
  ['channel binding', () => ({ ...full, ...known(), channel_binding: 'require' })],
])('a start with %s is accepted', async (_what, address) => {
  expect(await refusalOf(address())).toBeUndefined()
})

test.each<[string, () => Address, string]>([
  ['verify-full and no authority', () => full, UNKNOWN],
  ['verify-full and another authority', () => ({ ...full, ...other() }), UNKNOWN],
  ['verify-full and another host', () => ({ ...known(), ...ip, ...full }), OTHER_HOST],
  ['verify-ca and another authority', () => ({ sslmode: 'verify-ca', ...other() }), UNKNOWN],
  ['require and no authority', () => ({ sslmode: 'require' }), UNKNOWN],
  ['require and another host', () => ({ sslmode: 'require', ...known(), ...ip }), OTHER_HOST],
  ['another authority alone', () => other(), UNKNOWN],
  [
    'channel binding and no TLS',
    () => ({ sslmode: 'disable', channel_binding: 'require' }),
    'DATABASE_URL: cannot reach localhost (the server offers no channel binding, which channel_binding=require ' +
      'in the URL asks for: it needs TLS and a password stored with SCRAM-SHA-256).',
  ],
])('a start with %s is refused', async (_what, address, sentence) => {
  expect(await refusalOf(address())).toBe(sentence)
})

test.each<[string, readonly Buffer[]]>([
  ['offers channel binding, and asks for none', [message('R', OFFER), message('R', OK), READY]],
  ['asks for no login at all', [READY]],
])(
  'a start with channel binding sends no statement to a server that %s',
  async (_what, messages) => {
    await using server = await startImpostor(messages)
    const address = { ...full, ...known(), channel_binding: 'require', port: server.port }
    expect(await refusalOf(address)).toMatch(/^DATABASE_URL: cannot reach localhost/)
    expect(server.statements).toEqual([])
  },
)

/** A server with our certificate that sends these messages, one for each that it gets, and proves nothing. */
async function startImpostor(messages: readonly Buffer[]) {
  const [key, cert] = await Promise.all([readFile(valid.key), readFile(valid.cert)])
  const statements: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key, cert })
      const left = [...messages]
      secure.on('error', () => undefined)
      secure.once('data', () => {
        secure.write(left.shift()!)
        secure.on('data', (data: Buffer) => {
          if (left.length === 0) statements.push(data.toString('latin1'))
          else secure.write(Buffer.concat(left.splice(0)))
        })
      })
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, statements, [Symbol.asyncDispose]: async () => void server.close() }
}

const full = { sslmode: 'verify-full' }
const known = () => ({ sslrootcert: ours.cert })
const other = () => ({ sslrootcert: theirs.cert })
const ip = { host: '127.0.0.1' }

test.each<[string, boolean]>([
  ['verify-full', true],
  ['verify-ca', true],
  ['require', true],
  ['no-verify', true],
  ['disable', false],
])('statements of a service with %s are encrypted: %s', async (sslmode, isEncrypted) => {
  const db = openDatabase(urlOf({ sslmode, ...known() }), 'path', testLog)
  const { rows } = await sql<{ ssl: boolean }>`
    select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
  expect(rows).toEqual([{ ssl: isEncrypted }])
  await db.destroy()
})

test('an expired certificate is refused, and its expiry can be read', async () => {
  const authority = { authority: ours, days: -1 }
  const expired = await createCertificate(join(folder, 'postgres'), 'expired', authority)
  await serve(expired)
  const sentence = 'DATABASE_URL: the certificate of localhost has expired: renew it.'
  expect(await refusalOf({ ...full, ...known() })).toBe(sentence)
  const { validTo } = new X509Certificate(await readFile(expired.cert))
  expect(await readCertificateExpiry(urlOf(full))).toEqual(new Date(validTo))
  await serve(valid)
})

test('a CA file that cannot be read is refused', async () => {
  const [missing, empty] = [join(folder, 'missing.crt'), join(folder, 'empty.crt')]
  await writeFile(empty, '\n')
  const reasons = {
    [missing]: 'no such file or directory',
    [folder]: 'illegal operation on a directory',
    [empty]: 'it is empty',
  }
  for (const [sslrootcert, reason] of Object.entries(reasons)) {
    expect(await refusalOf({ ...full, sslrootcert })).toBe(
      `DATABASE_URL: cannot read ${sslrootcert} (${reason}).`,
    )
  }
})

test('several hosts of PGHOST are refused', async () => {
  vi.stubEnv('PGHOST', 'one.example,two.example')
  const service = { port: 1, baseUrl: '', internalUrl: '', databaseSetting: 'DATABASE_URL' }
  const check = requireDatabases([{ ...service, databaseUrl: 'postgres:///ecosystem' }])
  await expect(check).rejects.toThrow('DATABASE_URL names several hosts, but must name one that ')
  vi.unstubAllEnvs()
})

test('a server without TLS is refused', async () => {
  await superuser.query('alter system set ssl = off')
  await superuser.query('select pg_reload_conf()')
  const sentence =
    'DATABASE_URL: localhost does not support TLS: turn on ssl there, or set sslmode=disable.'
  await expect.poll(() => refusalOf({ sslmode: 'require', ...known() })).toBe(sentence)
  await serve(valid)
})

test('new connections succeed although the CA file was deleted after the start', async () => {
  const sslrootcert = join(folder, 'replaced.crt')
  await copyFile(ours.cert, sslrootcert)
  const url = urlOf({ sslmode: 'verify-full', sslrootcert })
  const messages: string[] = []
  const write = (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg)
  const db = openDatabase(url, 'path', pino({ base: null }, { write }))
  const onOpen = vi.fn()
  const channel = openDatabaseChannel(url, { onOpen, onNames: () => undefined, log: testLog })
  await sql`select 1`.execute(db)
  await expect.poll(() => onOpen).toHaveBeenCalledTimes(1)
  await rm(sslrootcert)
  await superuser.query(`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('path', 'events')`)
  await expect.poll(() => onOpen).toHaveBeenCalledTimes(2)
  await expect.poll(() => messages).toEqual(['idle database connections were lost'])
  await channel.close()
  await db.destroy()
})
