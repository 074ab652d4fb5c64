// What the command says about a source that it cannot read: what is wrong, where, and what to do.
import { execFileSync } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSchema, introspectionFromSchema } from 'graphql'
import { expect, test } from 'vitest'
import { projectOfEachTest } from '../../project.ts'
import { check, configure, errorOf, FILE } from './story.ts'

const project = projectOfEachTest()

test('An error suggests a branch that only the remote has', async () => {
  project.git('update-ref', 'refs/remotes/origin/release', 'HEAD')
  expect(await errorOf('--base', 'release')).toBe(
    '--base release is neither a commit nor a path. Did you mean origin/release?',
  )
})

test('An error in a clone without the commit says how to fetch it', async () => {
  project.write('notes.txt', 'Notes.')
  project.commit('Notes')
  const url = pathToFileURL(project.folder).href
  const clone = join(project.folder, 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', url, clone])
  process.chdir(clone)
  const advice = 'Run git fetch --unshallow, or set fetch-depth: 0 for actions/checkout.'
  expect(await errorOf('--base', 'v1')).toBe(
    `--base v1 is neither a commit nor a path. The clone is shallow. ${advice}`,
  )
  expect(await errorOf()).toContain(advice)
  process.chdir(project.root)
})

test('An empty source is refused, as after a failed download', async () => {
  project.write('empty.graphql', '\n')
  expect(await errorOf('--base', 'empty.graphql')).toBe(
    'empty.graphql is empty; a schema is expected.',
  )
})

test.each(['subgraphs/books.graphql', 'subgraphs/extension.graphql'])(
  'The SDL of one subgraph is refused as a source: %s',
  async (file) => {
    project.write('subgraphs/extension.graphql', 'extend type Query { loans: Int }\n')
    expect(await errorOf('--base', file)).toMatch(
      /\.graphql is the SDL of one subgraph, not a whole schema: .+\. Name the folder of all subgraphs instead, and set subgraphs in the configuration\.$/,
    )
  },
)

test('Stdin for both sides is refused', async () => {
  const sentence = 'Only one side can be read from stdin.'
  expect(await errorOf('--base', '-', '--head', '-')).toBe(sentence)
  expect(await errorOf('changelog', '-', '-')).toBe(sentence)
})

test('An error about a base with SDL elsewhere says to write the configuration as JSON', async () => {
  const module = (glob: string) => `export default { subgraphs: '${glob}' }\n`
  project.git('rm', '--quiet', FILE)
  project.write('federation-check.config.mjs', module('subgraphs/<name>.graphql'))
  project.commit('A module')
  project.git('mv', 'subgraphs', 'sdl')
  project.write('federation-check.config.mjs', module('sdl/<name>.graphql'))
  expect(await errorOf('--base', 'main')).toMatch(
    /contains no schema: it needs sdl\/<name>\.graphql or <name>\.graphql\. If the change moves or adds SDL, .+ Or name both places: "\{old,new\}\/<name>\.graphql"\.$/,
  )
  // Another file, because Node keeps the module that it has loaded.
  project.write('both.mjs', module('{subgraphs,sdl}/<name>.graphql'))
  expect((await check('--base', 'main', '--config', 'both.mjs')).out).toContain(
    '✓ Federation        nothing',
  )
})

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0)
  const { port } = server.address() as AddressInfo
  try {
    const url = `http://127.0.0.1:${port}/graphql`
    return (await errorOf('--base', url)).replaceAll(url, 'URL').replaceAll(String(port), 'PORT')
  } finally {
    server.close()
  }
}

test('An error names both methods, with their responses', async () => {
  const message = 'Introspection is disabled.'
  const errors = JSON.stringify({ errors: [{ message }] })
  const sentence = await served(({ method }, response) => {
    if (method === 'GET') response.writeHead(404).end('Not found')
    else response.writeHead(400).end(errors)
  })
  expect(sentence).toBe(
    'URL serves no schema. GET: 404 without SDL. POST of an introspection query: 400 (Introspection is disabled.). If it asks for a token, fetch the schema yourself: curl -H … URL | federation-check --base -',
  )
})

test('An error names the method that cannot reach the address', async () => {
  expect(await errorOf('--base', 'http://127.0.0.1:9/graphql')).toMatch(
    /^http:\/\/127\.0\.0\.1:9\/graphql cannot be reached by GET: .+\.$/,
  )
})

test.each([
  ['/graphql', 'more than 5 times'],
  ['ftp://example.org/', 'to ftp:, which is not followed'],
  [
    'http://bob:secret@127.0.0.1/',
    'to an address with a user name or password, which is not followed.',
  ],
])('A redirect to %s is refused', async (location, reason) => {
  const sentence = await served((_, response) => response.writeHead(307, { location }).end())
  expect(sentence).toContain(`redirects ${reason}`)
})

test('A redirect is followed, with the introspection query', async () => {
  project.write('api.graphql', 'type Query { a: Int }\n')
  const data = introspectionFromSchema(buildSchema('type Query { a: Int }'))
  const server = createServer((request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new' }).end()
    else if (request.method === 'GET') response.writeHead(405).end()
    else response.end(JSON.stringify({ data }))
  }).listen(0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/old`
  const { code, err } = await check('--base', url, '--head', 'api.graphql')
  server.close()
  expect({ code, err }).toEqual({ code: 0, err: undefined })
})

test('The report names host and path without the query', async () => {
  const server = createServer((_, response) => response.end('type Query { a: Int }\n')).listen(0)
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  const [base, head] = [`http://${host}/graphs/shop/sdl?token=secret#top`, `http://${host}`]
  const checked = await check('--base', base, '--head', head)
  const { out: notes } = await check('changelog', base, head)
  server.close()
  expect(checked.out).toContain(`Schema check of ${host} against ${host}/graphs/shop/sdl\n`)
  expect(notes).toContain(`${host}/graphs/shop/sdl`)
  expect(`${checked.out}${notes}`).not.toContain('secret')
})

test('A base is read from the paths of its own configuration', async () => {
  configure(project, '"subgraphs": "subgraphs/<name>.graphql"')
  project.commit('Places')
  project.git('mv', 'subgraphs', 'sdl')
  project.git('mv', 'clients/web', 'clients/site')
  project.edit(FILE, 'subgraphs/<name>', 'sdl/<name>')
  project.edit(FILE, 'clients/web', 'clients/site')
  project.edit('sdl/books.graphql', '  cover: String\n', '')
  const { out, err } = await check('--base', 'main')
  expect(err).toBeUndefined()
  expect(out).toContain('field-removed:Book.cover')
  expect(out).toContain('config-changed')
  expect(out).not.toContain('operation-withdrawn')
  project.edit(FILE, 'clients/site/*', 'clients/sites/*')
  expect(await errorOf('--base', 'main')).toContain('clients/sites/*.graphql: no file matches')
})

test('A base that does not compose is reported with what to do', async () => {
  project.edit('subgraphs/loans.graphql', 'loans: Int', 'loans: Nothing')
  project.commit('Broken')
  project.edit('subgraphs/loans.graphql', 'loans: Nothing', 'loans: Int')
  const { out } = await check('--base', 'HEAD')
  expect(out?.replaceAll(/\s+/g, ' ')).toContain(
    'Fix: Set --base to a state that the step can read: after a broken main, the last commit that composes.',
  )
})

test('A folder with SDL in other places is refused with the setting that names them', async () => {
  project.write('services/books/schema.graphql', 'type Query { a: Int }\n')
  expect(await errorOf('services', 'main')).toMatch(
    / or <name>\.graphql\. Or name the place in federation-check\.config\.json: \{ "subgraphs": "[^"]+" \}\.$/,
  )
})

test('A syntax error in YAML is reported with its line', async () => {
  project.write('openapi.yaml', 'openapi: 3.1.0\npaths:\n  /books: [\n')
  project.git('rm', '--quiet', 'openapi.json')
  project.commit('YAML')
  project.write('openapi.yaml', 'openapi: 3.1.0\npaths:\n  /books: {\n')
  expect(await errorOf('--base', 'main')).toMatch(/^openapi\.yaml:\d: /)
})

test('Documents in another format than a manifest are refused', async () => {
  project.git('rm', '--quiet', FILE)
  project.write('clients/relay.json', JSON.stringify({ abc: 'query Q { books { title } }' }))
  expect(await errorOf('--base', 'main')).toBe(
    'clients/relay.json is no apollo-persisted-query-manifest of version 1.',
  )
})

test('Files of an unknown kind in a conventional folder are refused', async () => {
  project.git('rm', '--quiet', FILE)
  project.write('operations/schema.graphql', 'type Order { id: ID! }\n')
  project.write('clients/settings.json', '{ "compilerOptions": {} }\n')
  project.commit('Beside it')
  const { out, err } = await check('--base', 'main')
  expect(err).toBeUndefined()
  expect(out).toContain('Passed')
})
