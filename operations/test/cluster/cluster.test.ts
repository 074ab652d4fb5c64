// A PostgreSQL that fails over under load loses and doubles nothing that a client was told is done.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import { openTables } from '#test/database.ts'
import type { World } from '#test/story.ts'
import * as audit from './support/audit.ts'
import { startCluster, type Cluster } from './support/cluster.ts'
import { FAULTS, type FaultName } from './support/faults.ts'
import { startLoad } from './support/load.ts'
import { addPeople } from './support/people.ts'
import { printReport, type Incident } from './support/report.ts'
import { startSite, type Site } from './support/site.ts'
import { addSupplies } from './support/supplies.ts'

const PEOPLE = 50
/** So that each fault meets a system in full use. */
const OPERATIONS_BETWEEN = 400

const SHORT: readonly FaultName[] = [
  'kill -9 of the postmaster',
  'freeze, and a fence',
  'switchover',
]
const KILLS: readonly FaultName[] = [
  'kill -9 of the postmaster',
  'kill -9 of Patroni and the postmaster',
]
/** Twenty kills, and each other fault. */
const LONG = [
  ...Array.from({ length: 20 }, (_, index) => KILLS[index % 2]!),
  ...SHORT.slice(1),
  'kill -9 of etcd' as const,
]
const isLong = process.env.CLUSTER_FAULTS === 'all'
const faults = isLong ? LONG : SHORT

let cluster: Cluster
let site: Site
const handles = new Map<string, Kysely<never>>()
const world: World = {
  tables: <Tables>(service: string) =>
    handles.getOrInsertComputed(service, () =>
      openTables<never>(cluster, service),
    ) as unknown as Kysely<Tables>,
}

beforeAll(async () => {
  cluster = await startCluster()
  site = await startSite(cluster)
})

afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await Promise.all([...handles.values()].map((handle) => handle.destroy()))
  await cluster?.stop()
})

test(`${faults.length} faults under load lose and double nothing that was acknowledged`, async () => {
  const supplies = await addSupplies(world, isLong ? 2_000 : 500)
  const people = await addPeople(world, site, PEOPLE)
  const load = startLoad(site, supplies, people)
  const incidents: Incident[] = []
  for (const name of faults) {
    await load.more(OPERATIONS_BETWEEN)
    const begunAt = Date.now()
    await FAULTS[name](cluster)
    incidents.push({ name, begunAt, endedAt: Date.now() })
  }
  await load.more(OPERATIONS_BETWEEN)
  await load.stop()
  await audit.untilSettled(world)
  const effects = await audit.readEffects(world)
  printReport(incidents, load.operations, effects)
  audit.expectFewRefusals(load.operations)
  audit.expectAcknowledgedOnce(load.operations, effects)
  await audit.expectSameResponses(load.operations)
  audit.expectAcknowledgedOnce(load.operations, await audit.readEffects(world))
  await audit.expectBooksBalance(world, supplies)
  await audit.expectNoSpareSignIns(world, people, load.operations)
  await audit.expectSignedIn(site, people)
  expect(load.operations.some(({ failures }) => failures.length > 0)).toBe(true)
})
