// Validates every known document on the schema that it is sent to.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  buildSchema,
  Kind,
  parse,
  separateOperations,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { readClients } from '../router/clients.ts'
import { routeTables, subgraphs } from '../subgraphs/index.ts'
import { plain } from './served.ts'

/** Documents of frontends, of registered clients and of REST paths that are not valid, with the reason. */
export function checkKnownOperations(
  apiSdl: string,
  schemaOf: (subgraph: AnySubgraph) => GraphQLSchema,
): string[] {
  const api = buildSchema(apiSdl)
  const problemsIn = (sender: string, schema: GraphQLSchema, document: DocumentNode) =>
    validate(schema, document).map(({ message }) => `${sender}: ${message}`)
  return [
    ...frontendDocuments().flatMap(({ file, document }) =>
      problemsIn(`frontend: ${file}`, api, document),
    ),
    ...readClients(new URL('clients/', import.meta.url)).flatMap(({ name: client, operations }) =>
      operations.flatMap(({ name, body }) => problemsIn(`${client}: ${name}`, api, parse(body))),
    ),
    ...subgraphs.flatMap((subgraph) =>
      (routeTables[subgraph.name] ?? []).flatMap(({ method, path, operation }) =>
        problemsIn(`REST: ${method.toUpperCase()} ${path}`, schemaOf(subgraph), parse(operation)),
      ),
    ),
  ]
}

/** Each operation of a frontend with the fragments that it uses, which may be in another file. */
function frontendDocuments(): { file: string; document: DocumentNode }[] {
  const folder = new URL('operations/', import.meta.url)
  const files = globSync('**/*.{graphql,gql}', { cwd: fileURLToPath(folder) }).map((file) => {
    return {
      file,
      definitions: parse(plain(readFileSync(new URL(file, folder), 'utf8'))).definitions,
    }
  })
  return files.flatMap(({ file, definitions }) => {
    const others = files.filter((other) => other.file !== file).flatMap(fragmentsIn)
    const own = new Set(fragmentsIn({ definitions }).map(({ name }) => name.value))
    const foreign = others.filter(({ name }) => !own.has(name.value))
    const whole = separateOperations({
      kind: Kind.DOCUMENT,
      definitions: [...definitions, ...foreign],
    })
    return Object.values(whole).map((document) => ({ file, document }))
  })
}

function fragmentsIn({ definitions }: Pick<DocumentNode, 'definitions'>) {
  return definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
}
