// One node of the cluster: Patroni, and the PostgreSQL that it runs.
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { stringify } from 'yaml'
import { startAsPostgres, type Daemon } from '../../support/daemon.ts'
import { DEBIAN_POSTGRES } from '#test/debian-postgres.ts'

export interface NodePlace {
  name: string
  folder: string
  port: number
  restPort: number
  etcdPort: number
}

export interface PatroniNode extends NodePlace {
  start(): void
  /** The process ids of its Patroni and of its postmaster, as far as they run. */
  processes(): Promise<{ patroni: number; postmaster: number | undefined }>
  /** Kills both and waits for Patroni's end. */
  kill(): Promise<void>
}

export const SUPERUSER = { username: 'postgres', password: 'a-superuser' }

/** Failover as docs/operations/failover.md recommends it; in effect from the first start of the cluster on. */
const SHARED = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 6,
  // Patroni 3.0.2 knows `primary_start_timeout` by its older name.
  master_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 300,
      wal_log_hints: 'on',
      log_error_verbosity: 'terse',
      log_min_error_statement: 'panic',
    },
  },
}

/** Writes the configuration of a node that is not started yet. */
export async function createNode(place: NodePlace): Promise<PatroniNode> {
  const { folder, name } = place
  const file = join(folder, `${name}.yml`)
  await writeFile(file, stringify(configurationOf(place)))
  let daemon: Daemon | undefined
  const postmaster = async () => {
    const text = await readFile(join(dataFolder(place), 'postmaster.pid'), 'utf8').catch(() => '')
    return text === '' ? undefined : Number.parseInt(text)
  }
  const processes = async () => ({ patroni: daemon!.pid, postmaster: await postmaster() })
  return {
    ...place,
    processes,
    start() {
      const logFile = join(folder, `${name}.log`)
      daemon = startAsPostgres({ command: 'patroni', args: [file], logFile })
    },
    async kill() {
      if (!daemon) return
      const { patroni, postmaster } = await processes()
      for (const pid of [patroni, postmaster]) if (pid !== undefined) killProcess(pid)
      await daemon.ended()
    },
  }
}

/** Kills a process that may have ended already. */
export function killProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

const dataFolder = ({ folder, name }: NodePlace) => join(folder, `${name}-data`)

function configurationOf(place: NodePlace): object {
  const { folder, name, port, restPort, etcdPort } = place
  const rest = `127.0.0.1:${restPort}`
  const address = `127.0.0.1:${port}`
  return {
    // PostgreSQL has it in the title of each process.
    scope: basename(folder),
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: { dcs: SHARED, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }] },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: dataFolder(place),
      bin_dir: DEBIAN_POSTGRES,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: SUPERUSER,
        replication: { username: 'replicator', password: 'a-replicator' },
      },
      parameters: {
        unix_socket_directories: folder,
        // What a killed PostgreSQL leaves is then in its data folder, and not in /dev/shm.
        dynamic_shared_memory_type: 'mmap',
      },
      pg_hba: [
        'host replication replicator 127.0.0.1/32 md5',
        'host all all 127.0.0.1/32 md5',
        'local all all trust',
      ],
    },
  }
}
