// This project with demo data, people and their tokens, as the benchmarks call it.
import { join } from 'node:path'
import { Client as Database } from 'pg'
import { newId } from '#foundation/domain/ids.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { freePorts } from '#test/ports.ts'
import { signAccessToken } from '../../subgraphs/identity/oauth/keys/access-token.ts'
import { folderKeyStore } from '../../subgraphs/identity/oauth/keys/key-store.ts'
import { createKeyring } from '../../subgraphs/identity/oauth/keys/keyring.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { composeOptions, PROJECT, startArguments, type Stage } from './programs.ts'
import { connectTo } from './request.ts'
import type { Connection, Side } from './rounds.ts'

/** How many people call. */
export const PEOPLE = 15
/** Of every side, so that the benchmark can call as the router. */
export const SERVICE_SECRET = 'a secret that all sides of the benchmark share'

/** The request that a benchmark repeats. */
export interface Work {
  /** The name of a service, or `router`. */
  of: string
  method: 'GET' | 'POST'
  path: string
  /**
   * For requests that a person cannot repeat: makes what they need before a round, and returns the
   * paths. Each person begins at another one.
   */
  freshPaths?: (databaseUrl: string) => Promise<readonly string[]>
  /** The body; it may name the people that the database has. */
  body?: (people: readonly string[]) => string
}

export interface System {
  name: string
  folder: string
  /** The URL of a service, or of the router. */
  originOf: (name: string) => string
  pid: number
  /** Other measured processes, if any. */
  otherPids?: readonly number[]
  people: readonly string[]
  tokens: readonly string[]
  databaseUrl: string
  /** Where its public keys are. */
  keysUrl: string
}

/** A database, ports and settings for a system, before any of its processes runs. */
interface Installation {
  databaseUrl: string
  dataDir: string
  settings: Record<string, string>
  portOf: (name: string) => number
}

export interface StartOptions {
  /** Options of Node for its process. */
  nodeOptions?: readonly string[]
  /** Settings of the processes, in addition to the defaults. */
  settings?: Record<string, string>
}

/** Everything in one process, with the demo data and more people, and without rate limits. */
export async function startSystem(
  stage: Stage,
  name: string,
  folder: string,
  { nodeOptions = [], settings = {} }: StartOptions = {},
): Promise<System> {
  const installation = await install(stage, folder)
  const env = { ...installation.settings, ...settings }
  const pid = await stage.start([...nodeOptions, ...startArguments(folder)], env, folder)
  return settle(installation, { name, folder, pid })
}

/** Starts the router and each service as a process of its own; `pid` is the router's. */
export async function startApart(stage: Stage, name: string, folder: string): Promise<System> {
  const installation = await install(stage, folder)
  const { settings } = installation
  const otherPids: number[] = []
  const optionsOf = (name: string) => (folder === PROJECT ? composeOptions(name) : [])
  for (const { name: service } of subgraphs) {
    const args = [...optionsOf(service), 'subgraphs/main.ts', service]
    otherPids.push(await stage.start(args, settings, folder))
  }
  const pid = await stage.start([...optionsOf('router'), 'router/main.ts'], settings, folder)
  return settle(installation, { name, folder, pid, otherPids })
}

/** Each checkout reaches its database as it does after `npm start`; earlier ones knew no socket. */
async function install(stage: Stage, folder: string): Promise<Installation> {
  const database = new URL(folder === PROJECT ? stage.nearestUrl : stage.databaseUrl)
  database.pathname = `/${newId('bench')}`
  await execute(stage.databaseUrl, `create database ${database.pathname.slice(1)}`)
  const dataDir = join(stage.folder, newId('data'))
  const names = ['router', ...subgraphs.map((subgraph) => subgraph.name)]
  const ports = await freePorts(names.length)
  const portOf = (name: string) => ports[names.indexOf(name)]!
  const portSettings = subgraphs.map(({ name, settings }) => [`${settings}_PORT`, portOf(name)])
  const settings = {
    ...Object.fromEntries(portSettings.map(([name, port]) => [name, String(port)])),
    ROUTER_PORT: String(portOf('router')),
    DATABASE_URL: database.href,
    DATA_DIR: dataDir,
    DEMO: '1',
    RATE_LIMIT_AUTHENTICATED: 'off',
    LOG_LEVEL: 'warn',
    SERVICE_SECRET,
  }
  return { databaseUrl: database.href, dataDir, settings, portOf }
}

/** Adds the people, with their tokens. */
async function settle(
  { databaseUrl, dataDir, portOf }: Installation,
  processes: Pick<System, 'name' | 'folder' | 'pid' | 'otherPids'>,
): Promise<System> {
  const issuer = `http://localhost:${portOf('identity')}`
  const originOf = (of: string) => `http://127.0.0.1:${portOf(of)}`
  const people = await addPeople(databaseUrl)
  const tokens = await Promise.all(people.map((id) => sign(dataDir, issuer, id)))
  const keysUrl = `${issuer}/.well-known/jwks.json`
  return { ...processes, originOf, people, tokens, databaseUrl, keysUrl }
}

/** The people of the demo data, and as many more as are missing. */
async function addPeople(databaseUrl: string): Promise<string[]> {
  const known = await execute(databaseUrl, 'select id from identity.identities order by id')
  const added = Array.from({ length: PEOPLE - known.length }, () => newId('identity'))
  await execute(
    databaseUrl,
    `insert into identity.identities (id, username, display_name, house, archetype)
     select id, 'person_' || n, 'Person ' || n, 'Aether', 'Architect'
     from unnest($1::text[]) with ordinality as person (id, n)`,
    [added],
  )
  return [...known.map(({ id }) => id as string), ...added]
}

/** Runs a statement on a connection of its own, and returns its rows. */
export async function execute(url: string, sql: string, values: unknown[] = []) {
  const database = new Database({ connectionString: url })
  await database.connect()
  try {
    const { rows } = await database.query<Record<string, unknown>>(sql, values)
    return rows
  } finally {
    await database.end()
  }
}

async function sign(dataDir: string, issuer: string, subject: string): Promise<string> {
  const now = () => new Date()
  const key = await createKeyring(
    folderKeyStore(dataDir),
    now,
    createLog('warn', 'bench'),
  ).signingKey()
  return signAccessToken(
    key,
    {
      issuer,
      audience: 'ecosystem',
      subject,
      clientId: 'bench',
      grantId: newId('grant'),
      scope: 'identity credentials wallet',
      tier: 'authenticated',
    },
    now(),
  )
}

/** Each connection is another person's. */
export function sideOf(system: System, work: Work): Side {
  const { name, pid, otherPids = [] } = system
  return {
    name,
    pids: [pid, ...otherPids],
    async connect(count) {
      const paths = await pathsOf(system, work)
      return Array.from({ length: count }, (_, at) => {
        const first = Math.floor((at * paths.length) / count)
        return connectAs(system, at, work, eachOnce(paths, first))
      })
    },
  }
}

/** The same, with wrk as the client. */
export function wrkSideOf(system: System, work: Work): Side {
  const { tokens, people, originOf } = system
  const { of, method, body } = work
  return {
    ...sideOf(system, work),
    wrk: async () => ({
      origin: originOf(of),
      method,
      paths: await pathsOf(system, work),
      headers: tokens.map(headersWith),
      body: body?.(people) ?? null,
    }),
  }
}

async function pathsOf({ databaseUrl }: System, work: Work): Promise<readonly string[]> {
  return (await work.freshPaths?.(databaseUrl)) ?? [work.path]
}

/** One path again and again; of several, each once, from the first. @throws after the last */
function eachOnce(paths: readonly string[], first: number): () => string {
  let asked = 0
  return () => {
    if (paths.length > 1 && asked === paths.length) throw new Error('No fresh path is left.')
    return paths[(first + asked++) % paths.length]!
  }
}

const headersWith = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

function connectAs(
  { people, tokens, originOf }: System,
  at: number,
  { method, of, body }: Work,
  path: () => string,
): Connection {
  const headers = headersWith(tokens[at % tokens.length]!)
  return connectTo({
    origin: originOf(of),
    method,
    path,
    headers: () => Promise.resolve(headers),
    body: body?.(people) ?? null,
  })
}
