// Marks statements where they are defined: whether they only read, and on which connection they may run.
import {
  QueryNode,
  type CompiledQuery,
  type KyselyPlugin,
  type RawBuilder,
  type RootOperationNode,
  type SelectQueryNode,
} from 'kysely'

/**
 * `shared`: reads some rows and ends soon, so it may run on a connection that requests share. `alone`: changes nothing,
 * but counts, searches, locks or waits. `change`: may change something.
 */
export type StatementKind = 'shared' | 'alone' | 'change'

const said = new WeakMap<RootOperationNode, StatementKind>()

/** Marks a raw statement that reads some rows and ends soon. An unmarked one counts as a change. */
export function reads<Row>(statement: RawBuilder<Row>): RawBuilder<Row> {
  return statement.withPlugin(SHARED)
}

/** Marks a statement that only reads, but may take long: it counts or searches, or calls a function that waits. */
export function readsAlone<Statement extends { withPlugin(plugin: KyselyPlugin): unknown }>(
  statement: Statement,
): Statement {
  return statement.withPlugin(ALONE) as Statement
}

/** The kind of a compiled statement, as marked, or as Kysely knows it: a query without a lock reads some rows. */
export function kindOf(statement: RootOperationNode): StatementKind {
  const kind = said.get(statement)
  if (kind) return kind
  return statement.kind === 'SelectQueryNode' ? kindOfQuery(statement) : 'change'
}

function kindOfQuery({ with: parts }: SelectQueryNode): StatementKind {
  const onlyReads = parts?.expressions.every(
    ({ expression }) => expression.kind === 'SelectQueryNode',
  )
  return (onlyReads ?? true) ? 'shared' : 'change'
}

/** Notes that a statement locks rows, perhaps in a query within it. */
export function noteLock(statement: RootOperationNode): void {
  if (kindOf(statement) === 'shared') said.set(statement, 'alone')
}

/** False for a text that may be a script of several statements, which PostgreSQL does not prepare. */
export function isOneStatement({ query, parameters }: CompiledQuery): boolean {
  return QueryNode.is(query) || said.has(query) || parameters.length > 0
}

const SHARED = saying('shared')
const ALONE = saying('alone')

/** A plugin that marks the final node of a statement. It copies the node, because builders share nodes. */
function saying(kind: StatementKind): KyselyPlugin {
  return {
    transformQuery({ node }) {
      const own = { ...node }
      said.set(own, kind)
      return own
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}
