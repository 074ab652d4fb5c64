// `node operations/bench/refresh.ts`: refreshes a second, ours on PostgreSQL beside oidc-provider's in memory.
import { join } from 'node:path'
import { freePorts } from '#test/ports.ts'
import { composeOptions, PROJECT, setStage, type Stage } from './programs.ts'
import { refreshingSide, seedClient, type TokenServer } from './refresh-work.ts'
import { compare } from './rounds.ts'

const MIN_RATIO = 0.4

interface Server extends TokenServer {
  pid: number
}

await using stage = await setStage()
const [port, otherPort] = (await freePorts(2)) as [number, number]
const pid = await startOurs(stage, port)
await using seeded = await seedClient(PROJECT, stage.databaseUrl)
const ours: Server = {
  ...seeded,
  name: 'this server, PostgreSQL',
  pid,
  origin: `http://127.0.0.1:${port}`,
  path: '/api/oauth/token',
}
const other = await startOther(stage, otherPort, ours.client)
await compare({
  name: 'refresh',
  ours: refreshingSide(ours, ours.pid),
  peers: [{ ...refreshingSide(other, other.pid), least: MIN_RATIO }],
  postgresPid: stage.postgresPid,
})

/** The ID service alone, as it runs in production but for the limits, on the Unix socket of its database. */
function startOurs({ start, nearestUrl, folder }: Stage, at: number): Promise<number> {
  return start([...composeOptions('identity'), 'subgraphs/main.ts', 'identity'], {
    DATABASE_URL: nearestUrl,
    DATA_DIR: join(folder, 'identity'),
    ID_PORT: String(at),
    ID_BASE_URL: `http://127.0.0.1:${at}`,
    SERVICE_SECRET: 'a secret of this benchmark alone',
    RATE_LIMIT_AUTHENTICATED: 'off',
    LOG_LEVEL: 'warn',
  })
}

/** The client, registered at both servers with one name and secret. */
async function startOther(
  { start }: Stage,
  at: number,
  client: TokenServer['client'],
): Promise<Server> {
  const { client_id: id, client_secret: secret } = client
  const otherPid = await start(
    ['operations/bench/peers/oidc-provider.ts', String(at), id, secret],
    {},
  )
  const origin = `http://127.0.0.1:${at}`
  return {
    name: 'oidc-provider, memory',
    pid: otherPid,
    origin,
    path: '/token',
    client,
    seed: async (count) =>
      (await fetch(`${origin}/seed?count=${count}`)).json() as Promise<string[]>,
  }
}
