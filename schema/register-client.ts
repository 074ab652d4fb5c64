// `npm run -s schema:register -- --name web --owner team@example.org FILE`: writes the manifest of
// a client from its documents, as graphql-codegen (persisted-documents.json: id → text) or
// `@apollo/generate-persisted-query-manifest` writes them. Documents registered before stay,
// because installed apps keep sending their ids.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildSchema, Kind, parse, validate } from 'graphql'
import { documentId, parseClient, type ClientOperation } from '../router/clients.ts'

/**
 * The text of `schema/clients/<name>.json`. Of operations with one id, the last one counts.
 */
export function clientManifest(
  name: string,
  owner: string,
  operations: readonly ClientOperation[],
): string {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const sorted = [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    name,
    owner,
    operations: sorted,
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** The operation of a document. @throws for a document without exactly one named operation */
export function operationOf(body: string): ClientOperation {
  const operations = parse(body).definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  )
  const [operation] = operations
  if (operations.length !== 1 || !operation?.name) {
    throw new Error(`A document must contain exactly one named operation:\n${body}`)
  }
  const type = operation.operation
  return { id: documentId(body), name: operation.name.value, type, body }
}

/**
 * Writes the manifest of a client below `schema`, and returns the lines to print.
 * @throws for wrong usage
 */
export function register(args: readonly string[], schema: URL): string[] {
  const { name, owner, withdraw, file } = readArguments(args)
  const manifest = new URL(`clients/${name}.json`, schema)
  const documents = readDocuments(file)
  const known = registeredIn(manifest)
  refuseToWithdraw(name, withdraw, known, documents)
  const staying = known.filter(({ id }) => !withdraw.includes(id))
  const valid = validIn(readFileSync(new URL('api.graphql', schema), 'utf8'))
  const text = clientManifest(name, owner, [
    ...staying.filter(valid),
    ...documents.map(operationOf),
  ])
  parseClient(`${name}.json`, text)
  mkdirSync(new URL('.', manifest), { recursive: true })
  writeFileSync(manifest, text)
  return [
    ...staying
      .filter((operation) => !valid(operation))
      .map(({ name, id }) => `left out: ${name} ${id}, no longer valid`),
    `written: schema/clients/${name}.json`,
  ]
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      owner: { type: 'string' },
      withdraw: { type: 'string', multiple: true },
    },
  })
  const { name, owner, withdraw = [] } = values
  const [file, ...more] = positionals
  if (!name || !/^[a-z0-9-]{1,60}$/.test(name) || !owner || !file || more.length > 0) {
    const usage =
      '--name NAME (a-z, 0-9 and -) --owner WHO [--withdraw ID]… persisted-documents.json'
    throw new Error(`Usage: npm run -s schema:register -- ${usage}`)
  }
  return { name, owner, withdraw, file }
}

/** The documents in a file. Clients send the ids in it, so they must equal ours. */
function readDocuments(file: string): string[] {
  const form = new Error(`${file} must be JSON: ${FORMS}.`)
  const entries = entriesOf(parseJson(readText(file)))
  if (!entries) throw form
  return entries.map(([id, text]) => {
    if (typeof text !== 'string') throw form
    // graphql-codegen writes the algorithm before the hash.
    if (id.replace(/^sha256:/, '') === documentId(text)) return text
    const hint = 'graphql-codegen: `hashAlgorithm: "sha256"`'
    throw new Error(`${file}: the id ${id} is not the SHA-256 of its document (${hint}).`)
  })
}

const FORMS =
  'ids → documents, as graphql-codegen writes them, or a manifest of @apollo/generate-persisted-query-manifest'

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`${file} cannot be read.`)
  }
}

/** The value of a JSON text; undefined for any other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The entries of an object of ids and texts; undefined for any other value. */
function entriesOf(input: unknown): [id: string, text: unknown][] | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const { format, operations } = input as { format?: unknown; operations?: unknown }
  if (format !== 'apollo-persisted-query-manifest') return Object.entries(input)
  if (!Array.isArray(operations)) return undefined
  return operations.map((operation: Partial<ClientOperation> | null) => [
    String(operation?.id),
    operation?.body,
  ])
}

function registeredIn(manifest: URL): readonly ClientOperation[] {
  if (!existsSync(manifest)) return []
  return parseClient(fileURLToPath(manifest), readFileSync(manifest, 'utf8')).operations
}

function refuseToWithdraw(
  name: string,
  ids: readonly string[],
  known: readonly ClientOperation[],
  documents: readonly string[],
): void {
  const unknown = ids.find((id) => !known.some((operation) => operation.id === id))
  if (unknown !== undefined) throw new Error(`${unknown} is not registered for ${name}.`)
  const anew = ids.find((id) => documents.some((body) => documentId(body) === id))
  if (anew !== undefined) throw new Error(`${anew} is also among the documents to register.`)
}

/** Whether the router could still execute a document. */
function validIn(api: string): (operation: ClientOperation) => boolean {
  const schema = buildSchema(api)
  return ({ body }) => validate(schema, parse(body)).length === 0
}

if (import.meta.main) {
  try {
    const reported = register(process.argv.slice(2), new URL('.', import.meta.url))
    for (const sentence of reported) console.log(sentence)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 2
  }
}
