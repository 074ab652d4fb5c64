// The plans that PostgreSQL makes for the statements behind a GraphQL operation.
import type { CompiledQuery, KyselyPlugin, RootOperationNode } from 'kysely'
import { Client } from 'pg'
import type { Context } from '#foundation/service/context.ts'
import type { Service } from '#foundation/service/service.ts'

/** One step of a plan, as `explain (format json)` tells it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

export interface Plan {
  sql: string
  nodes: PlanNode[]
}

/** Runs an operation of a service, and gives the plan of every statement it sent. */
export async function plansOf(
  service: Service,
  databaseUrl: string,
  ctx: Context,
  query: string,
): Promise<Plan[]> {
  // Parts of statements pass here as well; only whole ones have a result.
  const built = new WeakMap<object, RootOperationNode>()
  const sent: RootOperationNode[] = []
  const capture: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      built.set(queryId, node)
      return node
    },
    transformResult({ queryId, result }) {
      sent.push(built.get(queryId)!)
      return Promise.resolve(result)
    },
  }
  const db = ctx.db.withPlugin(capture)
  const watched = { ...ctx, db, loaders: service.subgraph.loaders(db, ctx.now) as unknown }
  const { errors } = await service.prepare(query).execute(watched)
  if (errors) throw new Error(`${query}: ${errors.map(({ message }) => message).join()}`)
  const compiled = sent.map((node) => db.getExecutor().compileQuery(node, { queryId: '' }))
  return explain(databaseUrl, service.subgraph.name, compiled)
}

async function explain(
  url: string,
  schema: string,
  statements: readonly CompiledQuery[],
): Promise<Plan[]> {
  const client = new Client({ connectionString: url, options: `-c search_path=${schema},public` })
  await client.connect()
  try {
    const plans: Plan[] = []
    for (const statement of statements) plans.push(await explainOne(client, statement))
    return plans
  } finally {
    await client.end()
  }
}

async function explainOne(client: Client, { sql, parameters }: CompiledQuery): Promise<Plan> {
  const { rows } = await client.query<Explained>(`explain (format json) ${sql}`, [...parameters])
  return {
    sql,
    nodes: rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan))),
  }
}

interface Explained {
  'QUERY PLAN': { Plan: PlanNode }[]
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}
