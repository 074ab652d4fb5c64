// The plans that PostgreSQL makes for the statements behind a GraphQL operation.
import { Client } from 'pg'
import { connectionConfig } from '#foundation/database/address/connection-config.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Erasure } from '#foundation/service/personal-data.ts'
import type { Service } from '#foundation/service/service.ts'
import { requestOf } from './current-caller.ts'
import { statementsOf } from './sent-statements.ts'

/** One node of a plan from `explain (format json)`. */
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
  /** True if its connection plans a statement once, for any values. */
  isGeneric: boolean
}

/** Members that pg's types lack. */
interface Session {
  connectionParameters: { application_name: string; options: string }
}

/** The plan of every statement that an operation of a service sends. */
export function plansOf(
  service: Service,
  databaseUrl: string,
  ctx: Context,
  query: string,
): Promise<Plan[]> {
  return readPlansOf(service, databaseUrl, async () => {
    const { errors } = await service.prepare(query).execute(ctx)
    if (errors) throw new Error(`${query}: ${errors.map(({ message }) => message).join()}`)
  })
}

/** The plan of every statement that a service sends during `work`. */
export async function readPlansOf(
  { subgraph: { name } }: Service,
  databaseUrl: string,
  read: () => Promise<void>,
): Promise<Plan[]> {
  return explain(databaseUrl, name, await sentWhile(name, read))
}

/** The plan of every different statement that a service sends to export and to erase a person. */
export async function erasurePlansOf(
  { subgraph: { name, personalData } }: Service,
  databaseUrl: string,
  ctx: Context,
  erasure: Erasure,
): Promise<Plan[]> {
  const sent = await sentWhile(name, async () => {
    const pages = personalData!.exportPerson(ctx, erasure.identityId)
    for await (const _page of pages);
    await personalData!.erasePerson(ctx, erasure)
  })
  const byText = new Map(sent.map((statement) => [statement.text, statement]))
  return explain(databaseUrl, name, [...byText.values()])
}

/** The statements that a service sends for `work`. */
async function sentWhile(name: string, work: () => Promise<void>): Promise<Sent[]> {
  const reader = newId('identity')
  const [statements] = await statementsOf(reader, () => requestOf(reader).run(work))
  return statements.flatMap(({ client, call }) => {
    const { application_name: sender, options } = (client as unknown as Session)
      .connectionParameters
    // A peer of the service may have read as well.
    return sender === name
      ? sentBy(call as [unknown, unknown[]?], options.includes('force_generic_plan'))
      : []
  })
}

const BOUNDS = /^\s*(begin|commit|rollback)/

function sentBy([statement, list = []]: [unknown, unknown[]?], isGeneric: boolean): Sent[] {
  const sent = typeof statement === 'string' ? { text: statement } : statement
  const { text, values = list } = sent as { text: string; values?: unknown[] }
  return BOUNDS.test(text) ? [] : [{ text, values, isGeneric }]
}

async function explain(url: string, schema: string, statements: readonly Sent[]): Promise<Plan[]> {
  const client = new Client(connectionConfig(url, schema, { statementTimeoutMs: 0 }))
  await client.connect()
  try {
    const plans: Plan[] = []
    for (const statement of statements) plans.push(await explainOne(client, statement))
    return plans
  } finally {
    await client.end()
  }
}

async function explainOne(client: Client, sent: Sent): Promise<Plan> {
  const { text: sql, values, isGeneric } = sent
  const { rows } = isGeneric
    ? await explainGeneric(client, sent)
    : await client.query<Explained>(`explain (format json) ${sql}`, values)
  return {
    sql,
    nodes: rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan))),
  }
}

/** Explains the plan for any values. PostgreSQL 15 does not know `explain (generic_plan)`. */
async function explainGeneric(client: Client, { text, values }: Sent) {
  const parameters = values.length > 0 ? `(${values.map(() => 'null').join()})` : ''
  await client.query(`set plan_cache_mode = force_generic_plan; prepare planned as ${text}`)
  const explained = await client.query<Explained>(
    `explain (format json) execute planned ${parameters}`,
  )
  await client.query('deallocate planned; reset plan_cache_mode')
  return explained
}

interface Explained {
  'QUERY PLAN': { Plan: PlanNode }[]
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}
