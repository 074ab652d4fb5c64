// The metrics of a service's connections to its database.
import type { Registry } from 'prom-client'
import type { Pool } from 'pg'
import type { ConnectionWaits } from '#foundation/database/connections/connection-waits.ts'
import type { OwnConnections } from '#foundation/database/connections/own-connections.ts'
import type { SharedConnections } from '#foundation/database/connections/shared-connections.ts'
import { addGauge } from '#foundation/telemetry/metrics/read-gauge.ts'

export interface DatabaseLoad {
  pool: Pool
  own: Pick<OwnConnections, 'waiting'>
  shared: Pick<SharedConnections, 'reading' | 'waiting'> | undefined
  waits: ConnectionWaits
}

/** The connections of each open database, for its metrics. */
export const loadOf = new WeakMap<object, DatabaseLoad>()

/** Adds the metrics of an open database. */
export function measureConnections(db: object, registry: Registry): void {
  const { pool, own, shared, waits } = loadOf.get(db)!
  addGauge(registry, {
    name: 'database_connections',
    help: 'Connections that run one statement or transaction at a time, by whether one runs.',
    labelNames: ['state'],
    read(gauge) {
      gauge.set({ state: 'idle' }, pool.idleCount)
      gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  addGauge(registry, {
    name: 'database_connections_max',
    help: 'The most connections that run one statement or transaction at a time.',
    read: (gauge) => gauge.set(pool.options.max),
  })
  addGauge(registry, {
    name: 'database_shared_reads',
    help: 'Statements that run on the connections that reads share.',
    read: (gauge) => gauge.set(shared?.reading ?? 0),
  })
  addGauge(registry, {
    name: 'database_statements_waiting',
    help: 'Statements and transactions that wait for a connection of their own, or a place on a shared one.',
    labelNames: ['connection'],
    read(gauge) {
      gauge.set({ connection: 'own' }, own.waiting)
      gauge.set({ connection: 'shared' }, shared?.waiting ?? 0)
    },
  })
  waits.histogram.addTo(registry)
}
