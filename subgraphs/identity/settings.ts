// The settings of the ID service: its public URL as the issuer of tokens, mail, and the keys that seal its secrets.
import { perServiceSettings, processSettings } from '#foundation/process/config.ts'
import { developmentFlag, list, url } from '#foundation/settings/value-parsers.ts'
import {
  defineSettings,
  setting,
  SettingError,
  type ValueParser,
} from '#foundation/settings/setting.ts'

/** The prefix of its variables, and its port by default. */
export const ID_ENDPOINT = { settings: 'ID', port: 7000 }

export interface MailSettings {
  /** `Name <address>`, or an address. */
  from: string
  /** An smtp:// or smtps:// URL, or a folder for messages as files. */
  to: { smtpUrl: string } | { folder: string }
}

/** The keys, newest first. Each has 32 bytes, as A256GCM needs. */
export type KeyEncryptionKeys = readonly [newest: Buffer, ...earlier: Buffer[]]

/** The maximum number of keys, which is more than a rotation needs. */
const MAX_KEYS = 4
/** 32 bytes as base64 or base64url. */
const ENCODED = /^[\w+/-]{43}=?$/

/** The messages do not repeat the value. */
const keyEncryptionKeys: ValueParser<KeyEncryptionKeys | undefined> = {
  shown: 'files in `DATA_DIR`',
  read(name, value, env) {
    const values = list.read(name, value, env) ?? []
    if (values.length > MAX_KEYS) {
      throw new SettingError(`${name} must contain at most ${MAX_KEYS} keys.`)
    }
    if (!values.every((key) => ENCODED.test(key))) {
      throw new SettingError(
        `${name} must be 32 bytes as base64 or base64url, as \`openssl rand -base64 32\` prints ` +
          'them, or several such keys separated by commas, the newest first.',
      )
    }
    const [newest, ...earlier] = values.map((key) => Buffer.from(key, 'base64'))
    return newest && [newest, ...earlier]
  },
}

/** A sender of mail: `Name <address>`, or an address alone. */
const mailbox: ValueParser<string | undefined> = {
  shown: '`Ecosystem <no-reply@…>`',
  read(name, value) {
    if (value === undefined || MAILBOX.test(value)) return value
    throw new SettingError(`${name} is "${value}", but must look like Ecosystem <id@example.org>.`)
  },
}
const MAILBOX = /^(?:[^<>"\p{Cc}]+ <[^<>@\s,]+@[^<>@\s,]+>|[^<>@\s,]+@[^<>@\s,]+)$/u

export const identitySettings = defineSettings(
  {
    publicUrl: setting(
      'ID_BASE_URL',
      'the issuer of tokens; without a path, and in production `https` or loopback',
      {
        shown: `\`http://localhost:${ID_ENDPOINT.port}\``,
        read: (_name, _value, env) => perServiceSettings(ID_ENDPOINT).read(env).baseUrl,
      },
    ),
    keyEncryptionKeys: setting(
      'KEY_ENCRYPTION_KEY',
      "seals the ID service's keys in the database; 32 bytes as base64, the same for all its processes",
      keyEncryptionKeys,
    ),
    smtpUrl: setting('SMTP_URL', 'server for mail', url(['smtp://', 'smtps://'])),
    sender: setting('MAIL_FROM', 'its sender', mailbox),
    logoutToPrivateAddresses: setting(
      'LOGOUT_TO_PRIVATE_ADDRESSES',
      'allows logout URIs at private addresses and without TLS; only for clients in your network',
      developmentFlag,
    ),
  },
  ({ publicUrl: issuer, smtpUrl, sender, ...others }, env) => {
    const { dataDir, production } = processSettings.read(env)
    requireIssuer(issuer, production)
    const from = sender ?? `Ecosystem <no-reply@${hostOf(issuer)}>`
    const to = smtpUrl === undefined ? { folder: `${dataDir}/mail` } : { smtpUrl }
    // Without SMTP, messages are files for developers outside production, and mail is off in production.
    const isOff = production && smtpUrl === undefined
    const mail: MailSettings | undefined = isOff ? undefined : { from, to }
    return { ...others, issuer, dataDir, mail }
  },
)

export type IdentitySettings = ReturnType<typeof identitySettings.read>

function hostOf(issuer: string): string {
  return new URL(issuer).hostname.replace(/^\[.*/, 'localhost')
}

/** Checks the public URL: an origin of its own for its cookies, and HTTPS in production. @throws SettingError */
function requireIssuer(baseUrl: string, production: boolean): void {
  const { hostname, origin, protocol } = new URL(baseUrl)
  if (origin !== baseUrl) {
    throw new SettingError(
      'ID_BASE_URL must be an origin without a path, such as https://id.example.',
    )
  }
  if (!production || protocol === 'https:' || LOOPBACK.test(hostname)) return
  throw new SettingError(
    `ID_BASE_URL is ${baseUrl}, but must begin with https:// in production, because people type ` +
      'their passwords there. For calls of other processes, set ID_INTERNAL_URL.',
  )
}

/** Hosts to which traffic does not leave the machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
