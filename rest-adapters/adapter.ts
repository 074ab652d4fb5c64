// The REST engine: matches a row, reads its input, runs its operation, sends the response.
import { Router, type RequestHandler } from 'express'
import { getNamedType, visit, type DocumentNode, type ExecutionResult } from 'graphql'
import { forgetAdmissions } from '#foundation/auth/caller-checks.ts'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import { admitCaller } from '#foundation/auth/scopes.ts'
import { DomainError, isErrorCode, notFound, type ErrorDetails } from '#foundation/domain/errors.ts'
import { onlyMethods } from '#foundation/http/app.ts'
import { compressed } from '#foundation/http/compression.ts'
import { idempotencyKeyOf } from '#foundation/http/idempotency-key.ts'
import {
  withBudget,
  currentBudget,
  type ResponseLimits,
} from '#foundation/limits/response-budget.ts'
import { pageCost } from '#foundation/limits/skipped-rows.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import type { Service } from '#foundation/service/service.ts'
import { sendResponse } from './response.ts'
import { createInputReader } from './input.ts'
import { rootFieldOf } from './openapi/root-field.ts'
import { longPoll, waitMsOf, type LongPolls } from './long-poll.ts'
import { requestedPage, skippedBy } from './pages.ts'
import type { Route } from '#foundation/service/route.ts'

export interface RestOptions {
  service: Service
  requestGuard: RequestGuard
  responseLimits: ResponseLimits
  /** The requests of this process that wait for events. */
  polls: LongPolls
}

/** The documented paths of one service. Operations are compiled here, once. */
export function createRestHandler(options: RestOptions, routes: readonly Route[]): RequestHandler {
  const router = Router()
  const literal = new Map<string, RequestHandler>()
  for (const [path, rows] of Map.groupBy(routes, (route) => route.path)) {
    const handlers = rows.map((row): [string, RequestHandler] => [
      row.method.toUpperCase(),
      createHandler(options, row),
    ])
    const handle = createPathHandler(options.service.subgraph.version, new Map(handlers))
    router.all(path, handle)
    if (path.includes(':')) continue
    // Serves paths without parameters directly, because no other path needs to be tried.
    literal.set(path, (req, res, next) => {
      req.params = {}
      req.route = { path }
      return handle(req, res, next)
    })
  }
  return (req, res, next) => (literal.get(req.path) ?? router)(req, res, next)
}

/** Handles the requests of one path by their methods. */
function createPathHandler(
  version: string,
  handlers: ReadonlyMap<string, RequestHandler>,
): RequestHandler {
  const refuse = onlyMethods([...handlers.keys()])
  return (req, res, next) => {
    res.setHeader('API-Version', version)
    res.setHeader('Cache-Control', 'no-store')
    const handle = handlers.get(req.method === 'HEAD' ? 'GET' : req.method) ?? refuse
    let handled: unknown
    compressed(req, res, () => (handled = handle(req, res, next)))
    return handled
  }
}

/** Handles one row. The checks follow the documented order: token, rate limit, scope, input, then the domain. */
function createHandler(
  { service, requestGuard, responseLimits, polls }: RestOptions,
  row: Route,
): RequestHandler {
  const operation = service.prepare(row.operation, { eager: true })
  const { response } = row
  const namedForm =
    response.form === 'list' && !response.total
      ? service.prepare(withoutCount(operation.document), { eager: true, trusted: true })
      : operation
  const { field } = rootFieldOf(service.schema, row)
  const { name: resource } = getNamedType(field.type)
  const readVariables = createInputReader(service.schema, operation, row)
  return async (req, res) => {
    const caller = await requestGuard.admit(req, res)
    const ctx = service.createContext(caller)
    await admitCaller(ctx, field)
    if (row.method !== 'get') idempotencyKeyOf(caller)
    const page = response.form === 'list' ? requestedPage(req) : undefined
    const cost = page ? pageCost(skippedBy(page)) : 1
    if (cost > 1) await requestGuard.chargePage(caller, req, res, cost)
    const isBodyLate = !req.complete
    const variables = await readVariables(req, res, page)
    if (row.method !== 'get') await requestGuard.recheck(req)
    if (isBodyLate) forgetAdmissions(ctx)
    const read = async (ctx: Context, variables: Variables) => {
      const result = await service.runIn(ctx, page ? operation : namedForm, variables)
      const value = rootValue(result)
      if (value !== undefined) return value
      const { id = caller.viewer?.identityId ?? '' } = req.params
      throw notFound(resource, String(id))
    }
    const budgeted = (work: () => Promise<void>) =>
      withBudget({ limits: responseLimits, caller, res }, work)
    const send = (value: unknown) => sendResponse(response, value, req, res, page)
    const waitMs = row.waits ? waitMsOf(req) : 0
    if (waitMs > 0) {
      await longPoll(
        { service, polls, requestGuard, req, res, caller, variables, waitMs },
        {
          read,
          send,
          budgeted,
        },
      )
      return
    }
    await budgeted(async () => {
      if (row.method !== 'get') currentBudget()?.markMutation()
      await send(await read(ctx, variables))
    })
  }
}

/** Removes the total count, which the named form of a list does not return, from its operation. */
function withoutCount(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: ({ name }) => (name.value === 'totalCount' ? null : undefined),
  })
}

/** The value of the single root field; undefined if it is null. @throws the error of the field */
function rootValue({ data, errors }: ExecutionResult): unknown {
  const error = errors?.[0]
  if (error) {
    const { code, details } = error.extensions
    throw new DomainError(
      isErrorCode(code) ? code : 'INTERNAL_ERROR',
      error.message,
      details as ErrorDetails,
    )
  }
  return Object.values(data ?? {})[0] ?? undefined
}
