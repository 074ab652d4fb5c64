// @ts-check
// Draws the plan of the last response: requests in a sequence from left to right, parallel ones below each other.

/** @typedef {{kind: 'Fetch' | 'BatchFetch' | 'Subscription', service: string, entities?: string[], paths?: string[], operation: string}} Fetch */
/** @typedef {{kind: 'Sequence' | 'Parallel', nodes: PlanNode[]}} Nodes */
/** @typedef {{kind: 'Condition', condition: string, ifClause?: PlanNode, elseClause?: PlanNode}} Condition */
/** @typedef {Fetch | Nodes | Condition} PlanNode */
/** @typedef {{cached: boolean, planMs: number, fetches: number, node?: PlanNode, omitted?: string}} Plan */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.querySelector(`#${id}`))

const summary = byId('plan-summary')
const diagram = byId('plan-diagram')
const operation = byId('plan-operation')

document.addEventListener('plan', (event) => {
  showPlan(/** @type {CustomEvent<Plan | undefined>} */ (event).detail)
})

/** @param {Plan | undefined} plan undefined for a response without one, for example a refusal */
function showPlan(plan) {
  summary.textContent = plan ? summaryOf(plan) : 'The last response has no plan.'
  operation.textContent = ''
  operation.hidden = true
  diagram.replaceChildren()
  if (plan?.node) diagram.append(drawNode(plan.node))
  else diagram.textContent = plan?.omitted ?? ''
}

/** @param {Plan} plan */
function summaryOf({ cached, fetches, node, planMs }) {
  const waves = node ? `${count(fetches, 'request')} in ${count(wavesOf(node), 'wave')}` : ''
  const origin = cached ? 'known plan' : `new plan, made in ${planMs} ms`
  return `${waves || count(fetches, 'request')}, ${origin}`
}

/** @param {number} number @param {string} noun */
const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** How many requests wait for each other. @param {PlanNode} node @returns {number} */
function wavesOf(node) {
  if (node.kind === 'Sequence') return node.nodes.reduce((sum, each) => sum + wavesOf(each), 0)
  const below = node.kind === 'Parallel' ? node.nodes : clausesOf(node).map(({ clause }) => clause)
  return below.length === 0 ? 1 : Math.max(...below.map(wavesOf))
}

/** The parts of a condition. @param {PlanNode} node @returns {{label: string, clause: PlanNode}[]} */
function clausesOf(node) {
  if (node.kind !== 'Condition') return []
  const { condition, ifClause, elseClause } = node
  return [
    ...(ifClause ? [{ label: `if $${condition}`, clause: ifClause }] : []),
    ...(elseClause ? [{ label: `if not $${condition}`, clause: elseClause }] : []),
  ]
}

/** @param {PlanNode} node @returns {HTMLElement} */
function drawNode(node) {
  if (node.kind === 'Sequence') return list('ol', 'plan-sequence', node.nodes.map(drawNode))
  if (node.kind === 'Parallel') return list('ul', 'plan-parallel', node.nodes.map(drawNode))
  if (node.kind !== 'Condition') return drawFetch(node)
  const clauses = clausesOf(node).map(({ label, clause }) => {
    return element('div', 'plan-condition', [element('span', '', [label]), drawNode(clause)])
  })
  return list('ul', 'plan-parallel', clauses)
}

/** The name of the root type of an operation. @param {string} text */
function rootOf(text) {
  if (text.startsWith('mutation')) return 'Mutation'
  return text.startsWith('subscription') ? 'Subscription' : 'Query'
}

/** @param {Fetch} fetch */
function drawFetch(fetch) {
  const { entities, paths = [], service } = fetch
  const types = entities?.join(', ') ?? rootOf(fetch.operation)
  const button = element('button', 'plan-fetch', [
    element('strong', '', [service]),
    element('span', '', [types]),
    ...paths.map((path) => element('code', '', withBreaks(path))),
  ])
  button.setAttribute('type', 'button')
  button.setAttribute('aria-controls', operation.id)
  for (const type of ['click', 'focus']) button.addEventListener(type, () => choose(button, fetch))
  return button
}

/** A path that may break after each dot. @param {string} path */
function withBreaks(path) {
  const [first = '', ...rest] = path.split('.')
  return [first, ...rest.flatMap((name) => ['.', element('wbr', '', []), name])]
}

/** Shows the operation of a request. @param {HTMLElement} button @param {Fetch} fetch */
function choose(button, fetch) {
  for (const other of diagram.querySelectorAll('[aria-current]')) {
    other.removeAttribute('aria-current')
  }
  button.setAttribute('aria-current', 'true')
  operation.setAttribute('aria-label', `Operation for ${fetch.service}`)
  operation.textContent = fetch.operation
  operation.hidden = false
}

/**
 * A list whose semantics survive `list-style: none`, which Safari takes as the end of them.
 * @param {'ol' | 'ul'} tag @param {string} name @param {HTMLElement[]} items
 */
function list(tag, name, items) {
  const drawn = element(
    tag,
    name,
    items.map((item) => element('li', '', [item])),
  )
  drawn.setAttribute('role', 'list')
  return drawn
}

/** @param {string} tag @param {string} name @param {(string | HTMLElement)[]} content */
function element(tag, name, content) {
  const made = document.createElement(tag)
  if (name !== '') made.className = name
  made.append(...content)
  return made
}
