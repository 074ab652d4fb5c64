// Where messages go: to an SMTP server, or into a folder where a developer reads them.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailSettings } from '#foundation/process/config.ts'
import type { Letter } from './letter.ts'

/** Sends one message, until it is to stop. The id is the same when it is sent again. */
export type Transport = (id: string, letter: Letter, stopping: AbortSignal) => Promise<void>

const MAX_FILES = 200
export const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}
/** Nothing in a message is ever read from a file or an address. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

const transports = new WeakMap<MailSettings, Promise<Transport>>()

/** The transport of these settings, created at the first message: most processes send none. */
export function transportOf(settings: MailSettings): Promise<Transport> {
  const created = transports.get(settings)
  if (created) return created
  const transport = createTransport(settings)
  transports.set(settings, transport)
  // What fails once may not the next time.
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
    // As objects, so that they are never parsed as lists.
    from: { name, address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${address.replace(/^.*@/, '')}>`,
    // Nobody's absence note answers (RFC 3834, section 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** Under the id, so that a message that is sent again replaces itself. Ids sort by their time. */
async function keepFile(folder: string, id: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${id}.eml`)
  await writeFile(`${path}.part`, message, { mode: 0o600 })
  await rename(`${path}.part`, path)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const old = files.slice(0, Math.max(0, files.length - MAX_FILES))
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}
