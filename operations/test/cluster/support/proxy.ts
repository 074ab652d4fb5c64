// HAProxy in front of the nodes, with the configuration of the docs.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDaemon, type Daemon } from '../../support/daemon.ts'
import { readHaproxyFile } from '../../support/haproxy.ts'
import type { PatroniNode } from './patroni-node.ts'

/** Starts HAProxy with operations/proxy/haproxy-postgres.cfg, in which only the addresses are replaced. */
export async function startProxy(
  folder: string,
  port: number,
  nodes: readonly PatroniNode[],
): Promise<Daemon> {
  let text = await readHaproxyFile('haproxy-postgres.cfg')
  text = replaceOnce(text, '127.0.0.20:5432', `127.0.0.1:${port}`)
  for (const [index, node] of nodes.entries()) {
    const server = `127.0.0.2${index + 1}:5432 port 8008`
    text = replaceOnce(text, server, `127.0.0.1:${node.port} port ${node.restPort}`)
  }
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, text)
  const logFile = join(folder, 'haproxy.log')
  return startDaemon({ command: 'haproxy', args: ['-db', '-f', file], logFile })
}

function replaceOnce(text: string, old: string, replacement: string): string {
  if (text.split(old).length !== 2)
    throw new Error(`operations/proxy/haproxy-postgres.cfg has no ${old}.`)
  return text.replace(old, replacement)
}
