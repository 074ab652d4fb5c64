// What `npm run schema:check` checks: this project. The base's code is never run.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Composition, Config } from 'federation-check'
import { described } from '#foundation/service/sdl.ts'
import { conventions } from './conventions/plugin.ts'

/** The folder that package.json is in. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Most of the code takes longer to load than to run, so each function imports what it needs. */
const config = {
  root: '..',
  subgraphs: 'subgraphs/<name>/schema*.graphql',
  shared: ['foundation/common.graphql'],
  committed: {
    supergraph: 'schema/supergraph.graphql',
    api: 'schema/api.graphql',
  },
  documents: ['schema/operations/**/*.{graphql,gql}'],
  manifests: ['schema/clients/*.json'],
  openapi: ['schema/openapi.json'],
  asyncapi: ['schema/asyncapi.json'],
  audiences: {
    extension: 'x-audience',
    order: [
      ['administrators', 'owner', 'public'],
      ['administrators', 'stewards', 'members', 'public'],
    ],
  },
  approvals: 'schema/approvals.yaml',
  code: ['{subgraphs,schema,foundation,rest-adapters,content}/**'],
  guards: ['requiresAdminKey', 'private'],
  // Resolvers decide which objects these return to whom.
  runtimeGuards: [
    'Query.node',
    'Query.nodes',
    'MineEvent.node',
    'Place.ref',
    'Posting.about',
    'Transaction.about',
    'XpChange.about',
  ],
  plugins: [conventions],
  project: {
    prepare: described,
    async served() {
      const { servedTexts } = await import('./served.ts')
      const { subgraphs } = await import('../subgraphs/index.ts')
      return servedTexts(subgraphs)
    },
    async stale(composition?: Composition) {
      const { generate, isStale } = await import('./generate.ts')
      const files = [...(await generate(composition))].filter(([file, text]) => isStale(file, text))
      return new Map(files.map(([file, text]) => [relative(root, file), text]))
    },
    generator: 'npm run schema',
    async peers() {
      const { checkPeerOperations } = await import('./generate.ts')
      return checkPeerOperations()
    },
    async routes() {
      const { routeTables } = await import('../subgraphs/index.ts')
      const tables = Object.entries(routeTables).map(([subgraph, rows]) => {
        const file = `subgraphs/${subgraph}/routes.ts`
        return [subgraph, rows.map((row) => ({ ...row, file }))] as const
      })
      return Object.fromEntries(tables)
    },
  },
} satisfies Config

export default config
