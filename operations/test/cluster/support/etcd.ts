// The etcd in which Patroni keeps the leader's lock.
import { join } from 'node:path'
import { startAsPostgres, untilUsable, type Daemon } from '../../support/daemon.ts'
import { killProcess } from './patroni-node.ts'

export interface Etcd {
  start(): Promise<void>
  kill(): Promise<void>
}

export function createEtcd(folder: string, port: number, peerPort: number): Etcd {
  const [client, peer] = [port, peerPort].map((each) => `http://127.0.0.1:${each}`) as [
    string,
    string,
  ]
  const options = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  let daemon: Daemon
  return {
    async start() {
      daemon = startAsPostgres({ command: 'etcd', args, logFile: join(folder, 'etcd.log') })
      await untilUsable(daemon, async () => (await fetch(`${client}/health`)).ok)
    },
    async kill() {
      killProcess(daemon.pid)
      await daemon.ended()
    },
  }
}
