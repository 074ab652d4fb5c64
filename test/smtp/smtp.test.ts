// Mail over SMTP: a real server receives it, and the tests follow its links.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { deliverMail } from '../../subgraphs/identity/mail/delivery.ts'
import { queueMail } from '../../subgraphs/identity/domain/mail/mail-outbox.ts'
import type { IdentityContext } from '../../subgraphs/identity/context.ts'
import { identitySettings } from '../../subgraphs/identity/settings.ts'
import type { IdentityTables, Mail } from '../../subgraphs/identity/tables.ts'
import { TIMEOUTS } from '../../subgraphs/identity/mail/transport.ts'
import { linkTo } from '../support/mail.ts'
import {
  confirmIdentity,
  joinWithPassword,
  PASSWORD,
  signedInUserAgent,
  signInOn,
} from '../support/oauth.ts'
import { freePorts } from '../support/ports.ts'
import { TIMEOUT } from '../support/process.ts'
import { scrape } from '../support/scrape.ts'
import { startTestSystem, type TestSystem } from '../support/system.ts'
import { createUserAgent } from '../support/user-agent.ts'

const NEW_PASSWORD = 'another lamp in the harbour'

interface Received extends Email {
  envelope: { from: string; to: string[] }
}

let received: Received[] = []
/** The server's reply to a message. */
let reply: () => Promise<Error | undefined> = async () => undefined
let refuses: (address: string) => Error | undefined = () => undefined
let refusesSender: () => Error | undefined = () => undefined
let smtp: SMTPServer | undefined
let port = 0
let system: TestSystem

/** A server that requires a name and a password, and has no TLS. */
async function startSmtp(): Promise<void> {
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'mailer' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('Wrong name or password')),
    onMailFrom: (_sender, _session, done) => done(refusesSender() ?? null),
    onRcptTo: ({ address }, _session, done) => done(refuses(address) ?? null),
    onData(stream, { envelope }, done) {
      void (async () => {
        const parts: Buffer[] = []
        for await (const part of stream) parts.push(part as Buffer)
        const failure = await reply()
        if (!failure) {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          const to = envelope.rcptTo.map(({ address }) => address)
          received.push({
            ...(await PostalMime.parse(Buffer.concat(parts))),
            envelope: { from, to },
          })
        }
        done(failure ?? null)
      })()
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  smtp = server
}

async function stopSmtp(): Promise<void> {
  const server = smtp!
  await new Promise<void>((resolve) => server.close(resolve))
}

const smtpUrl = () => `smtp://mailer:p%40ss@127.0.0.1:${port}`

beforeAll(async () => {
  ;[port = 0] = await freePorts(1)
  await startSmtp()
  system = await startTestSystem({
    settings: { SMTP_URL: smtpUrl(), MAIL_FROM: 'Harbour, Inc. <id@harbour.example>' },
  })
})
afterEach(() => {
  received = []
  reply = async () => undefined
  refuses = () => undefined
  refusesSender = () => undefined
  system.clock.now = undefined
})
afterAll(async () => {
  await system.stop()
  await stopSmtp()
})

const address = (path: string) => `${system.address('identity')}${path}`
const waiting = () =>
  system.tables<IdentityTables>('identity').selectFrom('mailOutbox').selectAll().execute()

/** Waits for the next mail with that subject. */
function arrived(subject: string): Promise<Received> {
  return vi.waitFor(
    () => {
      const mail = received.find((each) => each.subject === subject)
      if (!mail) throw new Error(`No "${subject}" among ${received.length} mails.`)
      return mail
    },
    { ...TIMEOUT, interval: 50 },
  )
}

/** A person who has verified an address by mail. */
async function settled(username: string) {
  const person = await joinWithPassword(system, username)
  const browser = await signedInUserAgent(system, person)
  const account = await confirmIdentity(system, browser)
  await browser.submit(account, '/account/email', { email: `${username}@mail.example` })
  const mail = await arrived('Verify your e-mail address')
  await browser.submit(await browser.get(linkTo(mail, '/email/verify')), '/email/verify')
  received = []
  return { person, mail }
}

async function askForMail(username: string): Promise<void> {
  const userAgent = createUserAgent()
  await userAgent.submit(await userAgent.get(address('/recover')), '/recover', { username })
}

test('a mail arrives as it was written, and its link sets a new password', async () => {
  const { person, mail } = await settled('ada')
  expect(mail.envelope).toEqual({ from: 'id@harbour.example', to: ['ada@mail.example'] })
  expect(mail.from).toEqual({ name: 'Harbour, Inc.', address: 'id@harbour.example' })
  await askForMail('ada')
  const reset = await arrived('Set a new password')
  const userAgent = createUserAgent()
  const page = await userAgent.get(linkTo(reset, '/recover/password'))
  await userAgent.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  await arrived('Your password was changed')
  const signIn = await userAgent.get(address('/sign-in'))
  expect((await signInOn(userAgent, signIn, person, PASSWORD)).status).toBe(403)
  expect((await signInOn(userAgent, signIn, person, NEW_PASSWORD)).status).toBe(200)
})

test('a mail that cannot be sent waits, and is sent once the server is back', async () => {
  await settled('grace')
  await stopSmtp()
  // The clock stands still, so that the times do not depend on how long the attempt takes.
  system.clock.now = new Date()
  await askForMail('grace')
  // Waits until the attempt has failed, and the message is not merely leased.
  await vi.waitFor(async () => {
    const [{ attempts, createdAt, nextAttemptAt }] = (await waiting()) as [Mail]
    expect(attempts).toBe(1)
    expect(nextAttemptAt.getTime() - createdAt.getTime()).toBe(2_000)
  }, TIMEOUT)
  const { value } = await scrape(address(''))
  const delivery = { kind: 'delivery', name: 'mailOutbox' }
  expect(value('background_work_errors_total', delivery)).toBeGreaterThan(0)
  system.clock.now = undefined
  await startSmtp()
  await arrived('Set a new password')
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), TIMEOUT)
})

test('a mail to a busy server is retried; a mail to an unknown recipient is not', async () => {
  await settled('edsger')
  const responses = [Object.assign(new Error('Try later'), { responseCode: 451 }), undefined]
  reply = async () => responses.shift()
  await askForMail('edsger')
  await arrived('Set a new password')
  expect(responses).toEqual([])
  let attempts = 0
  refuses = () => {
    attempts += 1
    return Object.assign(new Error('No such mailbox'), { responseCode: 550 })
  }
  await askForMail('edsger')
  await vi.waitFor(() => expect(attempts).toBe(1), TIMEOUT)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), TIMEOUT)
})

/** One round of a worker, while nothing is due for the system's own. */
async function deliverOnce(stopping = new AbortController().signal): Promise<object[]> {
  const logged: object[] = []
  const log = { warn: (about: object) => logged.push(about) }
  const settings = identitySettings.read(system.config.env)
  const db = system.tables<IdentityTables>('identity')
  const ctx = { db, now: () => new Date(), settings, log } as unknown as IdentityContext
  await deliverMail(ctx, stopping)
  return logged
}

async function queueNotices(identityId: string, names: string[]): Promise<void> {
  const db = system.tables<IdentityTables>('identity')
  for (const [at, name] of names.entries()) {
    const mail = { kind: 'passkey_added', identityId, address: `${name}@mail.example` } as const
    await queueMail({ db, now: () => new Date(Date.now() - 1_000 + at) }, mail)
  }
}

const order = (a: string | null, b: string | null) => String(a).localeCompare(String(b))
const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

test('a refused recipient delays nobody else, and a refused sender loses no mail', async () => {
  const { person } = await settled('donald')
  system.clock.now = new Date(Date.now() - 3_600_000)
  refusesSender = () =>
    refusal(550, '5.7.60 Client does not have permissions to send as this sender')
  await queueNotices(person.id, ['busy', 'relayed', 'gone', 'donald'])
  await deliverOnce()
  expect(await waiting()).toHaveLength(4)
  refusesSender = () => undefined
  const replies: Record<string, Error> = {
    'busy@mail.example': refusal(451, '4.2.1 Try later'),
    'relayed@mail.example': refusal(554, '5.7.1 Relay access denied'),
    'gone@mail.example': refusal(550, '5.1.1 No such mailbox'),
  }
  refuses = (to) => replies[to]
  await makeDue()
  const logged = await deliverOnce()
  expect(received.map(({ envelope }) => envelope.to)).toEqual([['donald@mail.example']])
  expect((await waiting()).map(({ address: to }) => to).toSorted(order)).toEqual([
    'busy@mail.example',
    'relayed@mail.example',
  ])
  expect(logged).toHaveLength(3)
  expect(JSON.stringify(logged)).not.toContain('@')
  await empty()
})

test('a worker that stops does not wait for a server that hangs', async () => {
  const { person } = await settled('radia')
  system.clock.now = new Date(Date.now() - 3_600_000)
  await empty()
  const stopping = new AbortController()
  reply = () => {
    stopping.abort()
    return new Promise(() => undefined)
  }
  await queueNotices(person.id, ['radia'])
  const before = Date.now()
  await deliverOnce(stopping.signal)
  expect(Date.now() - before).toBeLessThan(TIMEOUTS.socketTimeout)
  expect(await waiting()).toHaveLength(1)
  await empty()
})

test('a message that takes too long is given up before another process sends it, too', async () => {
  const { person } = await settled('hedy')
  system.clock.now = new Date(Date.now() - 3_600_000)
  await empty()
  const tooLong = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLong.signal)
  reply = () => {
    tooLong.abort()
    return new Promise(() => undefined)
  }
  await queueNotices(person.id, ['hedy'])
  const logged = await deliverOnce()
  timeout.mockRestore()
  // By its own end, and not because the server was silent.
  expect(logged).toMatchObject([{ name: 'AbortError' }])
  expect(await waiting()).toHaveLength(1)
  await empty()
})

/** Makes the next attempt of every message due now. */
async function makeDue(): Promise<void> {
  const db = system.tables<IdentityTables>('identity')
  await db
    .updateTable('mailOutbox')
    .set({ nextAttemptAt: new Date(Date.now() - 1) })
    .execute()
}

async function empty(): Promise<void> {
  await system.tables<IdentityTables>('identity').deleteFrom('mailOutbox').execute()
}

test('a process that is killed while it sends loses nothing: another process sends the mail again', async () => {
  const { person } = await settled('barbara')
  // Nothing is due for the system's own worker, so that the child takes the message.
  system.clock.now = new Date(Date.now() - 3_600_000)
  const reading = Promise.withResolvers<void>()
  reply = () => {
    reading.resolve()
    return new Promise(() => undefined)
  }
  const db = system.tables<IdentityTables>('identity')
  const details = { identityId: person.id }
  const mail = { kind: 'password_reset', identityId: null, address: null, details } as const
  await queueMail({ db, now: () => new Date() }, mail)
  const script = new URL('./mail-child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, system.databaseUrl, smtpUrl(), address('')])
  await reading.promise
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(received).toEqual([])
  expect(await waiting()).toHaveLength(1)
  reply = async () => undefined
  // After the lease of the killed process.
  system.clock.now = new Date(Date.now() + 61_000)
  await arrived('Set a new password')
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), TIMEOUT)
})
