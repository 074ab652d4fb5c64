// The mails of a test system, read from their files as a mail program reads them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'
import type { IdentityContext } from '../../subgraphs/identity/context.ts'
import { deliverMail } from '../../subgraphs/identity/mail/delivery.ts'
import { identitySettings } from '../../subgraphs/identity/settings.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { confirmIdentity } from './oauth.ts'
import { testLog } from './caller.ts'
import { TIMEOUT } from './process.ts'
import type { TestSystem } from './system.ts'
import type { UserAgent } from './user-agent.ts'

export interface ReadMail extends Email {
  /** The text as it was written. */
  source: string
}

/** The mails by their files: a file of many tests has hundreds, and each test looks through all of them. */
const read = new WeakMap<TestSystem, Map<string, Promise<ReadMail>>>()

/** All mails to an address, oldest first, once none waits to be sent. */
export async function mailTo(system: TestSystem, address: string): Promise<ReadMail[]> {
  await sendMail(system)
  const folder = join(system.config.dataDir, 'mail')
  const names: string[] = await readdir(folder).catch(() => [])
  const whole = names.filter((name) => !name.endsWith('.part')).sort()
  const known = read.getOrInsertComputed(system, () => new Map())
  const mails = await Promise.all(
    whole.map((name) => known.getOrInsertComputed(name, () => readMail(join(folder, name)))),
  )
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address))
}

/** Sends waiting mail, beside the worker of the system, which may be sending some of it. */
export async function sendMail(system: TestSystem): Promise<void> {
  const db = system.tables<IdentityTables>('identity')
  const now = () => system.clock.now ?? new Date()
  const settings = identitySettings.read(system.config.env)
  const ctx = { db, now, settings, log: testLog } as unknown as IdentityContext
  const wait = { ...TIMEOUT, interval: 50 }
  await vi.waitFor(async () => {
    await deliverMail(ctx, new AbortController().signal)
    const waiting = await db.selectFrom('mailOutbox').select('kind').execute()
    if (waiting.length > 0) throw new Error(`Mail is waiting: ${JSON.stringify(waiting)}`)
  }, wait)
}

async function readMail(path: string): Promise<ReadMail> {
  const message = await readFile(path)
  return { ...(await PostalMime.parse(message)), source: message.toString() }
}

/** The link of a mail that leads to that path. @throws when there is none */
export function linkTo(mail: Pick<Email, 'text'> | undefined, path: string): string {
  const links = (mail?.text ?? '').match(/https?:\/\/\S+/g) ?? []
  const link = links.find((url) => new URL(url).pathname === path)
  if (link !== undefined) return link
  throw new Error(`No link to ${path} in:\n${mail?.text ?? 'no mail'}`)
}

/** Sets and verifies an address, as its owner does. */
export async function verifyAddress(
  system: TestSystem,
  userAgent: UserAgent,
  address: string,
  password?: string,
): Promise<void> {
  const account = await confirmIdentity(system, userAgent, password)
  await userAgent.submit(account, '/account/email', { email: address })
  const mail = (await mailTo(system, address)).at(-1)
  const page = await userAgent.get(linkTo(mail, '/email/verify'))
  const verified = await userAgent.submit(page, '/email/verify')
  if (verified.status !== 200)
    throw new Error(`Verifying the address failed with ${verified.status}.`)
}
