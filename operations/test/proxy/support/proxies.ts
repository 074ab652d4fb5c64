// The proxies of operations/proxy with their files, in which only addresses, ports and certificates are the test's own.
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { createAuthority, createCertificate } from '#test/certificates.ts'
import { startDaemon, untilUsable, type Daemon } from '../../support/daemon.ts'
import { readHaproxyFile } from '../../support/haproxy.ts'
import type { Installation } from '#test/installation.ts'
import { freePorts } from '#test/ports.ts'
import { MACHINES, PLACES, portOf } from './machines.ts'

/** A running proxy, which listens on 127.0.0.1. */
export interface Proxy extends AsyncDisposable {
  ports: { http: number; https: number }
  /** The certificate of the authority that clients trust. */
  authority: string
  /** Everything that it has logged. */
  log(): Promise<string>
}

const NAMES = ['example.com', '*.example.com']

/** Starts HAProxy. `change` replaces more texts of the file, each of which must be in it once. */
export function startHaproxy(
  home: Installation,
  change: Readonly<Record<string, string>> = {},
): Promise<Proxy> {
  return startProxy(async (folder, { http, https }) => {
    const authority = await createAuthority(folder, 'authority')
    const { cert, key } = await createCertificate(folder, 'proxy', { authority, names: NAMES })
    const pem = join(folder, 'proxy.pem')
    await writeFile(pem, (await readFile(cert, 'utf8')) + (await readFile(key, 'utf8')))
    const text = replaced(await readHaproxyFile('haproxy.cfg'), {
      'log /dev/log local0 notice': 'log stdout format raw local0 notice',
      'bind :80\n': `bind 127.0.0.1:${http}\n`,
      'bind :443 ssl': `bind 127.0.0.1:${https} ssl`,
      '/etc/haproxy/certificate.pem': pem,
      ...change,
    })
    const file = join(folder, 'haproxy.cfg')
    await writeFile(
      file,
      withPorts(text, home, (port) => new RegExp(`(127\\.0\\.0\\.1\\d:)${port}\\b`, 'g')),
    )
    return { command: 'haproxy', args: ['-db', '-f', file], authority: authority.cert }
  })
}

/** Starts Caddy, whose own authority signs its certificates instead of a public one. */
function startCaddy(
  home: Installation,
  change: Readonly<Record<string, string>> = {},
): Promise<Proxy> {
  return startProxy(async (folder, { http, https }) => {
    const own = [
      'admin off',
      `http_port ${http}`,
      `https_port ${https}`,
      'default_bind 127.0.0.1',
      'local_certs',
      'skip_install_trust',
      `storage file_system ${folder}`,
    ]
    const text = replaced(await readFile('operations/proxy/Caddyfile', 'utf8'), {
      '{\n\tlog {': `{\n\t${own.join('\n\t')}\n\tlog {`,
      'reverse_proxy 127.0.0.1:': `reverse_proxy ${MACHINES[0]}:`,
      ...change,
    })
    const file = join(folder, 'Caddyfile')
    await writeFile(
      file,
      withPorts(text, home, (port) => new RegExp(`(import \\w+ )${port}\\b`, 'g')),
    )
    const args = ['run', '--config', file, '--adapter', 'caddyfile']
    return { command: 'caddy', args, authority: join(folder, 'pki/authorities/local/root.crt') }
  })
}

export const PROXIES = [
  { proxy: 'HAProxy', start: startHaproxy },
  { proxy: 'Caddy', start: startCaddy },
]

/** Caddy as the file says for several machines. */
export function startCheckingCaddy(home: Installation): Promise<Proxy> {
  const change = { '# health_uri': 'health_uri', '# health_interval': 'health_interval' }
  return startCaddy(home, change)
}

interface Prepared {
  command: string
  args: readonly string[]
  /** The file with its certificate, which the proxy may write when it starts. */
  authority: string
}

async function startProxy(
  prepare: (folder: string, ports: Proxy['ports']) => Promise<Prepared>,
): Promise<Proxy> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-proxy-'))
  resources.defer(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const [http, https] = (await freePorts(2)) as [number, number]
  const { authority, ...command } = await prepare(folder, { http, https })
  const logFile = join(folder, 'proxy.log')
  const daemon = startDaemon({ ...command, logFile })
  resources.defer(() => stop(daemon))
  // Caddy makes its authority and the certificates in its first second.
  await untilUsable(daemon, () => haveCertificates({ https, authority }))
  const started = resources.move()
  return {
    ports: { http, https },
    authority: await readFile(authority, 'utf8'),
    log: () => readFile(logFile, 'utf8'),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** @throws while a name has no certificate of the authority */
async function haveCertificates({ https, authority }: { https: number; authority: string }) {
  const ca = await readFile(authority)
  for (const servername of ['example.com', ...PLACES.map(({ label }) => `${label}.example.com`)]) {
    const socket = connect({ host: '127.0.0.1', port: https, servername, ca })
    await once(socket, 'secureConnect')
    socket.destroy()
  }
  return true
}

async function stop(daemon: Daemon): Promise<void> {
  daemon.send('SIGKILL')
  await daemon.ended()
}

/** Each documented port becomes that of the installation, where the pattern for it matches. */
function withPorts(text: string, home: Installation, pattern: (port: number) => RegExp): string {
  return PLACES.reduce(
    (changed, place) =>
      changed.replace(
        pattern(place.documentedPort),
        (_, before) => `${before}${portOf(home, place)}`,
      ),
    text,
  )
}

/** @throws unless each text is there once */
function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [old, replacement]) => {
    if (changed.split(old).length !== 2) throw new Error(`The file does not have "${old}" once.`)
    return changed.replace(old, () => replacement)
  }, text)
}
