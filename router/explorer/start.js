// @ts-check
// Starts GraphiQL with the tabs of the last visit, or else with those of the page.
import { subscription } from './subscription.js'

/** @typedef {{query?: string | null, variables?: string | null, headers?: string | null}} Tab */
/** @typedef {{tabs: Tab[], activeTabIndex: number}} TabState */

/** Where GraphiQL keeps its tabs. */
const STORE = 'graphiql:tabState'

const root = /** @type {HTMLElement} */ (document.querySelector('#explorer'))
/** @type {{tabs: Tab[], suggestions?: string}} */
const settings = JSON.parse(document.querySelector('#settings')?.textContent ?? '{}')

const { workerEditor, workerGraphql, workerJson } = root.dataset
Object.assign(window, {
  MonacoEnvironment: {
    globalAPI: false,
    /** @param {unknown} _module @param {string} label */
    getWorkerUrl: (_module, label) =>
      ({ graphql: workerGraphql, json: workerJson })[label] ?? workerEditor,
  },
})

/** @returns {TabState | undefined} the tabs of the last visit, unless all are empty */
function storedTabs() {
  try {
    const state = JSON.parse(localStorage.getItem(STORE) ?? 'null')
    return state?.tabs.some(hasQuery) ? state : undefined
  } catch {
    return undefined
  }
}

/** @param {Tab | undefined} tab */
const hasQuery = (tab) => (tab?.query ?? '').trim() !== ''

/**
 * Fills in variables that are empty strings with objects that the person can act on.
 * @param {Tab[]} tabs
 */
async function fillIn(tabs) {
  const isEmpty = tabs.some(({ variables }) => /: ""/.test(variables ?? ''))
  const isSignedIn = 'signedIn' in document.documentElement.dataset
  if (!isEmpty || !isSignedIn || settings.suggestions === undefined) return
  const values = await suggestions(settings.suggestions).catch(() => ({}))
  for (const tab of tabs) {
    tab.variables &&= tab.variables.replace(/"(\w+)": ""/g, (empty, name) =>
      values[name] === undefined ? empty : `"${name}": "${values[name]}"`,
    )
  }
}

/** @typedef {{query: string, variables?: object | null, operationName?: string | null}} Operation */
/** @typedef {{headers?: Record<string, string>, extensions?: object}} Options */

/**
 * The operations of a document, from its text: right after a tab is opened, GraphiQL still passes the parsed document and the
 * operation name of the previous tab.
 * @param {string} query @returns {{type: string, name: string}[]}
 */
function operationsOf(query) {
  let headers = query.replaceAll(/"""[^]*?"""|"(?:\\.|[^"\\\n])*"|#.*/g, '')
  for (let outer = ''; outer !== headers; headers = headers.replaceAll(/\{[^{}]*\}/g, ';'))
    outer = headers
  return headers.split(';').flatMap((header) => {
    const [, type, name = ''] = /^\s*(query|mutation|subscription)\b\s*(\w*)/.exec(header) ?? []
    return type === undefined ? [] : [{ type, name }]
  })
}

/** @param {Operation} operation @param {Options} [options] */
function requestOf({ query, variables, operationName }, { headers = {}, extensions } = {}) {
  const isThere = operationsOf(query).some(({ name }) => name === operationName)
  const request = { query, variables, extensions, ...(isThere && { operationName }) }
  const types = { 'content-type': 'application/json', accept: 'application/json' }
  return { method: 'POST', headers: { ...types, ...headers }, body: JSON.stringify(request) }
}

/**
 * Sends an operation to the router. Returns failures as errors, because GraphiQL shows the stack of what is thrown.
 * @param {Operation} operation @param {Options} [options]
 */
async function ask(operation, options) {
  try {
    const response = await fetch('/graphql', requestOf(operation, options))
    return await response.json()
  } catch (error) {
    return { errors: [{ message: `The router does not respond: ${String(error)}` }] }
  }
}

/**
 * Asks for the plan, too, which is drawn below GraphiQL, and returns the rest of the response.
 * @param {Operation} operation @param {Options} [options]
 */
function askWithPlan(operation, options) {
  if (operation.operationName === 'IntrospectionQuery') return ask(operation, options)
  const asking = { ...options, extensions: { plan: true } }
  if (!isSubscription(operation)) return ask(operation, asking).then(drawPlan)
  const { subscribe } = subscription(requestOf(operation, asking))
  return {
    /** @param {import('./subscription.js').Sink} sink */
    subscribe(sink) {
      // The first result has the plan.
      let draw = drawPlan
      return subscribe({
        ...sink,
        next(result) {
          sink.next(draw(result))
          draw = (later) => later
        },
      })
    },
  }
}

/** @param {Operation} operation */
function isSubscription({ query, operationName }) {
  const operations = operationsOf(query)
  const chosen = operations.find(({ name }) => name === operationName) ?? operations[0]
  return chosen?.type === 'subscription'
}

/** Draws the plan of a result, and returns the result without it. @param {import('./subscription.js').Result} result */
function drawPlan(result) {
  const { plan, ...extensions } = result.extensions ?? {}
  document.dispatchEvent(new CustomEvent('plan', { detail: plan }))
  if (Object.keys(extensions).length > 0) return { ...result, extensions }
  delete result.extensions
  return result
}

/**
 * @param {string} query
 * @returns {Promise<Record<string, string | undefined>>} ids by the names of variables
 */
async function suggestions(query) {
  const { data } = await ask({ query })
  const { me, assets, proposals, quests } = data
  const done = new Set(me.completedQuests.nodes.map(idOf))
  const offers = assets.nodes
    .filter(({ listing, ownerId }) => listing?.status === 'active' && ownerId !== me.id)
    .map(({ listing }) => listing)
    .toSorted((one, other) => one.price - other.price)
  const isOpen = ({ myVote, status }) => status === 'active' && !myVote
  return {
    questId: quests.nodes.map(idOf).find((id) => !done.has(id)),
    proposalId: proposals.nodes.find(isOpen)?.id,
    openProposalId: proposals.nodes.find(({ status }) => status === 'active')?.id,
    listingId: offers.find(({ price }) => price <= me.gold)?.id,
  }
}

/** @param {{id: string}} thing */
const idOf = ({ id }) => id

/** The query in the link, which opens in a tab. @returns {string | undefined} */
function linkedQuery() {
  const query = new URLSearchParams(window.location.search).get('query')
  if (query === null) return undefined
  history.replaceState({}, '', window.location.pathname)
  return query
}

/** The initial tabs: GraphiQL opens one for the initial query, unless a tab already has it. */
async function firstTabs() {
  const stored = storedTabs()
  const tabs = stored?.tabs ?? settings.tabs
  await fillIn(tabs)
  if (stored) localStorage.setItem(STORE, JSON.stringify(stored))
  else localStorage.removeItem(STORE)
  const left = tabs[stored?.activeTabIndex ?? 0]
  const active = hasQuery(left) ? left : tabs.find(hasQuery)
  const query = linkedQuery()
  const { headers, variables } = (query === undefined ? active : undefined) ?? {}
  return {
    // GraphiQL opens these on a first visit, and ignores everything else then.
    defaultTabs: query === undefined ? settings.tabs : [{ query }, ...settings.tabs],
    initialQuery: query ?? active?.query ?? '',
    initialVariables: variables ?? '',
    initialHeaders: headers ?? '',
  }
}

const first = await firstTabs()
// @ts-expect-error: the bundle is a script of its own.
YogaGraphiQL.renderYogaGraphiQL(root, {
  title: 'Ecosystem',
  fetcher: askWithPlan,
  defaultQuery: settings.tabs[0]?.query,
  ...first,
  // Without this, the URL would change with every letter, and open a tab when it is reloaded.
  onEditQuery() {},
})
