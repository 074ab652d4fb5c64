// A PostgreSQL that fails over: etcd, three Patroni nodes, and HAProxy with the configuration of the docs.
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { vi } from 'vitest'
import { folderOfPostgres } from '#test/debian-postgres.ts'
import { freePorts } from '#test/ports.ts'
import { createEtcd, type Etcd } from './etcd.ts'
import { createNode, killProcess, SUPERUSER, type PatroniNode } from './patroni-node.ts'
import { startProxy } from './proxy.ts'
import { startReaper } from './reaper.ts'

/** A fault and its repair take this long at most: Patroni's ttl, a rewind and a busy machine. */
const PATIENTLY = { timeout: 120_000, interval: 100 }

export interface Cluster {
  /** In the command line of each of its processes: a process that has it does not outlive the test. */
  mark: string
  nodes: readonly PatroniNode[]
  /** The address of the database as the services have it. */
  url: string
  etcd: Etcd
  /** The node that holds the leader's lock, by etcd. */
  leader(): Promise<PatroniNode>
  /** Whether a node accepts writes, as HAProxy sees it. */
  hasPrimary(): Promise<boolean>
  /** Waits until there is a leader with a synchronous standby and a third node that streams. */
  untilWhole(): Promise<void>
  /** Waits until another node is the leader. */
  untilLeaderOtherThan(name: string): Promise<PatroniNode>
  /** Asks the leader to hand over to its synchronous standby. */
  switchOver(): Promise<void>
  stop(): Promise<void>
}

interface Member {
  name: string
  role: string
  state: string
  lag?: number
}

export async function startCluster(): Promise<Cluster> {
  await using resources = new AsyncDisposableStack()
  const folder = await folderOfPostgres('cluster')
  const mark = basename(folder)
  const reaper = startReaper(mark, folder)
  resources.defer(() => reaper.stop())
  resources.defer(() => vi.waitFor(() => rm(folder, { recursive: true }), PATIENTLY))
  const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...ports] = await freePorts(9)
  const etcd = createEtcd(folder, etcdPort, peerPort)
  resources.defer(() => etcd.kill())
  await etcd.start()
  const nodes = await createNodes({ folder, etcdPort, ports })
  for (const node of nodes) {
    resources.defer(() => node.kill())
    node.start()
  }
  const proxy = await startProxy(folder, proxyPort, nodes)
  resources.defer(() => killProcess(proxy.pid))
  const cluster = clusterOf({ folder, mark, nodes, etcd, proxyPort })
  await cluster.untilWhole()
  await createDatabase(`127.0.0.1:${proxyPort}`)
  const started = resources.move()
  return { ...cluster, stop: () => started.disposeAsync() }
}

interface Parts {
  folder: string
  mark: string
  nodes: readonly PatroniNode[]
  etcd: Etcd
  proxyPort: number
}

function clusterOf({ folder, mark, nodes, etcd, proxyPort }: Parts): Omit<Cluster, 'stop'> {
  const leader = async () => {
    const found = (await membersOf(nodes)).find(isLeader)
    return nodes.find(({ name }) => name === found?.name)
  }
  const leaderOtherThan = async (name: string) => {
    const found = await leader()
    return found?.name === name ? undefined : found
  }
  return {
    mark,
    nodes,
    etcd,
    url: `postgres://ecosystem:a-password@127.0.0.1:${proxyPort}/ecosystem`,
    hasPrimary: () => hasPrimary(nodes),
    leader: () => vi.waitUntil(leader, PATIENTLY),
    untilWhole: () => untilWhole(nodes, folder),
    untilLeaderOtherThan: (name) => vi.waitUntil(() => leaderOtherThan(name), PATIENTLY),
    switchOver: () => switchOver(nodes),
  }
}

/** Their names are not `first` and the like: Patroni does not quote these words in a setting of PostgreSQL. */
function createNodes({
  folder,
  etcdPort,
  ports,
}: {
  folder: string
  etcdPort: number
  ports: number[]
}) {
  const names = ['n1', 'n2', 'n3']
  const places = names.map((name, index) => {
    return { name, folder, etcdPort, port: ports[index]!, restPort: ports[index + 3]! }
  })
  return Promise.all(places.map(createNode))
}

/** @throws Error with what the nodes have logged */
async function untilWhole(nodes: readonly PatroniNode[], folder: string): Promise<void> {
  try {
    await vi.waitUntil(async () => isWhole(await membersOf(nodes)), PATIENTLY)
  } catch (cause) {
    const files = nodes.map(({ name }) => readFile(join(folder, `${name}.log`), 'utf8'))
    const texts = (await Promise.all(files)).map((text) => text.slice(-2_000))
    throw new Error(`The cluster is not whole:\n${texts.join('\n\n')}`, { cause })
  }
}

async function hasPrimary(nodes: readonly PatroniNode[]): Promise<boolean> {
  const isPrimary = async ({ restPort }: PatroniNode) => {
    const signal = AbortSignal.timeout(2_000)
    const { ok } = await fetch(`http://127.0.0.1:${restPort}/primary`, { signal })
    return ok
  }
  const found = await Promise.all(nodes.map((node) => isPrimary(node).catch(() => false)))
  return found.includes(true)
}

/** The members as the first node that responds knows them from etcd. */
async function membersOf(nodes: readonly PatroniNode[]): Promise<Member[]> {
  const ask = async ({ restPort }: PatroniNode) => {
    const signal = AbortSignal.timeout(2_000)
    const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal })
    const { members } = (await response.json()) as { members: Member[] }
    if (!members.some(isLeader)) throw new Error('There is no leader.')
    return members
  }
  return Promise.any(nodes.map(ask)).catch(() => [])
}

const isLeader = ({ role }: Member) => role === 'leader'

function isWhole(members: readonly Member[]): boolean {
  const isRunning = ({ state }: Member) => ['running', 'streaming'].includes(state)
  return (
    members.length === 3 &&
    members.every(isRunning) &&
    members.some(({ role }) => role === 'sync_standby')
  )
}

async function switchOver(nodes: readonly PatroniNode[]): Promise<void> {
  const whole = async () => {
    const members = await membersOf(nodes)
    return isWhole(members) && members
  }
  // Under load, nodes may take longer to respond than this waits for one of them.
  const members = await vi.waitUntil(whole, PATIENTLY)
  const leader = members.find(isLeader)!.name
  const candidate = members.find(({ role }) => role === 'sync_standby')?.name
  const { restPort } = nodes.find(({ name }) => name === leader)!
  const response = await fetch(`http://127.0.0.1:${restPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader, candidate }),
  })
  if (!response.ok) throw new Error(`No switchover: ${await response.text()}`)
}

/** The role and the database of the services, as docs/operations/postgresql.md creates them. */
async function createDatabase(address: string): Promise<void> {
  const { username, password } = SUPERUSER
  const client = new Client(`postgres://${username}:${password}@${address}/postgres`)
  await client.connect()
  await client.query(`create role ecosystem login password 'a-password'`)
  await client.query('create database ecosystem owner ecosystem')
  await client.end()
}
