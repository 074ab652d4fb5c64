// Sends messages: through an SMTP server, or into a folder for developers.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailSettings } from '../settings.ts'
import type { Letter } from './letter.ts'

/** Sends one message, unless it is stopped. The id is the same for every attempt. */
export type Transport = (id: string, letter: Letter, stopping: AbortSignal) => Promise<void>

const MAX_FILES = 200
export const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}
/** Keeps nodemailer from reading message content from files or URLs. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

const transports = new WeakMap<MailSettings, Promise<Transport>>()

/** The transport for these settings, created with the first message, because most processes send none. */
export function transportOf(settings: MailSettings): Promise<Transport> {
  const created = transports.get(settings)
  if (created) return created
  const transport = createTransport(settings)
  transports.set(settings, transport)
  // A failure is not cached, because the next attempt may succeed.
  transport.catch(() => transports.delete(settings))
  return transport
}

async function createTransport({ from, to }: MailSettings): Promise<Transport> {
  const { default: nodemailer } = await import('nodemailer')
  if ('smtpUrl' in to) {
    const smtp = nodemailer.createTransport({ url: to.smtpUrl, ...TIMEOUTS, ...CLOSED })
    return async (id, letter, stopping) => {
      await smtp.sendMail({ ...messageOf(id, from, letter), signal: stopping })
    }
  }
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, ...CLOSED })
  return async (id, letter) => {
    const { message } = await composer.sendMail(messageOf(id, from, letter))
    await keepFile(to.folder, id, message as Buffer)
  }
}

function messageOf(id: string, from: string, { subject, to, text, html }: Letter) {
  const [, name = '', address = from] = /^([^<]+) <(.+)>$/.exec(from) ?? []
  return {
    // Addresses as objects, which nodemailer does not parse as lists.
    from: { name, address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${address.replace(/^.*@/, '')}>`,
    // Prevents automatic replies (RFC 3834, section 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** Writes a message to a file named by its id, which sorts by time, and deletes the oldest files. */
async function keepFile(folder: string, id: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${id}.eml`)
  await writeFile(`${path}.part`, message, { mode: 0o600 })
  await rename(`${path}.part`, path)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const old = files.slice(0, Math.max(0, files.length - MAX_FILES))
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}
