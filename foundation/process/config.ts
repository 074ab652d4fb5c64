// What is of every process: where it and the services are, their databases and secrets, and the environment, from
// which each folder reads the settings that it declares.
import { databaseUrl } from '#foundation/process/database-setting.ts'
import { flag, httpUrl, portOr, seconds, textOr } from '#foundation/settings/value-parsers.ts'
import {
  defineSettings,
  isProduction,
  setting,
  SettingError,
  type Environment,
  type ValueParser,
} from '#foundation/settings/setting.ts'

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

export interface Config {
  /** The environment, from which each folder reads its own settings. */
  env: Environment
  production: boolean
  host: string
  services: Record<string, ServiceConfig>
  dataDir: string
  /** Undefined: a process that runs everything creates its own. */
  serviceSecrets: ServiceSecrets | undefined
  /** How long a process serves after a signal without being ready. */
  shutdownDelayMs: number
  demo: boolean
}

/** The secrets that all services share, the newest first: one, or two while they are rotated. */
export type ServiceSecrets = readonly [newest: string, previous?: string | undefined]

const MIN_SECRET = 32

/** A secret, or two separated by a comma, the newest first. The messages do not repeat the value. */
const secrets: ValueParser<ServiceSecrets | undefined> = {
  shown: 'generated in one process, else required',
  read(name, value) {
    if (value === undefined) return undefined
    const parts = value.split(',').map((part) => part.trim())
    if (parts.some((part) => part.length < MIN_SECRET)) {
      throw new SettingError(`${name} must have at least ${MIN_SECRET} characters, and no comma.`)
    }
    if (parts.length > 2) {
      throw new SettingError(
        `${name} must contain at most two secrets: the newest and the previous one.`,
      )
    }
    return parts as unknown as ServiceSecrets
  },
}

export const processSettings = defineSettings({
  production: setting('NODE_ENV', '`production` turns on the production rules', {
    read: (_name, _value, env) => isProduction(env),
  }),
  host: setting('HOST', 'address to listen on; `::` for all', textOr('127.0.0.1')),
  dataDir: setting('DATA_DIR', 'data folder', textOr('.data')),
  databaseUrl: setting('DATABASE_URL', '`postgres://…` for all services', {
    ...databaseUrl,
    shown: 'the embedded PostgreSQL',
  }),
  serviceSecrets: setting(
    'SERVICE_SECRET',
    'signs service tokens; 32 characters or more, the same everywhere',
    secrets,
  ),
  shutdownDelayMs: setting(
    'SHUTDOWN_DELAY_SECONDS',
    'seconds that a process serves after a signal',
    seconds(0, 300, 0),
  ),
  demo: setting('DEMO', 'demo people, `content/demo` and the admin key `demo-admin-key`', {
    ...flag,
    shown: '`1` with only embedded databases, else `0`',
  }),
})

/** The settings of one service. */
export function perServiceSettings({ settings, port }: Pick<Configurable, 'settings' | 'port'>) {
  const ownDatabase = `${settings}_DATABASE_URL`
  return defineSettings(
    {
      port: setting(portSetting({ settings }), 'its port', portOr(port)),
      publicUrl: setting(`${settings}_BASE_URL`, 'its public URL', {
        ...httpUrl,
        shown: '`http://localhost:<port>`',
      }),
      internalUrl: setting(
        `${settings}_INTERNAL_URL`,
        'its URL for other processes; behind a proxy, even one process needs `ID_INTERNAL_URL`',
        { ...httpUrl, shown: `\`${settings}_BASE_URL\`` },
      ),
      databaseUrl: setting(ownDatabase, 'for one service, with its own role', {
        ...databaseUrl,
        shown: '`DATABASE_URL`',
      }),
    },
    ({ port, publicUrl, internalUrl, databaseUrl: own }, env): ServiceConfig => {
      const baseUrl = publicUrl ?? `http://localhost:${port}`
      return {
        port,
        baseUrl,
        internalUrl: internalUrl ?? baseUrl,
        databaseUrl: own ?? processSettings.read(env).databaseUrl,
        databaseSetting: own === undefined ? 'DATABASE_URL' : ownDatabase,
      }
    },
  )
}

/** Reads what is of every process. @throws SettingError for the first invalid value */
export function readConfig(env: Environment, services: readonly Configurable[]): Config {
  const { databaseUrl: _shared, demo, ...common } = processSettings.read(env)
  const named = Object.fromEntries(
    services.map((service) => [service.name, perServiceSettings(service).read(env)]),
  )
  if (demo && common.production) {
    throw new SettingError('DEMO must be 0 in production: demo people have a public password.')
  }
  // Demo data does not belong in an operator's database, not even if only one service uses it.
  const embedded = Object.values(named).every((service) => service.databaseUrl === undefined)
  return { env, ...common, services: named, demo: demo ?? (embedded && !common.production) }
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
