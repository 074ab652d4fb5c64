// Generates the resolver types of one subgraph from its SDL.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { Kind, type DocumentNode } from 'graphql'
import { subgraphDocument, type AnySubgraph } from '#foundation/service/subgraph.ts'

const HEADER = `// Generated from schema.graphql by \`npm run schema\`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
`

/**
 * The text of `schema.generated.ts`. Resolvers get a schema type as the type of the same name that
 * tables.ts or a file in domain/ exports, and a connection as a Connection of it.
 */
export async function resolverTypes(subgraph: AnySubgraph): Promise<string> {
  const folder = new URL('.', subgraph.sdl)
  const context = `${subgraph.name[0]!.toUpperCase()}${subgraph.name.slice(1)}Context`
  const schema = subgraphDocument(subgraph)
  const text = await codegen({
    documents: [],
    filename: 'schema.generated.ts',
    schema,
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers: typescriptResolvers },
    config: {
      federation: true,
      contextType: `./context.ts#${context}`,
      mappers: mappers(folder, schema),
      enumsAsTypes: true,
      useTypeImports: true,
      scalars: {
        ID: 'string',
        DateTimeISO: 'Date',
        JSONObject: 'Record<string, unknown>',
        SafeInt: 'number',
        _Any: 'unknown',
        federation__FieldSet: 'unknown',
        federation__Scope: 'unknown',
        link__Import: 'unknown',
      },
    },
  })
  return HEADER + text
}

function mappers(folder: URL, schema: DocumentNode): Record<string, string> {
  const domain = readdirSync(new URL('domain/', folder)).filter((file) => file.endsWith('.ts'))
  const files = ['./tables.ts', ...domain.toSorted().map((file) => `./domain/${file}`)]
  const exported = new Map(files.flatMap((file) => exportedTypes(folder, file)))
  const types = schema.definitions.filter(
    (node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION,
  )
  const mapped = types.flatMap(({ name: { value } }): [string, string][] => {
    const node = value.replace(/Connection$/, '')
    if (node !== value) {
      return [[value, `Connection<${exported.has(node) ? `${node}Parent` : node}>`]]
    }
    return exported.has(value) ? [[value, `${exported.get(value)}#${value} as ${value}Parent`]] : []
  })
  return Object.fromEntries(mapped)
}

function exportedTypes(folder: URL, file: string): [name: string, file: string][] {
  const source = readFileSync(fileURLToPath(new URL(file, folder)), 'utf8')
  const names = [...source.matchAll(/^export (?:type|interface) (\w+)/gm)].map((match) => match[1]!)
  return names.map((name) => [name, file])
}
