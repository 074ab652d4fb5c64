// The system under attack: real processes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { freePorts } from '#test/ports.ts'
import { runNode, type Program } from '#test/process.ts'
import { signAccessToken } from '../../../subgraphs/identity/oauth/keys/access-token.ts'
import { folderKeyStore } from '../../../subgraphs/identity/oauth/keys/key-store.ts'
import { createKeyring } from '../../../subgraphs/identity/oauth/keys/keyring.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

export type Shape = 'one process' | 'apart'

interface AttackedOptions {
  /** One process by default. */
  shape?: Shape
  /** Apart, the services: the ID service and the one that is attacked are enough. */
  services?: readonly string[]
  settings?: Record<string, string>
  /** A database that a test shares between systems, one after the other. By default an empty one. */
  database?: TestDatabase
}

export interface Attacked {
  /** The base address of the router, or of a service. */
  address(name: string): string
  /** An access token of a person, with every scope but `admin`. */
  token(identityId: string): Promise<string>
  /** A handle on the tables of a service. */
  tables<Tables>(service: string): Kysely<Tables>
  /** True while every process runs. */
  isAlive(): boolean
  stop(): Promise<void>
}

/** The heap of the smallest container. */
const HEAP = '--max-old-space-size=512'

/** Starts the system without rate limits. */
export async function startAttacked({
  shape = 'one process',
  services = [],
  settings = {},
  database: shared,
}: AttackedOptions = {}): Promise<Attacked> {
  const database = shared ?? (await emptyDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-attack-'))
  const ports = await portsOf(['router', ...subgraphs.map(({ name }) => name)])
  const environment = {
    ...portSettings(ports),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'error',
    SERVICE_SECRET: 'a secret that only these tests know',
    RATE_LIMIT_FREE: 'off',
    RATE_LIMIT_AUTHENTICATED: 'off',
    RATE_LIMIT_PARTNER: 'off',
    ...settings,
  }
  const processes: Program[] = []
  const run = async (args: readonly string[]) => {
    const program = runNode([HEAP, ...args], environment)
    processes.push(program)
    await program.says(/^Ready\./m)
  }
  if (shape === 'one process') await run(['main.ts'])
  else {
    for (const name of services) await run(['subgraphs/main.ts', name])
    await run(['router/main.ts'])
  }
  const handles = new Map<string, Kysely<never>>()
  const ended = new Set<Program>()
  for (const program of processes) void program.ended().then(() => ended.add(program))
  const address = (name: string) => `http://localhost:${ports.get(name)}`

  return {
    address,
    token: (identityId) => tokenOf(identityId, dataDir, address('identity')),
    tables<Tables>(service: string) {
      const handle = handles.get(service) ?? openDatabase<never>(database.url, service, testLog)
      handles.set(service, handle)
      return handle as unknown as Kysely<Tables>
    },
    isAlive: () => ended.size === 0,
    async stop() {
      for (const program of processes) program.send('SIGKILL')
      await Promise.all(processes.map((program) => program.ended()))
      await Promise.all([...handles.values()].map((handle) => handle.destroy()))
      if (!shared) await database.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function portsOf(names: readonly string[]): Promise<Map<string, number>> {
  const ports = await freePorts(names.length)
  return new Map(names.map((name, index) => [name, ports[index]!]))
}

function portSettings(ports: ReadonlyMap<string, number>): Record<string, string> {
  const prefixes = new Map(subgraphs.map(({ name, settings }) => [name, settings]))
  return Object.fromEntries(
    [...ports].map(([name, port]) => [`${prefixes.get(name) ?? 'ROUTER'}_PORT`, String(port)]),
  )
}

async function tokenOf(subject: string, dataDir: string, issuer: string): Promise<string> {
  const now = () => new Date()
  const claims = {
    issuer,
    audience: 'ecosystem',
    subject,
    clientId: 'test-client',
    grantId: newId('grant'),
    scope: 'identity credentials wallet',
    tier: 'authenticated' as const,
  }
  return signAccessToken(
    await createKeyring(folderKeyStore(dataDir), now, testLog).signingKey(),
    claims,
    now(),
  )
}
