// The settings that domain functions read.
import {
  readKeyEncryptionKeys,
  type KeyEncryptionKeys,
} from '#foundation/process/key-encryption-keys.ts'
import {
  integer,
  mailbox,
  optionalUrl,
  SettingError,
  text,
  type Environment,
} from '#foundation/process/setting.ts'

export interface DomainSettings {
  /** How many votes a proposal needs to pass. */
  quorum: number
  /** How long services keep the events of their logs. */
  eventRetentionDays: number
  /** The issuer of access tokens: the public URL of the ID service. */
  issuer: string
  /** The data folder, with the secrets of the ID service unless they are sealed in its database. */
  dataDir: string
  /** The keys that seal the secrets of the ID service in its database; undefined: they are in the data folder. */
  keyEncryptionKeys?: KeyEncryptionKeys | undefined
  /** How mail is sent; undefined turns mail off. */
  mail?: MailSettings | undefined
}

export interface MailSettings {
  /** `Name <address>`, or an address. */
  from: string
  /** An smtp:// or smtps:// URL, or a folder for messages as files. */
  to: { smtpUrl: string } | { folder: string }
}

const SMTP = ['smtp://', 'smtps://']

/** @param idService its public URL is the issuer */
export function readDomainSettings(
  env: Environment,
  { baseUrl }: { baseUrl: string },
  production: boolean,
): DomainSettings {
  const dataDir = text(env, 'DATA_DIR') ?? '.data'
  return {
    quorum: integer(env, 'QUORUM', 1, 1_000_000, 1),
    eventRetentionDays: integer(env, 'EVENT_RETENTION_DAYS', 1, 90, 7),
    dataDir,
    keyEncryptionKeys: readKeyEncryptionKeys(env),
    issuer: issuer(baseUrl, production),
    mail: mailSettings(env, baseUrl, { dataDir, production }),
  }
}

/** Without SMTP, messages are files for developers outside production, and mail is off in production. */
function mailSettings(
  env: Environment,
  baseUrl: string,
  { dataDir, production }: { dataDir: string; production: boolean },
): MailSettings | undefined {
  const sender = `Ecosystem <no-reply@${new URL(baseUrl).hostname.replace(/^\[.*/, 'localhost')}>`
  const from = mailbox(env, 'MAIL_FROM') ?? sender
  const smtpUrl = optionalUrl(env, 'SMTP_URL', SMTP)
  if (smtpUrl !== undefined) return { from, to: { smtpUrl } }
  if (production) return undefined
  return { from, to: { folder: `${dataDir}/mail` } }
}

/** Checks the public URL of the ID service: an origin of its own for its cookies, and HTTPS in production. */
function issuer(baseUrl: string, production: boolean): string {
  const { hostname, origin, protocol } = new URL(baseUrl)
  if (origin !== baseUrl) {
    throw new SettingError(
      'ID_BASE_URL must be an origin without a path, such as https://id.example.',
    )
  }
  if (!production || protocol === 'https:' || LOOPBACK.test(hostname)) return baseUrl
  throw new SettingError(
    `ID_BASE_URL is ${baseUrl}, but must begin with https:// in production, because people type ` +
      'their passwords there. For calls of other processes, set ID_INTERNAL_URL.',
  )
}

/** Hosts to which traffic does not leave the machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
