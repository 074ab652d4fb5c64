// The REST engine: matches a row, reads its input, runs its operation, answers or refuses.
import { Router, type Request, type RequestHandler, type Response } from 'express'
import {
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
  type NamedTypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import type { Caller } from '#foundation/context.ts'
import type { Edge } from '#foundation/edge.ts'
import {
  DomainError,
  invalidInput,
  isErrorCode,
  notFound,
  type ErrorDetails,
} from '#foundation/errors.ts'
import { readJson, unknownPath } from '#foundation/http.ts'
import type { Operation } from '#foundation/operation.ts'
import { rootGuards } from '#foundation/scopes.ts'
import type { Service } from '#foundation/service.ts'
import type { Variables } from '#foundation/variables.ts'
import {
  nextPageLink,
  pageLinks,
  pageVariables,
  pagination,
  requestedPage,
  type Page,
} from './pages.ts'
import type { Answer, Route } from './route.ts'

/** The documented paths of one service. Operations are compiled here, once. */
export function createRestRouter(service: Service, routes: readonly Route[], edge: Edge): Router {
  const router = Router()
  for (const [path, rows] of Map.groupBy(routes, (route) => route.path)) {
    const route = router.route(path)
    route.all((_req, res, next) => {
      res.setHeader('API-Version', service.subgraph.version)
      res.setHeader('Cache-Control', 'no-store')
      next()
    })
    for (const row of rows) route[row.method](createHandler(service, row, edge))
    route.all((req, res) => {
      const methods = rows.map(({ method }) => method.toUpperCase())
      res.setHeader('Allow', methods.flatMap((m) => (m === 'GET' ? [m, 'HEAD'] : [m])).join(', '))
      throw unknownPath(req)
    })
  }
  return router
}

/** The checks of one row, in the documented order: token, rate limit, scope, input, and the rest. */
function createHandler(service: Service, row: Route, edge: Edge): RequestHandler {
  const operation = service.prepare(row.operation, { eager: true })
  const uncounted = service.prepare(withoutCount(operation.document), { eager: true })
  const guards = rootGuards(service.schema, operation.node)
  return async (req, res) => {
    const caller = await edge.admit(req, res)
    const ctx = service.createContext(caller)
    for (const guard of guards) await guard(ctx)
    const page = row.answer.form === 'list' ? requestedPage(req) : undefined
    const variables = await readVariables(service.schema, operation, row, req, res, page)
    const counts = row.answer.form !== 'list' || row.answer.total === true || page !== undefined
    const result = await service.run(counts ? operation : uncounted, caller, variables)
    sendAnswer(row.answer, rootValue(result, caller), req, res, page)
  }
}

/** Reads what the operation's variables name, and nothing else: unknown body fields are ignored. */
async function readVariables(
  schema: GraphQLSchema,
  { node }: Operation,
  { answer, method, query = {} }: Route,
  req: Request,
  res: Response,
  page: Page | undefined,
): Promise<Variables> {
  const variables: Variables = { ...req.params, ...readQuery(req, query) }
  const body = method === 'get' ? undefined : await readBody(req, res)
  const input = node.variableDefinitions?.find(({ variable }) => variable.name.value === 'input')
  if (input) variables.input = pickKnown(body, inputType(schema, input))
  if (answer.form !== 'list') return variables
  return { ...variables, ...pageVariables(page) }
}

/** A list's operation for an answer that does not tell how many items there are in all. */
function withoutCount(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: ({ name }) => (name.value === 'totalCount' ? null : undefined),
  })
}

/** @throws VALIDATION_ERROR for a parameter that is given twice, or is no number where one is read */
function readQuery({ query }: Request, declared: NonNullable<Route['query']>): Variables {
  const sent = Object.entries(declared).filter(([name]) => query[name] !== undefined)
  return Object.fromEntries(
    sent.map(([name, kind]) => {
      const value = query[name]
      if (typeof value !== 'string') {
        throw invalidInput([{ field: name, reason: 'must be given once' }])
      }
      if (kind === 'text') return [name, value]
      if (value.trim() !== '' && Number.isFinite(Number(value))) return [name, Number(value)]
      throw invalidInput([{ field: name, reason: 'must be a number' }])
    }),
  )
}

/** An absent body equals `{}`. @throws VALIDATION_ERROR for one that is no JSON object */
async function readBody(req: Request, res: Response): Promise<object> {
  const body = (await readJson(req, res)) ?? {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw invalidInput([{ field: 'body', reason: 'must be a JSON object' }])
}

function inputType(schema: GraphQLSchema, { type }: VariableDefinitionNode): GraphQLInputType {
  const found: GraphQLType | undefined = typeFromAST(schema, type as NamedTypeNode)
  if (isInputType(found)) return found
  throw new Error('A route takes an input that its schema does not have.')
}

function pickKnown(value: unknown, inputType: GraphQLInputType): unknown {
  const type = getNullableType(inputType)
  if (isListType(type) && Array.isArray(value)) {
    return value.map((item) => pickKnown(item, type.ofType))
  }
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value
  const sent = new Map(Object.entries(value))
  const known = Object.values(type.getFields()).filter(({ name }) => sent.has(name))
  return Object.fromEntries(
    known.map((field) => [field.name, pickKnown(sent.get(field.name), field.type)]),
  )
}

/** The value of the one root field. @throws what refused it; NOT_FOUND when there is no value */
function rootValue({ data, errors }: ExecutionResult, caller: Caller): unknown {
  const error = errors?.[0]
  if (error) {
    const { code, details } = error.extensions
    throw new DomainError(
      isErrorCode(code) ? code : 'INTERNAL_ERROR',
      error.message,
      details as ErrorDetails,
    )
  }
  const value = Object.values(data ?? {})[0]
  if (value === null || value === undefined) {
    throw notFound('Identity', caller.viewer?.identityId ?? '')
  }
  return value
}

function sendAnswer(
  answer: Answer,
  value: unknown,
  req: Request,
  res: Response,
  page: Page | undefined,
): void {
  if (answer.form === 'list') {
    sendList(answer, value as List, req, res, page)
    return
  }
  if (answer.form === 'record') {
    const { created, [answer.record]: record } = value as Record<string, unknown>
    res.status(created === true ? 201 : 200).json({ success: true, data: record })
    return
  }
  const data = withoutNulls(value as Record<string, unknown>, answer.absentWhenNull ?? [])
  res.status(answer.status ?? 200).json(answer.form === 'bare' ? data : { success: true, data })
}

interface List {
  nodes: unknown[]
  pageInfo: { hasNextPage: boolean }
  totalCount?: number
}

function sendList(
  { name, total }: Extract<Answer, { form: 'list' }>,
  { nodes, pageInfo, totalCount = 0 }: List,
  req: Request,
  res: Response,
  page: Page | undefined,
): void {
  if (page) {
    res.setHeader('Link', pageLinks(req, page, totalCount))
    res.json({ data: nodes, pagination: pagination(page, totalCount) })
    return
  }
  if (pageInfo.hasNextPage) res.setHeader('Link', nextPageLink(req))
  res.json({ [name]: nodes, ...(total && { total: totalCount }) })
}

function withoutNulls(value: Record<string, unknown>, keys: readonly string[]) {
  const entries = Object.entries(value).filter(
    ([key, held]) => held !== null || !keys.includes(key),
  )
  return Object.fromEntries(entries)
}
