// The commands of docs/operations/proxy.md and processes.md, as they are written, with stand-ins for what they start.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MACHINES, PROXY_HOST, SERVICES } from './support/machines.ts'
import { baseUrls, FORMS } from './support/public-addresses.ts'

const run = promisify(execFile)
const MARK = '<!-- run by operations/test/proxy/guide.test.ts -->'
const PUBLIC = baseUrls(FORMS.find(({ form }) => form === 'a host for each service')!)

/** A command that starts something prints itself and its settings instead. */
const STAND_INS = `
  print() {
    node -e 'console.log(JSON.stringify({ command: process.argv[1], settings: process.env }))' "$*"
  }
  sudo() { "$@"; }
  tee() { cat > Caddyfile; }
  systemctl() { :; }
  npm() { print npm "$@"; }
`

interface Started {
  command: string
  settings: Record<string, string>
}

let folder: string
let blocks: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-proxy-guide-'))
  await symlink(resolve('operations'), join(folder, 'operations'))
  const pages = ['docs/operations/proxy.md', 'docs/operations/processes.md']
  const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')))
  blocks = texts
    .flatMap((text) => text.split(MARK).slice(1))
    .map((text) => /```sh\n([^]*?)```/.exec(text)![1]!)
  expect(blocks).toHaveLength(2)
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the commands. @returns what they would start */
async function runBlock(commands: string): Promise<Started[]> {
  const script = ['set -eu', STAND_INS, commands, 'wait'].join('\n')
  const { stdout } = await run('bash', ['-c', script], { cwd: folder })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Started)
}

test('one process behind Caddy has the addresses of the Caddyfile', async () => {
  const [{ command, settings }, ...others] = (await runBlock(blocks[0]!)) as [Started]
  expect(others).toEqual([])
  expect(command).toBe('npm start')
  const inDomain = Object.entries(PUBLIC).map(([name, url]) => [
    name,
    url.replace('example.com', 'example.org'),
  ])
  expect(settings).toMatchObject({
    NODE_ENV: 'production',
    TRUST_PROXY: 'loopback',
    ...Object.fromEntries(inDomain),
    // Caddy closes the services' own /graphql, where even one process learns of revoked tokens.
    ...Object.fromEntries(
      SERVICES.map(({ settings, documentedPort }) => [
        `${settings}_INTERNAL_URL`,
        `http://127.0.0.1:${documentedPort}`,
      ]),
    ),
  })
  const caddyfile = await readFile(join(folder, 'Caddyfile'), 'utf8')
  expect(caddyfile).not.toContain('example.com')
  for (const [, url] of inDomain) expect(caddyfile).toContain(`\n${new URL(url!).host} {`)
  await run('caddy', ['adapt', '--config', 'Caddyfile', '--adapter', 'caddyfile'], { cwd: folder })
})

test('two processes of each service have the addresses of haproxy.cfg', async () => {
  const commands = blocks[1]!.replaceAll(/^( +)node /gm, '$1print node ')
  const started = await runBlock(commands)
  const programs = [
    ...SERVICES.map(({ name }) => `subgraphs/main.ts ${name}`),
    'router/main.ts',
  ].flatMap((program) => MACHINES.map((host) => `${host} ${program}`))
  const places = started.map(
    ({ command, settings }) => `${settings.HOST} ${command.replace(/^node (--\S+ )+/, '')}`,
  )
  expect(places.toSorted()).toEqual(programs.toSorted())
  const internal = SERVICES.map((place) => [
    `${place.settings}_INTERNAL_URL`,
    `http://${PROXY_HOST}:${place.documentedPort}`,
  ])
  for (const { settings } of started)
    expect(settings).toMatchObject({
      ...PUBLIC,
      ...(Object.fromEntries(internal) as Record<string, string>),
      NODE_ENV: 'production',
      TRUST_PROXY: 'loopback',
    })
})
