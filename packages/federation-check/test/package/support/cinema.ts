// A graph of another team: three subgraphs of a cinema, with documents, a manifest and REST, in git.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FEDERATION = `extend schema @link(
  url: "https://specs.apollo.dev/federation/v2.5"
  import: ["@key", "@external", "@requires", "@inaccessible", "@authenticated", "@requiresScopes"]
)
`

const MANIFEST_BODY = 'query Programme { films { title runtime } }'

const FILES: Readonly<Record<string, string>> = {
  'services/films/schema.graphql': `${FEDERATION}
type Query { films: [Film!]! film(id: ID!): Film licence(film: ID!): Licence @inaccessible }
type Film @key(fields: "id") {
  id: ID!
  title: String!
  runtime: Int
}
type Licence @inaccessible { until: String territory: String }
`,
  'services/screenings/schema.graphql': `${FEDERATION}
type Query { tonight: [Screening!]! }
type Screening @key(fields: "id") { id: ID! film: Film! starts: String! ends: String }
type Film @key(fields: "id") { id: ID! screenings: [Screening!]! poster: String }
`,
  'services/members/schema.graphql': `${FEDERATION}
type Query { me: Member @authenticated }
type Member @key(fields: "id") {
  id: ID!
  name: String!
  paidWith: String @requiresScopes(scopes: [["accounting"]])
}
`,
  'apps/kiosk/film.graphql': 'query Film($id: ID!) { film(id: $id) { title runtime } }\n',
  'apps/kiosk/tonight.graphql': 'query Tonight { tonight { film { poster } } }\n',
  'services/screenings/calls/licence.graphql':
    'query Licence($film: ID!) { licence(film: $film) { territory } }\n',
  'apps/phone.json': `${JSON.stringify({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [{ id: sha256(MANIFEST_BODY), name: 'Programme', body: MANIFEST_BODY }],
  })}\n`,
  'services/films/openapi.yaml': `openapi: 3.1.0
info: { title: Films, version: '1' }
paths:
  /films:
    get:
      parameters:
        - { name: genre, in: query, schema: { type: string, maxLength: 40 } }
      responses: { '200': { description: All films. } }
`,
  'federation-check.config.json': `${JSON.stringify({
    subgraphs: 'services/<name>/schema.graphql',
    documents: [
      { files: 'apps/kiosk/*.graphql', client: 'kiosk', owner: 'kiosk@cinema.example' },
      { files: 'services/screenings/calls/*', client: 'screenings', subgraph: 'films' },
    ],
    manifests: ['apps/*.json'],
    openapi: ['services/*/openapi.yaml'],
  })}\n`,
}

/** The files that the change writes. */
const CHANGES: readonly (readonly [file: string, from: string, to: string])[] = [
  ['services/films/schema.graphql', '  runtime: Int\n', ''],
  ['services/films/schema.graphql', ' territory: String', ''],
  ['services/members/schema.graphql', ' @requiresScopes(scopes: [["accounting"]])', ''],
  [
    'services/screenings/schema.graphql',
    'screenings: [Screening!]! poster: String',
    'title: String! @external screenings: [Screening!]! poster: String @requires(fields: "title")',
  ],
  ['services/films/openapi.yaml', 'maxLength: 40', 'maxLength: 20'],
]

/** Every finding of the change, in the order of the report. */
export const FINDINGS = [
  'breaking field-removed:Film.runtime',
  'breaking requires-unsent:screenings/Film.poster',
  'security scopes-removed:members/Member.paidWith:accounting>nothing',
  'breaking operation-broken:kiosk/film.graphql:Film.runtime',
  'breaking operation-broken:screenings/licence.graphql:Licence.territory',
  'breaking operation-broken:phone/Programme:Film.runtime',
  'safe plan-more-fetches:kiosk/tonight.graphql:Tonight',
  'safe plan-longer-chain:kiosk/tonight.graphql:Tonight',
  'safe plan-other-subgraph:kiosk/tonight.graphql:Tonight films',
  'breaking rest-bound-narrowed:GET /films query genre:maxLength 40>20',
]

/** How many of them block the change. */
export const FAILING = FINDINGS.filter((finding) => !finding.startsWith('safe ')).length

/** Writes the graph into a new folder, commits it on main, and changes it on a branch. */
export function makeCinema(home: string): string {
  const folder = mkdtempSync(join(home, 'cinema-'))
  for (const [file, text] of Object.entries(FILES)) write(join(folder, file), text)
  git(folder, 'init', '--quiet', '--initial-branch', 'main')
  commit(folder, 'The cinema')
  // The state before the change, beside the repository.
  cpSync(folder, `${folder}-before`, { recursive: true, filter: (path) => !path.includes('/.git') })
  git(folder, 'switch', '--quiet', '--create', 'change')
  for (const [file, from, to] of CHANGES) replace(join(folder, file), from, to)
  commit(folder, 'The change')
  return folder
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder }).toString()
}

function commit(folder: string, message: string): void {
  git(folder, 'add', '--all')
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@cinema.example']
  git(folder, ...author, 'commit', '--quiet', '--message', message)
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function replace(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`)
  writeFileSync(path, text.replace(from, to))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
