// What the command says when it cannot run: what is wrong, where, and what to do.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSchema, introspectionFromSchema } from 'graphql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { Project } from '../project.ts'

const FILE = 'federation-check.config.json'
let project: Project

beforeEach(() => {
  project = new Project()
  project.enter()
})

afterEach(() => project.leave())

const check = (...args: string[]) => command(args, false)

async function errorOf(...args: string[]): Promise<string> {
  const { code, err = '' } = await check(...args)
  expect(code, err).toBe(2)
  return err
}

/** Adds settings to the configuration, at its beginning. */
const configure = (settings: string) => project.edit(FILE, '{', `{ ${settings},`)

describe('of git', () => {
  test('an error suggests a branch that only the remote has', async () => {
    project.git('update-ref', 'refs/remotes/origin/release', 'HEAD')
    expect(await errorOf('--base', 'release')).toBe(
      '--base release is neither a commit nor a path. Did you mean origin/release?',
    )
  })

  test('an error in a clone without the commit says how to fetch it', async () => {
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
})

describe('of a source', () => {
  test('an empty source is refused, as after a failed download', async () => {
    project.write('empty.graphql', '\n')
    expect(await errorOf('--base', 'empty.graphql')).toBe(
      'empty.graphql is empty; a schema is expected.',
    )
  })

  test.each(['subgraphs/books.graphql', 'subgraphs/extension.graphql'])(
    'the SDL of one subgraph is refused as a source: %s',
    async (file) => {
      project.write('subgraphs/extension.graphql', 'extend type Query { loans: Int }\n')
      expect(await errorOf('--base', file)).toMatch(
        /\.graphql is the SDL of one subgraph, not a whole schema: .+\. Name the folder of all subgraphs instead, and set subgraphs in the configuration\.$/,
      )
    },
  )

  test('stdin for both sides is refused', async () => {
    const sentence = 'Only one side can be read from stdin.'
    expect(await errorOf('--base', '-', '--head', '-')).toBe(sentence)
    expect(await errorOf('changelog', '-', '-')).toBe(sentence)
  })

  test('an error about a base with SDL elsewhere says to write the configuration as JSON', async () => {
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
})

test('a base is read from the paths of its own configuration', async () => {
  configure('"subgraphs": "subgraphs/<name>.graphql"')
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

describe('of an address', () => {
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

  test('an error names both methods, with their responses', async () => {
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

  test('an error names the method that cannot reach the address', async () => {
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
  ])('a redirect to %s is refused', async (location, reason) => {
    const sentence = await served((_, response) => response.writeHead(307, { location }).end())
    expect(sentence).toContain(`redirects ${reason}`)
  })

  test('a redirect is followed, with the introspection query', async () => {
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

  test('the report names host and path without the query', async () => {
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
})

describe('of the configuration', () => {
  test.each([
    ['"committed": { "subgraphs": "generated/<name>.graphql" }', 'generated/<name>.graphql'],
    ['"code": ["srv/**"]', 'srv/**'],
  ])('a glob that matches nothing is refused: %s', async (setting, glob) => {
    configure(setting)
    expect(await errorOf('--base', 'main')).toBe(
      `${glob}: no file matches this glob of the configuration.`,
    )
  })

  test('an unknown setting is refused with a suggestion', async () => {
    configure('"documnets": []')
    expect(await errorOf('--base', 'main')).toBe(
      `${FILE}: there is no setting documnets. Did you mean documents?`,
    )
  })

  test('a setting of another type is refused with the type that is wanted', async () => {
    configure('"usage": "usage.json", "approvals": 7')
    const sentences = (await errorOf('--base', 'main')).split('\n')
    expect(sentences).toContain(`${FILE}: usage must be an object.`)
    expect(sentences).toContain(`${FILE}: approvals must be a string.`)
  })

  test('an unknown rule is refused with a suggestion', async () => {
    project.edit(FILE, 'enum-value-added', 'enum-value-aded')
    expect(await errorOf('--base', 'main')).toContain(
      `${FILE}: rules.enum-value-aded: there is no such rule. Did you mean enum-value-added`,
    )
  })

  test('a field that is no field of either side is refused as a runtime guard', async () => {
    configure('"runtimeGuards": ["Query.bookz"]')
    expect(await errorOf('--base', 'main')).toBe(
      'runtimeGuards: there is no field Query.bookz. Did you mean Query.books?',
    )
    project.edit(FILE, 'Query.bookz', '!books')
    expect(await errorOf('--base', 'main')).toContain(
      ': runtimeGuards.0: "!books" must be a field such as Query.node, or !Query.node.',
    )
    project.edit(FILE, '!books', '!Query.books')
    expect((await check('--base', 'main')).err).toBeUndefined()
  })

  test('a text of another form is refused with what is wanted', async () => {
    configure('"guards": ["@tier"], "order": { "arguments": { "@tier": "any" } }')
    expect((await errorOf('--base', 'main')).split('\n')).toEqual([
      `${FILE}: order.arguments: "@tier" must be an argument such as @hasRole(roles:).`,
      `${FILE}: guards.0: "@tier" must be the name of a directive, such as hasRole or !hasRole.`,
    ])
    project.edit(FILE, '"@tier": "any"', '"@tier(role:)": "any"')
    project.edit(FILE, '["@tier"]', '[]')
    project.edit(FILE, '"client": "web"', '"client": "web", "directives": ["rellay"]')
    expect(await errorOf('--base', 'main')).toBe(
      `${FILE}: documents.0.directives.0: "rellay" must be apollo, relay, urql, or a directive such as @track.`,
    )
  })

  test('an order that contradicts itself is refused', async () => {
    configure('"order": { "scopes": [["read", "write"], ["write", "admin"], ["admin", "read"]] }')
    expect(await errorOf('--base', 'main')).toBe(
      `${FILE}: order.scopes says both that read is weaker than write and that it is stronger.`,
    )
  })

  test('documents of a subgraph that neither side has are refused with a suggestion', async () => {
    project.edit(FILE, '"client": "web"', '"client": "web", "subgraph": "bookz"')
    expect(await errorOf('--base', 'main')).toBe(
      'documents: clients/web/list.graphql is sent to the subgraph bookz: no subgraph has this name. Did you mean books?',
    )
  })
})

test('an approval of an unknown rule gets a suggestion', async () => {
  project.write(
    'approvals.yaml',
    "- { change: 'feild-removed:Book.cover', reason: Old, owner: ada, expires: 2026-12-31 }\n",
  )
  project.commit('Approve')
  expect((await check('--base', 'main', '--format', 'json')).out).toContain(
    'There is no rule feild-removed. Did you mean field-removed?',
  )
})

test('a syntax error in YAML is reported with its line', async () => {
  project.write('openapi.yaml', 'openapi: 3.1.0\npaths:\n  /books: [\n')
  project.git('rm', '--quiet', 'openapi.json')
  project.commit('YAML')
  project.write('openapi.yaml', 'openapi: 3.1.0\npaths:\n  /books: {\n')
  expect(await errorOf('--base', 'main')).toMatch(/^openapi\.yaml:\d: /)
})

describe('of the arguments', () => {
  test('an unknown option is refused with a suggestion', async () => {
    expect(await errorOf('--formt', 'json')).toBe(
      "Unknown option '--formt'. Did you mean --format? federation-check --help lists all options.",
    )
    expect(await errorOf('nonsense')).toBe(
      'Name a second source to compare nonsense with: federation-check nonsense HEAD. To compare the working tree with it, write --base nonsense.',
    )
    expect(await errorOf('changelog', 'main')).toBe(
      'changelog needs BASE and HEAD. federation-check --help lists all options.',
    )
  })

  test('sources of another command are refused with the way to write them', async () => {
    const help = 'federation-check --help lists all options.'
    expect(await errorOf('changelog', '--base', 'main')).toBe(
      `changelog takes its sources without options: changelog BASE HEAD. ${help}`,
    )
    expect(await errorOf('propose', 'main', 'HEAD')).toBe(
      `propose takes its sources as options: --base main. ${help}`,
    )
  })

  test('--version prints the version', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { version: string }
    expect(await check('--version')).toEqual({ code: 0, out: version })
  })
})

test('an older Node is refused with the version that is needed', () => {
  const older = 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })'
  const bin = fileURLToPath(new URL('../../bin/federation-check.js', import.meta.url))
  const args = ['--import', `data:text/javascript,${older}`, bin, '--help']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toMatch(/^federation-check needs Node [\d.]+ or later; this is 20\.20\.2\.\n$/)
  expect(status).toBe(2)
})

test('a folder with SDL in other places is refused with the setting that names them', async () => {
  project.write('services/books/schema.graphql', 'type Query { a: Int }\n')
  expect(await errorOf('services', 'main')).toMatch(
    / or <name>\.graphql\. Or name the place in federation-check\.config\.json: \{ "subgraphs": "[^"]+" \}\.$/,
  )
})

test('a base that does not compose is reported with what to do', async () => {
  project.edit('subgraphs/loans.graphql', 'loans: Int', 'loans: Nothing')
  project.commit('Broken')
  project.edit('subgraphs/loans.graphql', 'loans: Nothing', 'loans: Int')
  const { out } = await check('--base', 'HEAD')
  expect(out?.replaceAll(/\s+/g, ' ')).toContain(
    'Fix: Set --base to a state that the step can read: after a broken main, the last commit that composes.',
  )
})

test('a module in a folder of scripts is refused with what to change', () => {
  project.git('rm', '--quiet', FILE)
  project.write('package.json', '{ "type": "commonjs" }\n')
  project.write('federation-check.config.js', 'export default {}\n')
  const bin = fileURLToPath(new URL('../../bin/federation-check.js', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [bin], { encoding: 'utf8' })
  expect(stderr).toContain(
    'Set "type": "module" in package.json (npm pkg set type=module), or write JavaScript with the ending .mjs.',
  )
  expect(status).toBe(2)
})

test('a report is written into a new folder', async () => {
  await check('--base', 'main', '--output', 'json=reports/today/check.json')
  expect(existsSync('reports/today/check.json')).toBe(true)
})

describe('of a rule', () => {
  test('--explain says what dangerous means', async () => {
    const { out } = await check('--explain', 'requires-added')
    expect(out).toContain('may affect a client')
    expect(out).toContain('It fails only with --fail-on dangerous.')
  })

  test('--explain says why a plugin has a rule', async () => {
    const rule = "{ severity: 'breaking', catches: 'odd names', example: 'x'"
    project.write(
      'odd.js',
      `export default { name: 'odd', rules: { odd: ${rule}, why: 'Nobody finds it.' }, even: ${rule} } }, check: () => [] }\n`,
    )
    configure('"plugins": ["./odd.js"]')
    expect((await check('--explain', 'odd')).out).toContain('why       Nobody finds it.')
    const { out } = await check('--explain', 'even')
    expect(out).toContain('a convention of this project is broken')
    expect(out).not.toContain('stops working')
  })
})

test('every format says which steps are not configured', async () => {
  const printed = async (format: string) => (await check('--base', 'main', '--format', format)).out
  expect(await printed('text')).toContain(
    '- not configured: Generated files, Contracts, Conventions',
  )
  expect(await printed('markdown')).toContain(
    '| Conventions | not configured: No plugin is configured. |',
  )
  expect(await printed('junit')).toContain(
    '<skipped message="not configured: No plugin is configured."',
  )
})

test('files of an unknown kind in a conventional folder are refused', async () => {
  project.git('rm', '--quiet', FILE)
  project.write('operations/schema.graphql', 'type Order { id: ID! }\n')
  project.write('clients/settings.json', '{ "compilerOptions": {} }\n')
  project.commit('Beside it')
  const { out, err } = await check('--base', 'main')
  expect(err).toBeUndefined()
  expect(out).toContain('Passed')
})

test('documents in another format than a manifest are refused', async () => {
  project.git('rm', '--quiet', FILE)
  project.write('clients/relay.json', JSON.stringify({ abc: 'query Q { books { title } }' }))
  expect(await errorOf('--base', 'main')).toBe(
    'clients/relay.json is no apollo-persisted-query-manifest of version 1.',
  )
})
