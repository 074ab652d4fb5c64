// The whole system for a test, on free ports and a database of its own, and people who use it.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { TOKEN_AUDIENCE } from '#foundation/auth/viewer.ts'
import type { Kysely } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { Execution } from '#foundation/graphql/operation.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { readConfig, serviceSettings, type Config } from '#foundation/process/config.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { createRuntime } from '#foundation/service/runtime.ts'
import { createLog, type Log } from '#foundation/telemetry/log.ts'
import { telemetrySettings } from '#foundation/telemetry/settings.ts'
import { startTelemetry } from '#foundation/telemetry/start-telemetry.ts'
import { startOneProcess } from '../../one-process.ts'
import { startRouterAlone } from '../../router/alone.ts'
import { routerSettings } from '../../router/settings.ts'
import { hostServices } from '../../subgraphs/host.ts'
import {
  signAccessToken,
  type AccessTokenClaims,
} from '../../subgraphs/identity/oauth/keys/access-token.ts'
import { keyStoreOf } from '../../subgraphs/identity/oauth/keys/key-store.ts'
import { createKeyring, type Keyring } from '../../subgraphs/identity/oauth/keys/keyring.ts'
import { identitySettings } from '../../subgraphs/identity/settings.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { cloneDatabase, openTables, type TestDatabase } from './database.ts'
import { duringTests } from './during-tests.ts'
import { send, type TestResponse, type Sent } from './http.ts'
import { freePorts } from './ports.ts'
import { addPerson, type NewPerson } from './story.ts'

export type { TestResponse }

/** Identity alone, without peers and router, starts in a fifth of the time. */
export type Topology = 'one process' | 'over HTTP' | 'Identity alone'

/** The keys of ID tokens, which every system of a run shares. */
const RSA_KEYS = 'signing-keys-rs256.json'

export interface TestSystemOptions {
  topology?: Topology
  execution?: Execution
  /** The database, by default a new migrated one. */
  database?: () => Promise<TestDatabase>
  /** Settings in addition to those of every test: free ports, no rate limits, no logs. */
  settings?: Environment
  /** Gets its log lines, at its own level. */
  log?: Log
  /** In one process: milliseconds between two polls of keys and revoked grants. */
  pollEveryMs?: number
  /** Milliseconds between two deliveries of usage. */
  usageEveryMs?: number
}

/** Claims of a token that differ from the usual ones. */
export type TokenOptions = Partial<AccessTokenClaims> & { issuedAt?: Date }

export interface Person {
  id: string
  username: string
  /** An access token, by default with every scope but `admin`. */
  token(options?: TokenOptions): Promise<string>
}

export interface TestSystem {
  config: Config
  /** The address of its database, with the role of a superuser. */
  databaseUrl: string
  /** The keys that sign access tokens, as the system reads them. */
  keyring: Keyring
  /** The base address of a service by name, or of the router. */
  address(name: string): string
  /** Adds a person. */
  join(username: string, about?: Partial<NewPerson>): Promise<Person>
  fetch(url: string, sent?: Sent): Promise<TestResponse>
  /** Sends a GraphQL request to the router, or to the /graphql of a service. */
  graphql(
    query: string,
    options?: { token?: string | undefined; variables?: object; at?: string; headers?: object },
  ): Promise<TestResponse>
  /** A handle on the tables of one service. */
  tables<Tables>(service: string): Kysely<Tables>
  /** The system's clock, which a test may set forward. */
  clock: { now: Date | undefined }
  /** Stops one service or the router, as an outage does, and starts it again. Over HTTP only. */
  stopService(name: string): Promise<void>
  startService(name: string): Promise<void>
  stop(): Promise<void>
}

/** A system for the tests of a file. Its members exist only while they run. */
export const testSystem = (options?: TestSystemOptions): TestSystem =>
  duringTests(() => startTestSystem(options))

/** Starts the system with the options of a test. */
export async function startTestSystem(options: TestSystemOptions = {}): Promise<TestSystem> {
  const { topology = 'one process', execution = 'compiled' } = options
  const database = await (options.database ?? cloneDatabase)()
  const dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-keys-'))
  await copyFile(join(inject('sharedFolder'), RSA_KEYS), join(dataDir, RSA_KEYS))
  const env = { ...(await testSettings()), DATA_DIR: dataDir, ...options.settings }
  const config = readConfig(env, subgraphs)
  const clock: TestSystem['clock'] = { now: undefined }
  const now = () => clock.now ?? new Date()
  const observed = telemetrySettings.read(env)
  const log = options.log ?? createLog(observed.logLevel, 'test')
  const { pollEveryMs, usageEveryMs } = options
  const timing = { pollEveryMs, usageEveryMs }
  const databaseUrlOf = (name: string) => database.urls?.[name] ?? serviceUrl(database.url, name)
  const common = { config, databaseUrlOf, log, now, execution, ...timing }
  const telemetry = await startTelemetry({ settings: observed, log, name: 'test' })
  const running = await START[topology](common)
  const handles = new Map<string, Kysely<never>>()

  const tables = <Tables>(service: string): Kysely<Tables> => {
    const handle =
      handles.get(service) ??
      openTables<never>({ url: database.urls?.[service] ?? database.url }, service)
    handles.set(service, handle)
    return handle as unknown as Kysely<Tables>
  }
  const db = tables<IdentityTables>('identity')
  const keyring = createKeyring(keyStoreOf({ db, settings: identitySettings.read(env) }), now, log)
  const address = (name: string) =>
    name === 'router'
      ? `http://127.0.0.1:${routerSettings.read(env).port}`
      : serviceSettings(config, name).baseUrl

  return {
    config,
    databaseUrl: database.url,
    keyring,
    clock,
    address,
    tables,
    async join(username, about = {}) {
      const id = await addPerson({ tables }, username, about)
      return { id, username, token: (claims) => tokenFor(id, config, keyring, now(), claims) }
    },
    fetch: send,
    graphql: (query, { token, variables, at = 'router', headers } = {}) =>
      send(`${address(at)}/graphql`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      }),
    stopService: (name) => running.stopService(name),
    startService: (name) => running.startService(name),
    async stop() {
      await running.stop()
      await telemetry[Symbol.asyncDispose]()
      await Promise.all([...handles.values()].map((handle) => handle.destroy()))
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function testSettings(): Promise<Environment> {
  const [routerPort, ...ports] = await freePorts(subgraphs.length + 1)
  const servicePorts = subgraphs.flatMap(({ settings }, index) => [
    [`${settings}_PORT`, String(ports[index])],
    [`${settings}_BASE_URL`, `http://127.0.0.1:${ports[index]}`],
  ])
  return {
    ...Object.fromEntries(servicePorts),
    ROUTER_PORT: String(routerPort),
    DEMO: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    SERVICE_SECRET: 'a secret that only these tests know',
    RATE_LIMIT_FREE: 'off',
    RATE_LIMIT_AUTHENTICATED: 'off',
    RATE_LIMIT_PARTNER: 'off',
  }
}

type Common = Parameters<typeof startOneProcess>[0]

type Started = Pick<TestSystem, 'stopService' | 'startService' | 'stop'>

const START: Readonly<Record<Topology, (common: Common) => Promise<Started>>> = {
  'one process': async (common) => asStarted(await startOneProcess(common)),
  'over HTTP': startApart,
  'Identity alone': async (common) => asStarted(await startAlone(common, 'identity')),
}

function asStarted(system: AsyncDisposableStack): Started {
  const alone = (name: string) => Promise.reject(new Error(`${name} does not run alone.`))
  return { stop: () => system.disposeAsync(), stopService: alone, startService: alone }
}

/** Starts a service that calls its peers over HTTP, or the router, as in a process of its own. */
export function startAlone(common: Common, name: string): Promise<AsyncDisposableStack> {
  return name === 'router'
    ? startRouterAlone({ ...common, supergraph: undefined })
    : hostAlone(common, name)
}

async function hostAlone(common: Common, name: string): Promise<AsyncDisposableStack> {
  await using resources = new AsyncDisposableStack()
  const serviceSecrets = common.config.serviceSecrets!
  const runtime = resources.use(await createRuntime({ ...common, serviceSecrets, self: name }))
  const host = await hostServices({
    ...common,
    runtime,
    subgraphs: subgraphs.filter((subgraph) => subgraph.name === name),
    peersOverHttp: true,
  })
  resources.use(host)
  return resources.move()
}

/** Starts the router and every service apart, with HTTP between them, as in processes of their own. */
async function startApart(common: Common): Promise<Started> {
  const hosts = new Map<string, AsyncDisposableStack>()
  const startService = async (name: string) => {
    hosts.set(name, await startAlone(common, name))
  }
  const stopService = async (name: string) => {
    await hosts.get(name)?.disposeAsync()
    hosts.delete(name)
  }
  await Promise.all(subgraphs.map(({ name }) => startService(name)))
  await startService('router')
  return {
    startService,
    stopService,
    async stop() {
      await stopService('router')
      await Promise.all([...hosts.keys()].map(stopService))
    },
  }
}

async function tokenFor(
  subject: string,
  config: Config,
  keyring: Keyring,
  now: Date,
  { issuedAt = now, ...claims }: TokenOptions = {},
): Promise<string> {
  const usual: AccessTokenClaims = {
    issuer: serviceSettings(config, 'identity').baseUrl,
    audience: TOKEN_AUDIENCE,
    subject,
    clientId: 'test-client',
    grantId: newId('grant'),
    scope: 'identity credentials wallet',
    tier: 'authenticated',
    // The recent sign-in that an administrative change needs.
    signedInAt: issuedAt,
    acr: '2',
  }
  return signAccessToken(await keyring.signingKey(), { ...usual, ...claims }, issuedAt)
}
