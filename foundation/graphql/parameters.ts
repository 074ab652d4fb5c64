// Checks the parameters of a GraphQL request over HTTP, because Apollo Server's messages would not name the parameter.
import type { Request } from 'express'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { invalidInput, type Issue } from '#foundation/domain/errors.ts'
import { isJsonObject, parseExactly } from '#foundation/http/exact-json.ts'

type Sent = Readonly<Record<string, unknown>>

/** The parameters that are JSON in a URL. */
const OBJECTS = ['variables', 'extensions']
const PARAMETERS = ['query', 'operationName', ...OBJECTS]

/** @throws VALIDATION_ERROR that names each parameter and rule */
export function requireParameters(req: Request): void {
  const issues =
    req.method === 'GET' ? parameterIssues(parsedParameters(req.url)) : bodyIssues(req.body)
  refuseIssues(issues)
}

/** The parameters in the query of a URL, as strings. @throws VALIDATION_ERROR for one that is sent twice */
export function urlParameters(url: string): Record<string, string> {
  const { searchParams } = new URL(url, 'http://localhost')
  const repeated = PARAMETERS.filter((name) => searchParams.getAll(name).length > 1)
  refuseIssues(repeated.map((field) => ({ field, reason: 'must be sent once' })))
  return Object.fromEntries(searchParams)
}

/** The variables in the query of a URL, with all digits of their numbers. @throws VALIDATION_ERROR */
export function urlVariables(url: string): Record<string, unknown> {
  const { variables = 'null' } = urlParameters(url)
  try {
    return (parseExactly(variables) ?? {}) as Record<string, unknown>
  } catch {
    // The variables are valid JSON, but keeping digits takes more stack.
    throw invalidInput([{ field: 'variables', reason: 'must not be nested so deeply' }])
  }
}

/** The parameters in the query of a URL; those that are JSON are parsed. @throws as `urlParameters` does */
export function parsedParameters(url: string): Sent {
  const sent: Record<string, unknown> = urlParameters(url)
  for (const name of OBJECTS) {
    if (sent[name] !== undefined) sent[name] = parsed(sent[name] as string)
  }
  return sent
}

/** The issues of a body, which needs a query or the hash of one. */
function bodyIssues(body: unknown): Issue[] {
  if (Array.isArray(body)) return [{ field: 'body', reason: 'must be one request, not a list' }]
  if (!isJsonObject(body) || Object.keys(body).length === 0) {
    return [{ field: 'body', reason: 'is not a GraphQL request: must be a JSON object with query' }]
  }
  return parameterIssues(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function parameterIssues(sent: Sent): Issue[] {
  const { extensions, operationName, query } = sent
  const issues: Issue[] = []
  const mayBeEmpty = isJsonObject(extensions) && Boolean(extensions.persistedQuery)
  if ((query ?? '') === '' ? !mayBeEmpty : typeof query !== 'string') {
    issues.push({ field: 'query', reason: 'must be the text of a GraphQL document' })
  }
  if (typeof (operationName ?? '') !== 'string') {
    issues.push({ field: 'operationName', reason: 'must be a text' })
  }
  for (const field of OBJECTS) {
    const value = sent[field] ?? {}
    if (!isJsonObject(value)) issues.push({ field, reason: 'must be a JSON object' })
  }
  return issues
}
