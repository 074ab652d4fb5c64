// Generates the resolver types of one subgraph from its SDL.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { Kind, type DocumentNode } from 'graphql'
import { subgraphDocument } from '#foundation/service/sdl.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'

const HEADER = `// Generated from schema.graphql by \`npm run schema\`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
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
      skipTypename: true,
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
  return HEADER + withSharedHelpers(text)
}

const SHARED = '#foundation/graphql/resolver-types.ts'
const HELPERS =
  'GraphQLRecursivePick InputMaybe IsTypeOfResolverFn Maybe ReferenceResolver ' +
  'RequireFields Resolver ResolverTypeWrapper SubscriptionResolver TypeResolveFn'

/** Imports the helpers, which the plugins declare in every file, and leaves out directives and descriptions. */
function withSharedHelpers(text: string): string {
  const own = text
    .replace(/^export type Maybe<[^]*?(?=^export type Scalars)/m, '')
    .replace(/^export type ResolverTypeWrapper<[^]*?(?=^export type (?:Federation|Resolvers))/m, '')
    .replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, '')
    .replaceAll(/^export type \w*Directive(?:Args|Resolvers?)\b[^]*?;\n(?=\n|export|$)/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .replace('GraphQLResolveInfo, ', '')
  const used = HELPERS.split(' ').filter((name) => new RegExp(`\\b${name}<`).test(own))
  return `import type { ${used.join(', ')} } from '${SHARED}'\n${own}`
}

function mappers(folder: URL, schema: DocumentNode): Record<string, string> {
  const domain = readdirSync(new URL('domain/', folder), {
    encoding: 'utf8',
    recursive: true,
  }).filter((file) => file.endsWith('.ts'))
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
