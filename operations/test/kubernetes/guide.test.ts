// The commands of docs/operations/kubernetes.md, as they are written, with a kubectl that creates nothing.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { createAuthority } from '../../../test/support/certificates.ts'
import { findKubectl, parseManifests } from './support/kubectl.ts'
import {
  metricsPort,
  ofKind,
  processes,
  processOf,
  type Labels,
  type Manifest,
} from './support/manifest.ts'

const run = promisify(execFile)
const PROJECT = new URL('../../../', import.meta.url).pathname
const MARK = '<!-- run by operations/test/kubernetes/guide.test.ts -->'
const CHECKED = '<!-- checked by operations/test/kubernetes/guide.test.ts -->'

/** No cluster is there: what would be created is printed, and no image is built. */
const STAND_INS = `
  docker() { :; }
  kubectl() {
    if [ "$1" = create ]; then "$KUBECTL" "$@" --dry-run=client --output=yaml
    else "$KUBECTL" kustomize "$3"; fi
    echo ---
  }
`

let guide: string
let folder: string
/** What the commands would create. */
let created: Manifest[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-guide-'))
  const project = join(folder, 'project')
  await mkdir(project)
  const manifests = 'operations/kubernetes'
  await cp(join(PROJECT, manifests), join(project, manifests), { recursive: true })
  const { cert, key } = await createAuthority(project, 'example.org')
  await rename(cert, join(project, 'certificate.pem'))
  await rename(key, join(project, 'key.pem'))
  guide = await readFile(join(PROJECT, 'docs/operations/kubernetes.md'), 'utf8')
  const commands = guide
    .split(MARK)
    .slice(1)
    .map((text) => /```sh\n([^]*?)```/.exec(text)![1]!)
  expect(commands).toHaveLength(3)
  const env = {
    ...process.env,
    KUBECTL: await findKubectl(),
    SMTP_URL: 'smtp://localhost',
    ACCESS_KEY_ID: 'id',
    ACCESS_SECRET_KEY: 'secret',
  }
  const script = ['set -eu', STAND_INS, ...commands].join('\n')
  const { stdout } = await run('bash', ['-c', script], { cwd: project, env })
  created = parseManifests(stdout).filter((manifest) => manifest !== null)
})

afterAll(() => rm(folder, { recursive: true }))

test('the guide creates every Secret that a manifest refers to, with its keys', () => {
  const secrets = new Map(
    ofKind(created, 'Secret').map(({ metadata, data }) => [metadata.name, Object.keys(data!)]),
  )
  const text = JSON.stringify(created)
  const keys = [...text.matchAll(/\{"key":"(\w+)","name":"([\w-]+)"/g)]
  expect(keys.length).toBeGreaterThan(15)
  for (const [, key, name] of keys) {
    // CloudNativePG makes it.
    if (name === 'database-app') continue
    expect(secrets.get(name!), name).toContain(key)
  }
  expect([...secrets.keys()].sort()).toEqual([
    'database-passwords',
    'ecosystem',
    'object-store',
    'tls',
  ])
})

test('the passwords are different', () => {
  const passwords = ofKind(created, 'Secret').find(
    ({ metadata }) => metadata.name === 'database-passwords',
  )
  const values = Object.values(passwords!.data!)
  expect(new Set(values).size).toBe(8)
  for (const value of values) expect(Buffer.from(value, 'base64').toString()).toMatch(/^\w{48}$/)
})

test('the copy has the domain and the registry of the operator', () => {
  const text = JSON.stringify(created)
  expect(text).not.toContain('example.com')
  expect(text).toContain('"ID_BASE_URL":"https://id.example.org"')
  expect(text).toContain('"image":"registry.example.org/ecosystem:1"')
})

interface ScrapeJob {
  job_name: string
  kubernetes_sd_configs: { namespaces: { names: string[] } }[]
  relabel_configs: { action?: string; source_labels: string[]; regex?: string }[]
}

test('Prometheus accepts the configuration of the guide, and keeps the port with the metrics', async () => {
  const text = /```yaml\n([^]*?)```/.exec(guide.split(CHECKED)[1]!)![1]!
  const alerts = await readFile(join(PROJECT, 'operations/grafana/alerts.yml'), 'utf8')
  await writeFile(join(folder, 'alerts.yml'), alerts)
  const config = parse(text) as { scrape_configs: [ScrapeJob] }
  const [job] = config.scrape_configs
  // Debian's Prometheus is built without the discovery of Kubernetes.
  const { kubernetes_sd_configs: discovered, ...known } = job
  await writeFile(join(folder, 'prometheus.yml'), stringify({ ...config, scrape_configs: [known] }))
  await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd: folder })
  expect(alerts).toContain(`job="${job.job_name}"`)
  for (const workload of processes(created)) {
    expect(discovered[0]!.namespaces.names).toEqual([workload.metadata.namespace])
    const { labels } = workload.spec.template.metadata
    const kept = processOf(workload).ports!.filter(({ name }) => isKept(job, labels, name))
    expect(kept.map(({ containerPort }) => containerPort)).toEqual([
      metricsPort(processOf(workload)),
    ])
  }
  // Those of CloudNativePG's servers have the same name.
  expect(isKept(job, { 'cnpg.io/cluster': 'database' }, 'metrics')).toBe(false)
})

/** Whether a port of a pod with these labels becomes a target. */
function isKept({ relabel_configs: rules }: ScrapeJob, labels: Labels, port: string): boolean {
  const meta = new Map([['__meta_kubernetes_pod_container_port_name', port]])
  for (const [name, value] of Object.entries(labels))
    meta.set(`__meta_kubernetes_pod_label_${name.replaceAll(/\W/g, '_')}`, value)
  const { source_labels: sources, regex } = rules.find(({ action }) => action === 'keep')!
  return new RegExp(`^(?:${regex})$`).test(sources.map((name) => meta.get(name) ?? '').join(';'))
}
