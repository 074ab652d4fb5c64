// The router's process takes a new supergraph from its file or URL on SIGHUP.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, runInTerminal, TIMEOUT, type Program } from '#test/process.ts'
import { startSupergraphHost, type SupergraphHost } from '../../router/test/supergraph-host.ts'
import { composed, startTinySubgraph, type TinySubgraph } from '../../router/test/tiny-subgraph.ts'

const timeout = PROCESS_TEST_MS

let home: Installation
let folder: string
let first: TinySubgraph
let second: TinySubgraph
let host: SupergraphHost

beforeAll(async () => {
  first = await startTinySubgraph('type Query { first: String }', { Query: { first: () => '1' } })
  second = await startTinySubgraph('type Query { second: String }', {
    Query: { second: () => '2' },
  })
  host = await startSupergraphHost()
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-reload-'))
  home = await install({ LOG_LEVEL: 'info' })
}, timeout)

afterAll(async () => {
  await home.remove()
  await Promise.all([first.behave('down'), second.behave('down'), host.close()])
  await rm(folder, { recursive: true })
})

describe('a router over a file', { timeout }, () => {
  test('a changed file is served, and a half-written one is refused', async () => {
    const file = join(folder, 'changed.graphql')
    await writeFile(file, composed({ first }))
    const router = await startOver(file)
    expect(await namesOfQuery()).toEqual(['first'])

    const next = composed({ second })
    await replaceFile(file, next.slice(0, next.length / 2))
    router.send('SIGHUP')
    await router.says(/"refuses a new supergraph/)
    expect(await ask('{ first }')).toEqual({ data: { first: '1' } })

    await replaceFile(file, next)
    router.send('SIGHUP')
    await expect.poll(() => ask('{ second }'), TIMEOUT).toEqual({ data: { second: '2' } })
    expect(await namesOfQuery()).toEqual(['second'])

    await rm(file)
    router.send('SIGHUP')
    await router.says(/"cannot read the supergraph/)
    expect(await ask('{ second }')).toEqual({ data: { second: '2' } })
    router.send('SIGTERM')
    expect(await router.ended()).toEqual(CLEANLY)
  })
})

describe('a router over a URL', { timeout }, () => {
  test('SIGHUP reloads the supergraph at once, even while the router starts', async () => {
    host.serve(composed({ first }))
    const router = home.run(['router/main.ts', '--supergraph', host.url])
    await host.requested()
    router.send('SIGHUP')
    await router.says(/^Ready\./m)
    // A reload on request says so; a poll does not.
    await router.says(/"the supergraph has not changed"/)

    host.serve(composed({ second }))
    router.send('SIGHUP')
    await expect.poll(() => ask('{ second }'), TIMEOUT).toEqual({ data: { second: '2' } })
    router.send('SIGTERM')
    expect(await router.ended()).toEqual(CLEANLY)
  })

  test.each<[string, () => void, RegExp]>([
    ['responds with 500', () => host.fail(500), /responds with status 500/],
    ['redirects for ever', () => host.redirect(), /redirects more than 5 times/],
  ])('a router does not start over a URL that %s', async (_name, behave, reason) => {
    behave()
    const router = home.run(['router/main.ts', '--supergraph', host.url])
    expect((await router.ended()).code).toBe(1)
    expect(router.output()).toMatch(reason)
    expect(router.output()).toContain(`--supergraph: cannot read ${host.url}`)
    expect(router.output(), 'no stack').not.toMatch(/^\s+at /m)
  })
})

test('SIGHUP reloads the router over our own supergraph', { timeout }, async () => {
  const secret = { SERVICE_SECRET: 'a secret of these tests alone (32)' }
  const router = await home.start(['router/main.ts'], secret)
  router.send('SIGHUP')
  await router.says(/"the supergraph has not changed"/)
  router.send('SIGTERM')
  expect(await router.ended()).toEqual(CLEANLY)
})

test('closing its terminal ends a router that SIGHUP reloads', { timeout }, async () => {
  const file = join(folder, 'terminal.graphql')
  await writeFile(file, composed({ first }))
  const args = ['router/main.ts', '--supergraph', file]
  const terminal = runInTerminal(args, home.settings)
  await terminal.says(/^Ready\./m)
  terminal.send('SIGKILL')
  await expect.poll(isListening, TIMEOUT).toBe(false)
})

/** At once, because the router may read a file that is being written. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}

async function startOver(file: string): Promise<Program> {
  const router = await home.start(['router/main.ts', '--supergraph', file])
  onTestFinished(() => router.send('SIGKILL'))
  return router
}

async function ask(query: string): Promise<unknown> {
  const { body } = await home.ask('router', '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return body
}

/** The root fields by introspection. */
async function namesOfQuery(): Promise<string[]> {
  const body = (await ask('{ __schema { queryType { fields { name } } } }')) as {
    data: { __schema: { queryType: { fields: { name: string }[] } } }
  }
  return body.data.__schema.queryType.fields.map(({ name }) => name)
}

function isListening(): Promise<boolean> {
  return fetch(`${home.address('router')}/healthz`).then(
    () => true,
    () => false,
  )
}
