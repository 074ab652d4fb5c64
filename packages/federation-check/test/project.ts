// A small project of somebody else in a git repository: two subgraphs, two clients, one OpenAPI document.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { command } from '../src/commands/command.ts'
import type { Report } from '../src/run.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key", "@requiresScopes"])\n'

const CONFIG = {
  documents: [{ files: 'clients/web/*.graphql', client: 'web', owner: 'web@example.org' }],
  manifests: ['clients/*.json'],
  rules: { 'enum-value-added': 'safe' },
}

const MANIFEST = {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  name: 'kiosk',
  owner: 'kiosk@example.org',
  operations: [
    { id: 'k1', name: 'Titles', type: 'query', body: 'query Titles { books { title } }' },
    { id: 'k2', name: 'Pages', type: 'query', body: 'query Pages { books { id pages } }' },
  ],
}

const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: { '/books': { get: { responses: { 200: { description: 'All books.' } } } } },
}

/** The files of the base, by path. */
const FILES = {
  'federation-check.config.json': JSON.stringify(CONFIG, null, 2),
  'subgraphs/books.graphql': `${LINK}type Query {
  books: [Book!]
}

type Book @key(fields: "id") {
  id: ID!
  title: String!
  pages: Int
  cover: String
  price: Int @requiresScopes(scopes: [["sales"]])
}
`,
  'subgraphs/loans.graphql': `${LINK}type Book @key(fields: "id") {
  id: ID!
  loans: Int
}
`,
  'clients/web/list.graphql': 'query List {\n  books {\n    id\n    title\n  }\n}\n',
  'clients/kiosk.json': JSON.stringify(MANIFEST, null, 2),
  'openapi.json': JSON.stringify(OPENAPI, null, 2),
}

/** What git has written for the base, by the folder of the project in its repository: starting git takes long. */
const BASES = new Map<string, [path: string, bytes: Buffer][]>()

/** A repository whose first commit on `main` is the base, from its first use until it is removed. */
export class Project {
  readonly #started = process.cwd()
  readonly #below: string
  #folder: string | undefined

  /** @param below the folder of the project in its repository */
  constructor(below = '.') {
    this.#below = below
  }

  get folder(): string {
    if (this.#folder === undefined) {
      this.#folder = mkdtempSync(join(tmpdir(), 'federation-check-'))
      for (const [path, text] of Object.entries(FILES)) this.write(path, text)
      this.#commitBase()
    }
    return this.#folder
  }

  #commitBase(): void {
    const git = join(this.folder, '.git')
    const known = BASES.get(this.#below)
    for (const [path, bytes] of known ?? []) writeBelow(git, path, bytes)
    if (known) return
    this.git('init', '--quiet', '--initial-branch=main', '--template=')
    this.commit('The base')
    const files = readdirSync(git, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => relative(git, join(parentPath, name)))
    BASES.set(
      this.#below,
      files.map((path) => [path, readFileSync(join(git, path))]),
    )
  }

  get root(): string {
    return join(this.folder, this.#below)
  }

  write(path: string, text: string): void {
    writeBelow(this.root, path, text)
  }

  /** Replaces a part of a file. @throws when it is not there */
  edit(path: string, from: string, to: string): void {
    const text = readFileSync(join(this.root, path), 'utf8')
    if (!text.includes(from)) throw new Error(`No ${from} in ${path}.`)
    this.write(
      path,
      text.replace(from, () => to),
    )
  }

  commit(message: string): void {
    this.git('add', '--all')
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
    this.git(...author, 'commit', '--quiet', '--message', message)
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.folder, encoding: 'utf8' })
  }

  /** Stands in the project, as the shell that calls the command does. */
  enter(): void {
    process.chdir(this.root)
    vi.stubEnv('INIT_CWD', '')
  }

  /** Goes back to where the tests began, and removes the project. */
  leave(): void {
    process.chdir(this.#started)
    vi.unstubAllEnvs()
    this.remove()
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
    this.#folder = undefined
  }
}

function writeBelow(folder: string, path: string, content: string | Buffer): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** A project of its own for each test, which stands in it. */
export function projectOfEachTest(): Project {
  const project = new Project()
  beforeEach(() => project.enter())
  afterEach(() => project.leave())
  return project
}

/** The report of a check. @throws the error of a check that could not run */
export async function reportOf(...args: readonly string[]): Promise<Report> {
  const { out, err } = await command(['--format', 'json', ...args], false)
  if (out === undefined) throw new Error(err)
  return JSON.parse(out) as Report
}

/** Breaks both clients, gives the price away, and adds a field. */
export function breakClients(project: Project): void {
  project.edit('subgraphs/books.graphql', '  title: String!\n', '  subtitle: String\n')
  project.edit('subgraphs/books.graphql', '  cover: String\n', '')
  project.edit('subgraphs/books.graphql', ' @requiresScopes(scopes: [["sales"]])', '')
}
