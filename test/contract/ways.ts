// The ways to send an operation: REST at two addresses, GraphQL at two addresses.
import { expectDocumented } from '#test/openapi.ts'
import type { Person, TestResponse, TestSystem } from '#test/system.ts'
import type { Given, Row } from './row.ts'

/** A request, with what is wrong about it on purpose. */
export interface Sent extends Given {
  /** A token to send instead of the caller's, or null for none. */
  token?: string | null
  /** The scopes of a token made for this request. */
  scope?: string
  /** For lists: the query string in REST, first and offset in GraphQL. */
  query?: string
  /** The raw body in REST. */
  raw?: string
}

export interface Way {
  name: string
  isRest: boolean
  ask(system: TestSystem, row: Row, sent: Sent): Promise<TestResponse>
}

export const restAtService: Way = {
  name: 'REST at the service',
  isRest: true,
  ask: (system, row, sent) => rest(system, row, sent, row.service),
}

export const restAtRouter: Way = {
  name: 'REST at the router',
  isRest: true,
  ask: (system, row, sent) => rest(system, row, sent, 'router'),
}

export const graphqlAtRouter: Way = {
  name: 'GraphQL at the router',
  isRest: false,
  ask: (system, row, sent) => graphql(system, row, sent, 'router'),
}

export const graphqlAtService: Way = {
  name: 'GraphQL at the service',
  isRest: false,
  ask: (system, row, sent) => graphql(system, row, sent, row.service),
}

const usualTokens = new WeakMap<Person, Promise<string>>()

/** As clients do, a person sends one token again and again, and services verify it once. */
async function tokenOf({ as, token, scope }: Sent): Promise<string | undefined> {
  if (token === null) return undefined
  if (token !== undefined) return token
  if (scope !== undefined) return as.token({ scope })
  const usual = usualTokens.get(as) ?? as.token()
  usualTokens.set(as, usual)
  return usual
}

/** Every response is documented. */
async function rest(
  system: TestSystem,
  { method, path }: Row,
  { params = {}, parameters = {}, body, headers, query, raw, ...sent }: Sent,
  at: string,
): Promise<TestResponse> {
  const text = raw ?? (body && JSON.stringify(body))
  const filled = path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(params[name]!),
  )
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  )
  for (const [name, value] of new URLSearchParams(query)) search.append(name, value)
  const response = await system.fetch(`${system.address(at)}${filled}?${search.toString()}`, {
    method,
    token: await tokenOf(sent),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(text !== undefined && { body: text }),
  })
  expectDocumented(method, path, response)
  return response
}

async function graphql(
  system: TestSystem,
  row: Row,
  { params, parameters, body, headers, query, ...sent }: Sent,
  at: string,
): Promise<TestResponse> {
  const paging = new URLSearchParams(query)
  const limit = Number(paging.get('limit') ?? 20)
  const variables = {
    ...params,
    ...parameters,
    ...(body && { input: body }),
    ...(query && { first: limit, offset: (Number(paging.get('page') ?? 1) - 1) * limit }),
  }
  return system.graphql(row.graphql, {
    at,
    variables,
    token: await tokenOf(sent),
    ...(headers && { headers }),
  })
}
