// The attributes of spans, by the semantic conventions of OpenTelemetry. They contain no text, id or variable of a
// caller: only words of the code and of the schema, numbers, and the ids of clients.
import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api'
import {
  ATTR_DB_NAMESPACE,
  ATTR_DB_QUERY_SUMMARY,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions'
import {
  ATTR_DB_RESPONSE_RETURNED_ROWS,
  ATTR_GRAPHQL_OPERATION_NAME,
  ATTR_GRAPHQL_OPERATION_TYPE,
} from '@opentelemetry/semantic-conventions/incubating'
import { isErrorCode } from '#foundation/domain/errors.ts'
import { sqlStateOf } from '#foundation/domain/sql-state.ts'
import { methodName } from '#foundation/telemetry/method-name.ts'
import { statementName } from '#foundation/telemetry/statement-name.ts'
import type { RequestStep, StatementStep, WorkStep } from '#foundation/telemetry/steps.ts'

/** The attribute with the service that runs a step, because several run in one process. */
export const SERVICE = 'ecosystem.service'

/** Adds what is known of a request at its end. */
export function endRequest(span: Span, step: RequestStep): void {
  const { clientId, operation, outcome, route, server, status, units } = step
  const method = methodName(step.method)
  span.setAttributes({
    [SERVICE]: server,
    [ATTR_HTTP_REQUEST_METHOD]: method,
    ...(route !== 'unknown' && { [ATTR_HTTP_ROUTE]: route }),
    ...(status !== 'aborted' && { [ATTR_HTTP_RESPONSE_STATUS_CODE]: Number(status) }),
    ...(clientId !== undefined && { 'ecosystem.client.id': clientId }),
    ...(units !== undefined && { 'ecosystem.request.units': units }),
    ...(operation && operationAttributes(operation)),
  })
  if (route !== 'unknown') span.updateName(`${method} ${route}`)
  if (status === 'aborted' || Number(status) >= 500) fail(span, status!)
  else if (outcome === 'failed') fail(span, 'INTERNAL_ERROR')
}

function operationAttributes({
  type,
  registeredName,
  hash,
}: NonNullable<RequestStep['operation']>) {
  return {
    [ATTR_GRAPHQL_OPERATION_TYPE]: type,
    ...(registeredName !== undefined && { [ATTR_GRAPHQL_OPERATION_NAME]: registeredName }),
    'ecosystem.graphql.document.hash': hash.slice(0, 16),
  }
}

export function statementAttributes({ service, sql, rows }: StatementStep): Attributes {
  return {
    [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
    [ATTR_DB_NAMESPACE]: service,
    [ATTR_DB_QUERY_SUMMARY]: statementName(sql),
    [ATTR_DB_RESPONSE_RETURNED_ROWS]: rows,
  }
}

/** Notes the type of an error, not its message, which may repeat values. A refusal of the caller is no failure. */
export function noteError(span: Span, error: unknown): void {
  if (error === undefined || error === null) return
  const type = errorType(error)
  if (isRefusal(type)) span.setAttribute(ATTR_ERROR_TYPE, type)
  else fail(span, type)
}

/** Notes the first error of ours in a GraphQL result, or else its first error. */
export function noteErrors(
  span: Span,
  { result }: { result?: { errors?: readonly unknown[] | undefined } },
): void {
  const errors = result?.errors ?? []
  noteError(span, errors.find((error) => !isRefusal(errorType(error))) ?? errors[0])
}

/** Ends a span of background work. It has no caller, so even a refusal is a failure. */
export function endWork(span: Span, step: WorkStep): void {
  if (step.error === undefined) noteErrors(span, step)
  else fail(span, errorType(step.error))
}

function fail(span: Span, type: string): void {
  span.setAttribute(ATTR_ERROR_TYPE, type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A documented code, an SQLSTATE, a code of Node, or the name of the error's class. */
function errorType(error: unknown): string {
  const { extensions } = error as { extensions?: { code?: unknown } }
  if (isErrorCode(extensions?.code)) return extensions.code
  // The error of a foreign subgraph is any object.
  if (!(error instanceof Error)) return '_OTHER'
  const code = sqlStateOf(error)
  return /^[\dA-Z_]{5,30}$/.test(code) ? code : error.constructor.name
}

/** A documented error that is no failure of the system. */
function isRefusal(type: string): boolean {
  return isErrorCode(type) && type !== 'INTERNAL_ERROR'
}
