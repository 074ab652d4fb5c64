// This project with demo data, people and their tokens, as the benchmarks call it.
import { join } from 'node:path'
import { Client as Database } from 'pg'
import { Client } from 'undici'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { newId } from '#foundation/domain/ids.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { freePorts } from '#test/ports.ts'
import { signAccessToken } from '../subgraphs/identity/oauth/keys/access-token.ts'
import { createKeyring } from '../subgraphs/identity/oauth/keys/keyring.ts'
import { subgraphs } from '../subgraphs/index.ts'
import type { Stage } from './programs.ts'
import type { Connection, Side } from './rounds.ts'

/** How many people call. */
export const PEOPLE = 15
/** Of every side, so that the benchmark can call as the router. */
const SERVICE_SECRET = 'a secret that all sides of the benchmark share'

/** The request that a benchmark repeats. */
export interface Work {
  /** The name of a service, or `router`. */
  of: string
  method: 'GET' | 'POST'
  path: string
  /**
   * For requests that cannot be repeated: makes what they need before a round, and returns the path
   * of a connection's next request.
   */
  freshPaths?: (databaseUrl: string, connections: number) => Promise<(connection: number) => string>
  /** The body; it may name the people that the database has. */
  body?: (people: readonly string[]) => string
  /** Sent by the router to a service, with a service token. */
  byService?: boolean
}

export interface System {
  name: string
  folder: string
  /** The address of a service, or of the router. */
  originOf: (name: string) => string
  pid: number
  people: readonly string[]
  tokens: readonly string[]
  databaseUrl: string
  /** Where its public keys are. */
  keysUrl: string
}

/** Everything in one process, with the demo data and more people, and without rate limits. */
export async function startSystem(stage: Stage, name: string, folder: string): Promise<System> {
  const database = new URL(stage.databaseUrl)
  database.pathname = `/${newId('bench')}`
  await execute(stage.databaseUrl, `create database ${database.pathname.slice(1)}`)
  const dataDir = join(stage.folder, newId('data'))
  const names = ['router', ...subgraphs.map((subgraph) => subgraph.name)]
  const ports = await freePorts(names.length)
  const settings = subgraphs.map(({ settings: start }, at) => [
    `${start}_PORT`,
    String(ports[at + 1]),
  ])
  const pid = await stage.start(
    ['main.ts'],
    {
      ...Object.fromEntries(settings),
      ROUTER_PORT: String(ports[0]),
      DATABASE_URL: database.href,
      DATA_DIR: dataDir,
      DEMO: '1',
      RATE_LIMIT_AUTHENTICATED: 'off',
      LOG_LEVEL: 'warn',
      SERVICE_SECRET,
    },
    folder,
  )
  const issuer = `http://localhost:${ports[names.indexOf('identity')]}`
  const originOf = (of: string) => `http://127.0.0.1:${ports[names.indexOf(of)]}`
  const people = await addPeople(database.href)
  const tokens = await Promise.all(people.map((id) => sign(dataDir, issuer, id)))
  const keysUrl = `${issuer}/.well-known/jwks.json`
  return { name, folder, originOf, pid, people, tokens, databaseUrl: database.href, keysUrl }
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
  const key = await createKeyring(dataDir, now, createLog('warn', 'bench')).signingKey()
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
  return {
    name: system.name,
    pids: [system.pid],
    async connect(count) {
      const pathOf = await work.freshPaths?.(system.databaseUrl, count)
      return Array.from({ length: count }, (_, at) =>
        connectTo(system, at, work, () => pathOf?.(at) ?? work.path),
      )
    },
  }
}

const serviceTokens = createServiceTokens(SERVICE_SECRET, 'router', () => new Date())

function connectTo(system: System, at: number, work: Work, nextPath: () => string): Connection {
  const { people, tokens } = system
  const { method, byService, of } = work
  const origin = system.originOf(of)
  const client = new Client(origin)
  const body = work.body?.(people) ?? null
  const own = {
    authorization: `Bearer ${tokens[at % tokens.length]!}`,
    'content-type': 'application/json',
  }
  return {
    async ask() {
      const headers = byService
        ? { ...own, [SERVICE_TOKEN_HEADER]: await serviceTokens.mint(of) }
        : own
      const path = nextPath()
      const answer = await client.request({ method, path, headers, body })
      const text = await answer.body.text()
      if (answer.statusCode === 200 && !text.includes('"errors":')) return
      throw new Error(`${origin}${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`)
    },
    close: () => client.close(),
  }
}
