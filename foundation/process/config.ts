// Reads the environment once; an invalid value fails startup with a message that names the variable.
import { isIP, isIPv4 } from 'node:net'
import { parseQuota, type Quotas } from '#foundation/limits/rate-limit.ts'
import { defaultRequestLimits, type RequestLimits } from '#foundation/limits/request-limits.ts'
import { DEFAULT_RESPONSE_BYTES } from '#foundation/limits/response-budget.ts'

/** What a service declares to have settings of its own: `PATH_PORT`, `PATH_BASE_URL`, … */
export interface Configurable {
  name: string
  /** Start of the names of its variables, e.g. `ID`. */
  settings: string
  port: number
}

export interface ServiceConfig {
  port: number
  /** Its public address, where browsers and apps reach it, without a trailing slash. */
  baseUrl: string
  /** Where other processes of the system reach it, without a trailing slash. */
  internalUrl: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** The variable that names it. */
  databaseSetting: string
}

/** Settings that rules of the domains read. */
export interface Rules {
  /** How many votes a proposal needs to pass. */
  quorum: number
  /** The issuer of access tokens: the public address of the ID service. */
  issuer: string
}

export interface Config {
  production: boolean
  host: string
  routerPort: number
  /** By subgraph name. */
  services: Record<string, ServiceConfig>
  dataDir: string
  /** Undefined: made by the one process that needs none from outside. */
  serviceSecret: string | undefined
  rateLimits: Quotas
  requestLimits: RequestLimits
  /** How long the router waits for an answer of a subgraph in another process. */
  subgraphTimeoutMs: number
  /** The most that an answer may hold, in bytes. */
  answerBytes: number
  /** How long an answer may wait for its reader, in milliseconds, before the connection is cut. */
  answerStallMs: number
  rules: Rules
  /** A Valkey or Redis that shares the counts of all processes; undefined: in memory. */
  valkeyUrl: string | undefined
  demo: boolean
  /** Undefined: every loopback origin. */
  corsOrigins: string[] | undefined
  logLevel: string
  tokenAudience: string
  trustProxy: string[]
  graphiql: boolean
  /** `only`: the router executes documents that clients have registered, and no other. */
  trustedDocuments: 'off' | 'only'
  /** OpenID Connect sign-in: the scope `openid`, ID tokens, userinfo. */
  openid: boolean
  /** Pushed authorization requests (RFC 9126). */
  pushedRequests: boolean
}

export type Environment = Record<string, string | undefined>

/** A setting that cannot be used. The message names the variable and what it may be. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

const POSTGRES = ['postgres:', 'postgresql:']
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * The whole configuration, from the variables that docs/operations.md lists.
 * @throws SettingError for the first value that cannot be used.
 */
export function readConfig(env: Environment, services: readonly Configurable[]): Config {
  const production = env.NODE_ENV === 'production'
  const databaseUrl = optionalUrl(env, 'DATABASE_URL', POSTGRES)
  const configs = services.map((service) => serviceConfig(env, service, databaseUrl))
  // Demo data does not belong into a database of the operator, not even for one service.
  const embedded = configs.every((service) => service.databaseUrl === undefined)
  const named = Object.fromEntries(services.map(({ name }, index) => [name, configs[index]!]))
  const config: Config = {
    production,
    host: text(env, 'HOST') ?? '127.0.0.1',
    routerPort: integer(env, 'ROUTER_PORT', 1, 65_535, 4000),
    services: named,
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    serviceSecret: secret(env, 'SERVICE_SECRET'),
    rateLimits: {
      free: quota(env, 'RATE_LIMIT_FREE', '100:10'),
      authenticated: quota(env, 'RATE_LIMIT_AUTHENTICATED', '1000:100'),
      partner: quota(env, 'RATE_LIMIT_PARTNER', '10000:1000'),
    },
    valkeyUrl: valkeyUrl(env),
    requestLimits: {
      depth: integer(env, 'GRAPHQL_MAX_DEPTH', 1, 1_000, defaultRequestLimits.depth),
      aliases: integer(env, 'GRAPHQL_MAX_ALIASES', 1, 10_000, defaultRequestLimits.aliases),
      fields: integer(env, 'GRAPHQL_MAX_FIELDS', 1, 1_000_000, defaultRequestLimits.fields),
      tokens: integer(env, 'GRAPHQL_MAX_TOKENS', 1, 1_000_000, defaultRequestLimits.tokens),
      nodes: integer(env, 'GRAPHQL_MAX_NODES', 1, 1_000_000_000, defaultRequestLimits.nodes),
    },
    subgraphTimeoutMs: 1_000 * integer(env, 'SUBGRAPH_TIMEOUT_SECONDS', 1, 300, 10),
    answerBytes: integer(env, 'ANSWER_MAX_BYTES', 1_048_576, 268_435_456, DEFAULT_RESPONSE_BYTES),
    answerStallMs: 1_000 * integer(env, 'ANSWER_STALL_SECONDS', 1, 3_600, 30),
    rules: {
      quorum: integer(env, 'QUORUM', 1, 1_000_000, 1),
      issuer: issuer(serviceSettings({ services: named }, 'identity'), production),
    },
    demo: flag(env, 'DEMO', embedded && !production),
    corsOrigins: origins(env, 'CORS_ORIGINS') ?? (production ? [] : undefined),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    tokenAudience: text(env, 'TOKEN_AUDIENCE') ?? 'ecosystem',
    trustProxy: addresses(env, 'TRUST_PROXY'),
    graphiql: flag(env, 'GRAPHIQL', !production),
    trustedDocuments: oneOf(env, 'TRUSTED_DOCUMENTS', ['off', 'only'], 'off') as 'off' | 'only',
    openid: flag(env, 'OPENID', true),
    pushedRequests: flag(env, 'PUSHED_REQUESTS', true),
  }
  if (config.demo && production) {
    throw new SettingError('DEMO must be 0 in production: demo people have a public password.')
  }
  return config
}

/** The settings of one service; throws when the service is not one of those that were read. */
export function serviceSettings(
  { services }: Pick<Config, 'services'>,
  name: string,
): ServiceConfig {
  const settings = services[name]
  if (!settings) throw new Error(`No service is called ${name}.`)
  return settings
}

/** A port, as an option of a command names it. @throws SettingError for anything else */
export function readPort(option: string, value: string): number {
  return wholeNumber(option, value, 1, 65_535)
}

/** The variable that names the port of a service. */
export function portSetting({ settings }: Pick<Configurable, 'settings'>): string {
  return `${settings}_PORT`
}

/**
 * The secret that signs service tokens, for a process that talks to others over HTTP.
 * @throws SettingError when it is not set.
 */
export function requiredServiceSecret(config: Config): string {
  if (config.serviceSecret !== undefined) return config.serviceSecret
  throw new SettingError(
    'SERVICE_SECRET must be set when services run as processes of their own: ' +
      'at least 32 characters, the same for every one of them.',
  )
}

function serviceConfig(
  env: Environment,
  { settings, port: defaultPort }: Configurable,
  sharedDatabaseUrl: string | undefined,
): ServiceConfig {
  const ownPort = integer(env, portSetting({ settings }), 1, 65_535, defaultPort)
  const baseUrl = address(env, `${settings}_BASE_URL`) ?? `http://localhost:${ownPort}`
  const ownDatabase = `${settings}_DATABASE_URL`
  const ownDatabaseUrl = optionalUrl(env, ownDatabase, POSTGRES)
  return {
    port: ownPort,
    baseUrl,
    internalUrl: address(env, `${settings}_INTERNAL_URL`) ?? baseUrl,
    databaseUrl: ownDatabaseUrl ?? sharedDatabaseUrl,
    databaseSetting: ownDatabaseUrl === undefined ? 'DATABASE_URL' : ownDatabase,
  }
}

/** The client library knows the schemes of Redis alone. */
function valkeyUrl(env: Environment): string | undefined {
  const url = optionalUrl(env, 'VALKEY_URL', ['redis:', 'rediss:', 'valkey:', 'valkeys:'])
  return url?.replace(/^valkey/i, 'redis')
}

/** An http or https URL as browsers write it, without a trailing slash. */
function address(env: Environment, name: string): string | undefined {
  const url = optionalUrl(env, name, ['http:', 'https:'])
  return url && new URL(url).href.replace(/\/+$/, '')
}

/** Pages and cookies of the ID service are those of a whole origin, and passwords are typed there. */
function issuer({ baseUrl }: ServiceConfig, production: boolean): string {
  const { hostname, origin, protocol } = new URL(baseUrl)
  if (origin !== baseUrl) {
    throw new SettingError(
      'ID_BASE_URL must be an origin, as https://id.example is: without a path.',
    )
  }
  if (!production || protocol === 'https:' || LOOPBACK.test(hostname)) return baseUrl
  throw new SettingError(
    `ID_BASE_URL is ${baseUrl}, and must begin with https:// in production: people type their ` +
      'passwords there. Where other processes reach the ID service is ID_INTERNAL_URL.',
  )
}

/** Browsers keep what they send there on the machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function list(env: Environment, name: string): string[] | undefined {
  return text(env, name)
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** As browsers send them, since they are compared letter by letter. */
function origins(env: Environment, name: string): string[] | undefined {
  const values = list(env, name)
  const wrong = values?.find((value) => URL.parse(value)?.origin !== value)
  if (wrong === undefined) return values
  throw new SettingError(
    `${name} holds "${wrong}", and must be a comma list of origins, such as https://app.example.`,
  )
}

function addresses(env: Environment, name: string): string[] {
  const values = list(env, name) ?? []
  const wrong = values.find((value) => !isAddress(value))
  if (wrong === undefined) return values
  const allowed = 'IP addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal'
  throw new SettingError(`${name} holds "${wrong}", and must be a comma list of ${allowed}.`)
}

function isAddress(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const most = isIPv4(address) ? 32 : 128
  const isNetwork = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most)
  return isIP(address) !== 0 && isNetwork && rest.length === 0
}

function integer(
  env: Environment,
  name: string,
  least: number,
  most: number,
  fallback: number,
): number {
  const value = text(env, name)
  return value === undefined ? fallback : wholeNumber(name, value, least, most)
}

function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  throw new SettingError(`${name} is "${value}", and must be a number from ${least} to ${most}.`)
}

function flag(env: Environment, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['0', '1'], fallback ? '1' : '0') === '1'
}

function oneOf(env: Environment, name: string, allowed: string[], fallback: string): string {
  const value = text(env, name) ?? fallback
  if (allowed.includes(value)) return value
  throw new SettingError(`${name} is "${value}", and must be one of ${allowed.join(', ')}.`)
}

function optionalUrl(env: Environment, name: string, protocols: string[]): string | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (url && protocols.includes(url.protocol)) return value
  // The value itself may hold a password, so it is not repeated.
  throw new SettingError(
    `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  )
}

function secret(env: Environment, name: string): string | undefined {
  const value = text(env, name)
  if (value === undefined || value.length >= 32) return value
  throw new SettingError(`${name} must have at least 32 characters.`)
}

function quota(env: Environment, name: string, fallback: string): Quotas['free'] {
  const value = text(env, name) ?? fallback
  try {
    return parseQuota(value)
  } catch (cause) {
    throw new SettingError(
      `${name} is "${value}", and must be hour:burst (two whole numbers, for example ${fallback}) or off.`,
      { cause },
    )
  }
}
