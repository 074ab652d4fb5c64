// What the installed package finds in an unknown graph.
import { execFileSync } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { buildSchema, graphql, type GraphQLSchema } from 'graphql'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { FINDINGS, git, makeCinema, write } from './support/cinema.ts'
import { federationCheck, findingsIn } from './support/command.ts'
import { NAME, outside } from './support/installed.ts'
import { NODES } from './support/nodes.ts'
import { serve } from './support/server.ts'

let cinema: string
let supergraph: string
let api: string

beforeAll(() => {
  cinema = makeCinema(inject('home'))
  ;({ supergraph, api } = composed())
})

/** Composed by the package itself, through its API. */
function composed(): { supergraph: string; api: string } {
  const script = `
    import { readFileSync } from 'node:fs'
    import { tryCompose } from '${NAME}'
    import { parse } from 'graphql'
    const sdl = (name) => readFileSync(\`${cinema}-before/services/\${name}/schema.graphql\`, 'utf8')
    const names = ['films', 'members', 'screenings']
    const services = names.map((name) => ({ name, url: '', typeDefs: parse(sdl(name)) }))
    console.log(JSON.stringify(tryCompose(services)))`
  const args = ['--input-type=module', '--eval', script]
  const out = execFileSync(process.execPath, args, { cwd: inject('home'), env: outside() })
  return JSON.parse(out.toString()) as { supergraph: string; api: string }
}

describe.each(Object.entries(NODES))('on Node %s', (_, node) => {
  const check = async (...args: string[]) =>
    findingsIn(await federationCheck(cinema, ['--format', 'json', ...args], { node }))

  test('a change on a branch is compared with main', async () => {
    expect(await check()).toEqual(FINDINGS)
  })

  test('a git ref, a folder and an archive are equal bases', async () => {
    git(cinema, 'archive', '--output', `${cinema}.tar.gz`, 'main')
    for (const base of ['main', `${cinema}-before`, `${cinema}.tar.gz`]) {
      expect(await check('--base', base), base).toEqual(FINDINGS)
    }
  })
})

/** The findings without the REST contract, which is not part of a schema. */
const BY_SUPERGRAPH = FINDINGS.filter((finding) => !finding.includes('rest-'))
/** The findings in the client's schema and in the documents of the head. */
const BY_API = BY_SUPERGRAPH.filter((finding) => / (field|operation)-/.test(finding))

describe('a base that is one schema', () => {
  const check = async (base: string, stdin?: string) =>
    findingsIn(
      await federationCheck(
        cinema,
        ['--format', 'json', '--base', base],
        stdin === undefined ? {} : { stdin },
      ),
    )

  test('a base may be a supergraph file', async () => {
    write(join(cinema, '../supergraph.graphql'), supergraph)
    expect(await check('../supergraph.graphql')).toEqual(BY_SUPERGRAPH)
  })

  test('a base may be a schema on stdin', async () => {
    expect(await check('-', supergraph)).toEqual(BY_SUPERGRAPH)
    expect(await check('-', api)).toEqual(BY_API)
  })

  test('a base may be a GraphQL endpoint', async () => {
    const schema = buildSchema(api)
    await using server = await serve(async (request, response) => {
      // Like a server that serves a page to GET, and GraphQL to POST.
      const isPost = request.method === 'POST'
      response.end(isPost ? await respond(schema, request) : '<!doctype html>')
    })
    expect(await check(server.url)).toEqual(BY_API)
  })
})

async function respond(schema: GraphQLSchema, request: IncomingMessage): Promise<string> {
  const { query: source } = (await json(request)) as { query: string }
  return JSON.stringify(await graphql({ schema, source }))
}
