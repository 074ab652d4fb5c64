// The settings of every HTTP server: whom it trusts, and which pages it serves.
import { isIP, isIPv4 } from 'node:net'
import {
  developmentFlag,
  list,
  optionalPort,
  seconds,
  url,
} from '#foundation/settings/value-parsers.ts'
import {
  defineSettings,
  isProduction,
  setting,
  SettingError,
  type ValueParser,
} from '#foundation/settings/setting.ts'

/** IP addresses and networks, as `trust proxy` of Express takes them. */
const ipAddresses: ValueParser<string[]> = {
  read(name, value, env) {
    const values = list.read(name, value, env) ?? []
    const wrong = values.find((address) => !isIpAddress(address))
    if (wrong === undefined) return values
    const allowed = 'IP addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal'
    throw new SettingError(
      `${name} contains "${wrong}", but must be a comma-separated list of ${allowed}.`,
    )
  },
}

function isIpAddress(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const max = isIPv4(address) ? 32 : 128
  const isNetwork = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= max)
  return isIP(address) !== 0 && isNetwork && rest.length === 0
}

const ORIGINS =
  'a comma-separated list of origins, such as https://app.example or capacitor://localhost: ' +
  'each without a path, in lower case, as browsers send it'
const OPAQUE = /^(null$|(file|data|about|javascript):)/i
const SENT_AS_NULL =
  'Browsers send null as the origin of such pages: serve the page under an origin of its own.'
/** The origin of a web view, a desktop app or a browser extension: browsers send it, but `URL` does not know it. */
const APP_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[a-z\d._-]+(:\d{1,5})?$/

/** Origins in the spelling of browsers, because origins are compared as strings; undefined for all of loopback. */
const origins: ValueParser<string[] | undefined> = {
  shown: 'loopback origins; none in production',
  read(name, value, env) {
    const values = list.read(name, value, env) ?? (isProduction(env) ? [] : undefined)
    const wrong = values?.find((origin) => !isOrigin(origin))
    if (wrong === undefined) return values
    const reason = OPAQUE.test(wrong) ? ` ${SENT_AS_NULL}` : ''
    throw new SettingError(`${name} contains "${wrong}", but must be ${ORIGINS}.${reason}`)
  },
}

function isOrigin(value: string): boolean {
  if (OPAQUE.test(value)) return false
  const origin = URL.parse(value)?.origin
  return origin === value || (origin === 'null' && APP_ORIGIN.test(value))
}

export const httpSettings = defineSettings({
  trustProxy: setting(
    'TRUST_PROXY',
    'addresses of proxies, ranges (`10.0.0.0/8`), `loopback`, `linklocal` or `uniquelocal`',
    ipAddresses,
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    'origins of browsers besides those of public clients, such as `https://app.example`',
    origins,
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    '`mailto:…`, `https:…` or `tel:…` for `/.well-known/security.txt`',
    url(['mailto:', 'https://', 'tel:']),
  ),
  graphiql: setting(
    'GRAPHIQL',
    "the explorer at the router's `/`, plans, and `/docs`",
    developmentFlag,
  ),
  responseStallMs: setting(
    'ANSWER_STALL_SECONDS',
    'seconds without progress until a connection is closed; more for readers slower than 50 KB a second',
    seconds(1, 3_600, 30),
  ),
  metricsPort: setting(
    'METRICS_PORT',
    'one port of `/metrics` for a process; on one machine, each process needs another',
    { ...optionalPort, shown: 'those of the services' },
  ),
})

export type HttpSettings = ReturnType<typeof httpSettings.read>
