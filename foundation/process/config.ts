// Reads the environment once; an invalid value fails startup with a message that names the variable.
import type { Quotas } from '#foundation/limits/rate-limit.ts'
import { defaultRequestLimits, type RequestLimits } from '#foundation/limits/request-limits.ts'
import { DEFAULT_RESPONSE_BYTES } from '#foundation/limits/response-budget.ts'
import { databaseUrl } from '#foundation/process/database-setting.ts'
import { readDomainSettings, type DomainSettings } from '#foundation/process/domain-settings.ts'
import {
  readForeignTokens,
  type ForeignTokenSettings,
} from '#foundation/process/foreign-supergraph-settings.ts'
import { readTelemetrySettings } from '#foundation/process/telemetry-settings.ts'
import {
  flag,
  httpUrl,
  integer,
  ipAddresses,
  list,
  oneOf,
  optionalUrl,
  optionalPort,
  origins,
  quota,
  secrets,
  SettingError,
  text,
  type Environment,
  type ServiceSecrets,
} from '#foundation/process/setting.ts'
import type { TelemetrySettings } from '#foundation/telemetry/start-telemetry.ts'

/** A service with settings of its own: `PATH_PORT`, `PATH_BASE_URL`, … */
export interface Configurable {
  /** The name of the service and of its Postgres schema. */
  name: string
  /** The beginning of the names of its variables, e.g. `ID`. */
  settings: string
  port: number
  /** Types that `Query.node` finds (every entity with an id), by the prefix of their ids. */
  nodes?: ServiceFacts['nodes']
  /** Undefined if the service holds no personal data. */
  personalData?: unknown
  /** Undefined if the service has no event log. */
  events?: unknown
}

/** The facts that every service knows about each service of the system, itself included. */
export interface ServiceFacts {
  name: string
  /** True if the service takes part in exporting and erasing personal data. */
  holdsPersonalData: boolean
  /** True if the service has an event log. */
  hasEvents: boolean
  /** Types that `Query.node` finds, by the prefix of their ids. */
  nodes: Readonly<Record<string, string>>
}

export interface ServiceConfig {
  port: number
  /** The public URL, where browsers and apps reach it, without a trailing slash. */
  baseUrl: string
  /** The URL where other processes of the system reach it, without a trailing slash. */
  internalUrl: string
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined
  /** The name of the variable that sets the database URL. */
  databaseSetting: string
}

/**
 * The query planner and executor: Hive's planner in this process, or Apollo's in a thread, with our executor; or
 * Apollo's gateway.
 */
export type RouterEngine = 'native' | 'worker' | 'apollo'

export interface Config {
  production: boolean
  host: string
  routerPort: number
  /** The port of /metrics; undefined: the ports of the services and the router. */
  metricsPort: number | undefined
  services: Record<string, ServiceConfig>
  /** Every service of the system, wherever it runs. */
  serviceFacts: readonly ServiceFacts[]
  dataDir: string
  /** The folder of the PostgreSQL programs that run the embedded database; undefined: the newest that fit. */
  postgresBin: string | undefined
  /** Undefined: a process that runs everything creates its own. */
  serviceSecrets: ServiceSecrets | undefined
  rateLimits: Quotas
  requestLimits: RequestLimits
  /** The maximum number of requests to subgraphs that an operation may need. */
  maxFetches: number
  routerEngine: RouterEngine
  /** How long the router waits for a subgraph in another process. */
  subgraphTimeoutMs: number
  /** The maximum size of a response, in bytes. */
  responseBytes: number
  /** Undefined if a router over a foreign supergraph verifies no tokens. */
  foreignTokens: ForeignTokenSettings | undefined
  /** The custom labels of `@override` that the router follows. */
  overrideLabels: readonly string[]
  /** How long a process serves after a signal without being ready. */
  shutdownDelayMs: number
  /** How long a client may stop reading a response before its connection is closed. */
  responseStallMs: number
  /** How many connections with a stream may be open at once. */
  liveLimits: { perPerson: number; perAddress: number; total: number }
  domainSettings: DomainSettings
  /** A Valkey or Redis in which all processes share their counts; undefined: in memory. */
  valkeyUrl: string | undefined
  demo: boolean
  /** Undefined for all loopback origins. */
  corsOrigins: string[] | undefined
  /** A URI where vulnerabilities are reported. */
  securityContact: string | undefined
  logLevel: string
  telemetry: TelemetrySettings
  trustProxy: string[]
  graphiql: boolean
  /** `only`: the router executes only documents that clients have registered. */
  trustedDocuments: 'off' | 'only'
  /** Allows logout notifications to clients at private addresses and without TLS. */
  logoutToPrivateAddresses: boolean
}

const ENGINES = ['native', 'worker', 'apollo'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads every variable that docs/operations/settings.md lists. @throws SettingError for the first invalid value */
export function readConfig(env: Environment, services: readonly Configurable[]): Config {
  const production = env.NODE_ENV === 'production'
  const sharedDatabaseUrl = databaseUrl(env, 'DATABASE_URL')
  const named = Object.fromEntries(
    services.map((service) => [service.name, serviceConfig(env, service, sharedDatabaseUrl)]),
  )
  const idService = serviceSettings({ services: named }, 'identity')
  // Demo data does not belong in an operator's database, not even if only one service uses it.
  const embedded = Object.values(named).every((service) => service.databaseUrl === undefined)
  const config: Config = {
    production,
    host: text(env, 'HOST') ?? '127.0.0.1',
    routerPort: integer(env, 'ROUTER_PORT', 1, 65_535, 4000),
    metricsPort: optionalPort(env, 'METRICS_PORT'),
    services: named,
    serviceFacts: serviceFacts(services),
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    postgresBin: text(env, 'POSTGRES_BIN'),
    serviceSecrets: secrets(env, 'SERVICE_SECRET'),
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
      cost: integer(env, 'GRAPHQL_MAX_COST', 1, 1_000_000_000, defaultRequestLimits.cost),
    },
    maxFetches: integer(env, 'GRAPHQL_MAX_FETCHES', 1, 10_000, 100),
    routerEngine: oneOf(env, 'ROUTER_ENGINE', ENGINES, 'native'),
    subgraphTimeoutMs: 1_000 * integer(env, 'SUBGRAPH_TIMEOUT_SECONDS', 1, 300, 10),
    responseBytes: integer(env, 'ANSWER_MAX_BYTES', 1_048_576, 268_435_456, DEFAULT_RESPONSE_BYTES),
    responseStallMs: 1_000 * integer(env, 'ANSWER_STALL_SECONDS', 1, 3_600, 30),
    shutdownDelayMs: 1_000 * integer(env, 'SHUTDOWN_DELAY_SECONDS', 0, 300, 0),
    liveLimits: {
      perPerson: integer(env, 'LIVE_MAX_PER_PERSON', 1, 1_000_000, 20),
      perAddress: integer(env, 'LIVE_MAX_PER_ADDRESS', 1, 1_000_000, 200),
      total: integer(env, 'LIVE_MAX_CONNECTIONS', 1, 1_000_000, 20_000),
    },
    foreignTokens: readForeignTokens(env),
    overrideLabels: list(env, 'ROUTER_OVERRIDE_LABELS') ?? [],
    domainSettings: readDomainSettings(env, idService, production),
    demo: flag(env, 'DEMO', embedded && !production),
    corsOrigins: origins(env, 'CORS_ORIGINS') ?? (production ? [] : undefined),
    securityContact: optionalUrl(env, 'SECURITY_CONTACT', ['mailto:', 'https://', 'tel:']),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    telemetry: readTelemetrySettings(env),
    trustProxy: ipAddresses(env, 'TRUST_PROXY'),
    graphiql: flag(env, 'GRAPHIQL', !production),
    trustedDocuments: oneOf(env, 'TRUSTED_DOCUMENTS', ['off', 'only'], 'off'),
    logoutToPrivateAddresses: flag(env, 'LOGOUT_TO_PRIVATE_ADDRESSES', !production),
  }
  if (config.demo && production) {
    throw new SettingError('DEMO must be 0 in production: demo people have a public password.')
  }
  return config
}

export function serviceFacts(services: readonly Configurable[]): ServiceFacts[] {
  return services.map(({ name, nodes = {}, personalData, events }) => ({
    name,
    holdsPersonalData: personalData !== undefined,
    hasEvents: events !== undefined,
    nodes,
  }))
}

/** The settings of one service. @throws for an unknown name */
export function serviceSettings(
  { services }: Pick<Config, 'services'>,
  name: string,
): ServiceConfig {
  const settings = services[name]
  if (!settings) throw new Error(`There is no service ${name}.`)
  return settings
}

/** The variable that names the port of a service. */
export function portSetting({ settings }: Pick<Configurable, 'settings'>): string {
  return `${settings}_PORT`
}

/**
 * The secrets that sign service tokens, for a process that calls others over HTTP.
 * @throws SettingError when none is set.
 */
export function requiredServiceSecrets(config: Config): ServiceSecrets {
  if (config.serviceSecrets !== undefined) return config.serviceSecrets
  throw new SettingError(
    'SERVICE_SECRET must be set when services run as processes of their own: ' +
      'at least 32 characters, the same in every process.',
  )
}

function serviceConfig(
  env: Environment,
  { settings, port: defaultPort }: Configurable,
  sharedDatabaseUrl: string | undefined,
): ServiceConfig {
  const ownPort = integer(env, portSetting({ settings }), 1, 65_535, defaultPort)
  const baseUrl = httpUrl(env, `${settings}_BASE_URL`) ?? `http://localhost:${ownPort}`
  const ownDatabase = `${settings}_DATABASE_URL`
  const ownDatabaseUrl = databaseUrl(env, ownDatabase)
  return {
    port: ownPort,
    baseUrl,
    internalUrl: httpUrl(env, `${settings}_INTERNAL_URL`) ?? baseUrl,
    databaseUrl: ownDatabaseUrl ?? sharedDatabaseUrl,
    databaseSetting: ownDatabaseUrl === undefined ? 'DATABASE_URL' : ownDatabase,
  }
}

/** Translates valkey:// for the client library, which accepts only the schemes of Redis. */
function valkeyUrl(env: Environment): string | undefined {
  const url = optionalUrl(env, 'VALKEY_URL', ['redis://', 'rediss://', 'valkey://', 'valkeys://'])
  return url?.replace(/^valkey/i, 'redis')
}
