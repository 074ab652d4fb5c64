// The processes of operations/kubernetes with the restrictions of their pods: read-only root, no capabilities, no root.
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { send } from '../../../test/support/http.ts'
import { CLEANLY } from '../../../test/support/installation.ts'
import { TIMEOUT } from '../../../test/support/process.ts'
import { scrape } from '../../../test/support/scrape.ts'
import { subgraphs } from '../../../subgraphs/index.ts'
import { buildImage, libraries, type Image } from './support/image.ts'
import { INSIDE } from './support/inside.ts'
import { openPaths, processOf, servedBy, servingPorts } from './support/manifest.ts'
import { startPods, type Pod, type Pods } from './support/pods.ts'
import { startSandboxed } from './support/sandbox.ts'
import { pathsInSources } from './support/source-paths.ts'

/** What nobody outside may see. */
const CLOSED = ['/graphql', '/metrics', '/readyz']

let image: Image
beforeAll(async () => {
  image = await buildImage()
})
afterAll(() => image[Symbol.asyncDispose]())

test('the sandbox has the restrictions of a pod', async () => {
  const probe = await startSandboxed(image, ['-e', INSIDE], {})
  expect(await probe.ended(), probe.output()).toEqual(CLEANLY)
  const { user, status, writable, programs } = JSON.parse(probe.output()) as Record<string, string>
  expect(user).toBe('1000:1000')
  expectNoCapabilities(status!)
  expect(writable).toEqual([])
  expect(programs).toEqual(['/nodejs/bin/node'])
})

test('the page lists the Debian packages of the libraries that the image needs', async () => {
  const page = readFileSync(
    new URL('../../../docs/operations/kubernetes.md', import.meta.url),
    'utf8',
  )
  const addons = globSync('app/node_modules/**/*linux-x64-gnu.node', { cwd: image.root })
  expect(addons.length).toBeGreaterThan(0)
  const files = [...libraries(), ...addons.flatMap((file) => libraries(join(image.root, file)))]
  const packages = await Promise.all([...new Set(files)].map(debianPackageOf))
  for (const name of packages) expect(page).toContain(`\`${name}\``)
})

/** A library may be registered under /usr or not. */
async function debianPackageOf(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)('dpkg', ['--search', `*/${basename(file)}`])
  return stdout.split(':')[0]!
}

function expectNoCapabilities(status: string): void {
  const sets = [...status.matchAll(/^Cap\w+:\s*(\w+)$/gm)].map(([, set]) => set)
  expect(new Set(sets)).toEqual(new Set(['0000000000000000']))
  expect(status).toMatch(/^NoNewPrivs:\s*1$/m)
}

describe.each(['small', 'large'])('the pods of %s', (size) => {
  let site: Pods
  beforeAll(async () => {
    site = await startPods(image, size)
  })
  afterAll(() => site[Symbol.asyncDispose]())

  const outputs = () => site.pods.map(({ process }) => process.output().slice(-2_000)).join('\n')

  /** Probes whether a pod has started, as Kubernetes does. */
  async function expectStarted(pod: Pod): Promise<void> {
    const { exec } = processOf(pod.workload).startupProbe!
    if (!exec) return expect((await probe(pod, 'startupProbe')).status, outputs()).toBe(200)
    const script = exec.command[2]!.replaceAll(
      /\d{4}/g,
      (port) => new URL(site.address(Number(port))).port,
    )
    const check = await startSandboxed(image, ['-e', script], {})
    expect((await check.ended()).code, outputs()).toBe(0)
  }

  /** Sends a probe of a pod. */
  function probe({ workload }: Pod, kind: 'startupProbe' | 'readinessProbe' | 'livenessProbe') {
    const container = processOf(workload)
    const { path, port } = container[kind]!.httpGet
    const { containerPort } = container.ports!.find(({ name }) => name === port)!
    return send(`${site.address(containerPort)}${path}`)
  }

  test('start, and are ready on every port then', async () => {
    for (const pod of site.pods) await vi.waitFor(() => expectStarted(pod), TIMEOUT)
    for (const { port } of subgraphs)
      expect((await send(`${site.address(port)}/readyz`)).status, outputs()).toBe(200)
    for (const pod of site.pods) {
      expect((await probe(pod, 'readinessProbe')).status).toBe(200)
      expect((await probe(pod, 'livenessProbe')).status).toBe(200)
    }
  })

  test('run without capabilities, as process 1', () => {
    for (const { process } of site.pods) {
      const status = readFileSync(`/proc/${process.pid}/status`, 'utf8')
      expectNoCapabilities(status)
      expect(status).toMatch(/^NSpid:\s*\d+\s+1$/m)
    }
  })

  test('show the metrics of everything in them at one port, and at no other', async () => {
    for (const { workload, metrics } of site.pods) {
      const { samples } = await scrape(metrics)
      const own = servedBy(workload)
      const named = samples.flatMap(({ labels }) => labels.service ?? [])
      expect(new Set(named)).toEqual(new Set(own.length === 0 ? ['router'] : own))
      for (const port of servingPorts(processOf(workload)))
        expect((await send(`${site.address(port)}/metrics`)).status).toBe(404)
    }
  })

  test('change the level of their log at a signal', async () => {
    const [{ process: program }] = site.pods as [Pod]
    process.kill(program.pid, 'SIGUSR2')
    await vi.waitFor(() => expect(program.output()).toContain('the log level has changed'), TIMEOUT)
    process.kill(program.pid, 'SIGUSR2')
  })

  test('serve one query over several services', async () => {
    const query = '{ treasury { balance } quests { totalCount } courses { totalCount } }'
    const { body } = await send(`${site.address(4000)}/graphql`, {
      method: 'POST',
      token: await machineToken(),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    const none = { totalCount: 0 }
    const data = { treasury: { balance: 0 }, quests: none, courses: none }
    expect(body, outputs()).toEqual({ data })
  })

  /** Registers a client by a command in the pod of Identity, as `kubectl exec` does. */
  async function machineToken(): Promise<string> {
    const { settings } = site.pods.find(({ workload }) => servedBy(workload).includes('identity'))!
    const command =
      'subgraphs/identity/commands/client-command.ts register --name Books --confidential --scope'
    const registered = await startSandboxed(
      image,
      [...command.split(' '), 'identity admin'],
      settings,
    )
    expect(await registered.ended(), registered.output()).toEqual(CLEANLY)
    const [id, secret] = ['id', 'secret'].map(
      (name) => new RegExp(`^${name} (.*)$`, 'm').exec(registered.output())![1]!,
    )
    const form = {
      grant_type: 'client_credentials',
      scope: 'identity admin',
      client_id: id!,
      client_secret: secret!,
    }
    const { body } = await send(`${site.address(7000)}/api/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    return (body as unknown as { access_token: string }).access_token
  }

  test('are reached on every path that Identity serves', async () => {
    const open = openPaths(site.manifests, 'identity')
    const isOpen = (path: string) =>
      open.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    const page = await (await fetch(`${site.address(7000)}/sign-in`)).text()
    const linked = [...page.matchAll(/(?:href|src|action)="(\/[^"?#]*)/g)].map(([, path]) => path!)
    expect(linked.length).toBeGreaterThan(3)
    const closed = [...pathsInSources(), ...linked].filter(
      (path) => !CLOSED.includes(path) && !isOpen(path),
    )
    const served = []
    for (const path of closed) {
      const { status } = await send(`${site.address(7000)}${path}`, { redirect: 'manual' })
      if (status !== 404) served.push(`${path}: ${status}`)
    }
    expect(served).toEqual([])
  })

  test('end with 0 after a signal, and serve until the delay is over', async () => {
    const [pod] = site.pods
    process.kill(pod!.process.pid, 'SIGTERM')
    await vi.waitFor(
      async () => expect((await probe(pod!, 'readinessProbe')).status).toBe(503),
      TIMEOUT,
    )
    expect((await probe(pod!, 'livenessProbe')).status).toBe(200)
    expect(await pod!.process.ended(), pod!.process.output()).toEqual(CLEANLY)
  })
})
