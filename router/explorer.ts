// Serves GraphiQL at the router's URL, from the bundle in node_modules. Nothing is loaded from other origins.
import { readFileSync } from 'node:fs'
import { Router, type RequestHandler } from 'express'
import { createAsset, type Asset } from '#foundation/http/asset.ts'
import {
  assetBeside,
  demoClient,
  pageHandler,
  type DeveloperPage,
  type PageClient,
} from '#foundation/http/developer-page.ts'
import type { Config } from '#foundation/process/config.ts'

/** A document that the explorer opens in a tab of its own; empty variables are filled in later. */
interface Tab {
  query: string
  variables?: string
}

export interface Explorer {
  client: PageClient | undefined
  tabs: readonly Tab[]
  /** The query that finds values for the empty variables of tabs. */
  suggestions: string | undefined
}

const WITH_SIGN_IN = `# Sign in at the top right, as grace with demo-password or with a new account.
`
const WITHOUT_SIGN_IN = `# Add to Headers, below: { "Authorization": "Bearer <ACCESS_TOKEN>" }
`

/** The explorer of our own supergraph: demo people sign in through the demo client. */
export function ownExplorer(config: Pick<Config, 'demo' | 'services'>): Explorer {
  const client = demoClient(config)
  const [first, ...rest] = ownTabs()
  const query = (client ? WITH_SIGN_IN : WITHOUT_SIGN_IN) + first!.query
  return { client, tabs: [{ query }, ...rest], suggestions: tabFile('suggestions.graphql') }
}

/** The explorer of a foreign supergraph, which must not get our access tokens. */
export const FOREIGN_EXPLORER: Explorer = {
  client: undefined,
  tabs: [{ query: `${WITHOUT_SIGN_IN}{\n  __typename\n}\n` }],
  suggestions: undefined,
}

/** Serves the explorer at `/`; `links` are the other pages of this server, by name. */
export function explorerRoutes(explorer: Explorer, links: DeveloperPage['links']): Router {
  const router = Router()
  let bundle: Promise<readonly Asset[]> | undefined
  // Read on the first request, because its 9 MB would slow down every start.
  const load = () => (bundle ??= readBundle())
  router.get(
    '/',
    pageHandler(async () => pageOf(explorer, links, await load())),
  )
  for (const name of [...Object.keys(BUNDLE), ...OWN]) {
    router.get(`/explorer/${name}`, handlerFrom(load, name))
  }
  return router
}

function handlerFrom(load: () => Promise<readonly Asset[]>, name: string): RequestHandler {
  return async (req, res, next) => assetNamed(await load(), name).handler(req, res, next)
}

/** The files of the bundle, by served name. */
const BUNDLE = {
  'graphiql.js': 'js',
  'graphiql.css': 'css',
  'editor-worker.js': 'editorWorkerService',
  'json-worker.js': 'jsonWorker',
  'graphql-worker.js': 'graphqlWorker',
} as const
const OWN = ['explorer.css', 'plan.css', 'plan.js', 'start.js', 'subscription.js'] as const

async function readBundle(): Promise<readonly Asset[]> {
  const parts = await import('@graphql-yoga/render-graphiql/graphiql')
  const own = new URL('explorer/', import.meta.url).href
  return [
    ...Object.entries(BUNDLE).map(([name, part]) =>
      createAsset(`/explorer/${name}`, name, Buffer.from(parts[part])),
    ),
    ...OWN.map((name) => assetBeside('/explorer', name, own)),
  ]
}

function assetNamed(assets: readonly Asset[], name: string): Asset {
  const asset = assets.find(({ path }) => path === `/explorer/${name}`)
  if (asset) return asset
  throw new Error(`The explorer has no file ${name}.`)
}

function pageOf(
  { client, tabs, suggestions }: Explorer,
  links: DeveloperPage['links'],
  assets: readonly Asset[],
): DeveloperPage {
  const named = (name: string) => assetNamed(assets, name)
  const workers = {
    editor: named('editor-worker.js').url,
    json: named('json-worker.js').url,
    graphql: named('graphql-worker.js').url,
  }
  const settings = JSON.stringify({ tabs, suggestions }).replaceAll('<', String.raw`\u003c`)
  return {
    title: 'Explorer',
    client,
    services: [],
    links,
    assets: {
      styles: [named('graphiql.css'), named('explorer.css'), named('plan.css')],
      bundles: [named('graphiql.js')],
      modules: [named('plan.js'), named('start.js')],
    },
    content: `<main id="explorer"${Object.entries(workers)
      .map(([name, url]) => ` data-worker-${name}="${url}"`)
      .join('')}></main>
    ${PLAN}
    <script type="application/json" id="settings">${settings}</script>`,
  }
}

/** The plan of the last response, which `plan.js` draws. */
const PLAN = `<section class="plan" aria-label="Query plan">
      <details>
        <summary><strong>Plan</strong><span id="plan-summary">Run an operation to see its plan.</span></summary>
        <div class="plan-body">
          <div id="plan-diagram"></div>
          <pre id="plan-operation" role="region" tabindex="0" hidden></pre>
        </div>
      </details>
    </section>`

/** The first tabs: a query, the dashboard, three mutations, and a subscription. */
function ownTabs(): readonly Tab[] {
  const dashboard = new URL('../schema/operations/dashboard.graphql', import.meta.url)
  const tab = (name: string, variables: object) => ({
    query: tabFile(`${name}.graphql`),
    variables: JSON.stringify(variables, undefined, 2),
  })
  return [
    { query: tabFile('me.graphql') },
    { query: readFileSync(dashboard, 'utf8') },
    tab('completion', { questId: '' }),
    tab('vote', { proposalId: '', vote: 'yes' }),
    tab('purchase', { listingId: '' }),
    tab('live', { openProposalId: '' }),
  ]
}

function tabFile(name: string): string {
  return readFileSync(new URL(`explorer/tabs/${name}`, import.meta.url), 'utf8')
}
