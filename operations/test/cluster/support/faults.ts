// What can happen to a cluster: each function returns once the cluster is whole again.
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'
import { TIMEOUT } from '#test/process.ts'
import type { Cluster } from './cluster.ts'
import { killProcess } from './patroni-node.ts'

export type Fault = (cluster: Cluster) => Promise<void>

/** Patroni's ttl and ten seconds. */
const FROZEN_MS = 30_000

export const FAULTS = {
  'kill -9 of the postmaster': async (cluster) => {
    const leader = await cluster.leader()
    killProcess((await leader.processes()).postmaster!)
    await cluster.untilLeaderOtherThan(leader.name)
    await cluster.untilWhole()
  },

  'kill -9 of Patroni and the postmaster': async (cluster) => {
    const leader = await cluster.leader()
    await leader.kill()
    await cluster.untilLeaderOtherThan(leader.name)
    leader.start()
    await cluster.untilWhole()
  },

  /** The machine stands still, as a suspended virtual machine does. A watchdog would reset it: here it is killed. */
  'freeze, and a fence': async (cluster) => {
    const leader = await cluster.leader()
    const { patroni, postmaster } = await leader.processes()
    const frozen = [patroni, postmaster!, ...(await childrenOf(postmaster!))]
    for (const pid of frozen) killProcess(pid, 'SIGSTOP')
    const thaw = delay(FROZEN_MS)
    await cluster.untilLeaderOtherThan(leader.name)
    await thaw
    for (const pid of frozen) killProcess(pid)
    await leader.kill()
    leader.start()
    await cluster.untilWhole()
  },

  switchover: async (cluster) => {
    const leader = await cluster.leader()
    await cluster.switchOver()
    await cluster.untilLeaderOtherThan(leader.name)
    await cluster.untilWhole()
  },

  /** Without etcd the primary cannot renew its lock, so Patroni makes it read-only. */
  'kill -9 of etcd': async (cluster) => {
    await cluster.etcd.kill()
    await vi.waitUntil(async () => !(await cluster.hasPrimary()), { ...TIMEOUT, timeout: 120_000 })
    await cluster.etcd.start()
    await cluster.untilWhole()
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
