// The plans that PostgreSQL makes for the statements behind a GraphQL operation.
import { Client } from 'pg'
import { vi } from 'vitest'
import type { Context } from '#foundation/service/context.ts'
import type { Service } from '#foundation/service/service.ts'

/** One step of a plan, as `explain (format json)` tells it. */
export interface PlanNode {
  'Node Type': string
  'Plan Rows': number
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

export interface Plan {
  sql: string
  nodes: PlanNode[]
}

/** A statement as pg gets it. */
interface Sent {
  text: string
  values: unknown[]
}

/** What pg's types leave out of its client. */
interface Session {
  connectionParameters: { application_name: string }
}

/** Runs an operation of a service, and gives the plan of every statement it sent. */
export async function plansOf(
  service: Service,
  databaseUrl: string,
  ctx: Context,
  query: string,
): Promise<Plan[]> {
  const { name } = service.subgraph
  const calls = vi.spyOn(Client.prototype, 'query')
  const { errors } = await service.prepare(query).execute(ctx)
  const clients = calls.mock.contexts as unknown as Session[]
  // A peer of the service may have read as well.
  const sent = calls.mock.calls
    .filter((_call, at) => clients[at]!.connectionParameters.application_name === name)
    .flatMap(sentBy)
  calls.mockRestore()
  if (errors) throw new Error(`${query}: ${errors.map(({ message }) => message).join()}`)
  return explain(databaseUrl, name, sent)
}

function sentBy([statement, values = []]: unknown[]): Sent[] {
  const sent =
    typeof statement === 'string'
      ? { text: statement, values: values as unknown[] }
      : (statement as Sent)
  return /^(begin|commit|rollback)/.test(sent.text) ? [] : [sent]
}

async function explain(url: string, schema: string, statements: readonly Sent[]): Promise<Plan[]> {
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

async function explainOne(client: Client, { text: sql, values }: Sent): Promise<Plan> {
  const { rows } = await client.query<Explained>(`explain (format json) ${sql}`, values)
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
