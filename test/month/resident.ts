// A person who uses an app, which sends their requests over GraphQL and REST.
import { expect } from 'vitest'
import { send, type TestResponse } from '#test/http.ts'
import type { NewResident, Session } from './session.ts'

type Body = TestResponse['body']

export interface Resident extends NewResident {
  id: string
  session: Session
  /** The sums of what the person's quests granted. */
  earned: { xp: number; gold: number; completions: number }
  /** The data of a GraphQL operation without errors. */
  ask(query: string, variables?: object): Promise<Body>
  /** The code and details of a GraphQL operation that is refused. */
  refused(query: string, variables?: object): Promise<{ code: string; details: object }>
  /** The body of a REST call that has the expected status. */
  call(method: string, path: string, more?: Call): Promise<Body>
}

interface Call {
  body?: object
  headers?: Record<string, string>
  /** The expected status, 200 by default. */
  status?: number
}

export async function becomeResident(session: Session, about: NewResident): Promise<Resident> {
  const ask: Resident['ask'] = async (query, variables) => {
    const body = await askGraphql(session, query, variables)
    expect(body.errors, `${about.username}: ${query} ${JSON.stringify(variables)}`).toBeUndefined()
    return body.data
  }
  const { me } = await ask('{ me { id } }')
  return {
    ...about,
    id: me.id as string,
    session,
    earned: { xp: 0, gold: 0, completions: 0 },
    ask,
    async refused(query, variables) {
      const body = await askGraphql(session, query, variables)
      expect(body.errors, `${about.username}: ${query} ${JSON.stringify(variables)}`).toHaveLength(
        1,
      )
      const { code, details } = body.errors[0].extensions
      return { code, details }
    },
    call: (method, path, more) => callRest(session, method, path, more),
  }
}

async function askGraphql(session: Session, query: string, variables?: object): Promise<Body> {
  const { body } = await send(`${session.production.address('router')}/graphql`, {
    method: 'POST',
    token: await session.token(),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  return body
}

/** The router, which serves every path in one process. */
async function callRest(
  session: Session,
  method: string,
  path: string,
  { body: sent, headers, status: expected = 200 }: Call = {},
): Promise<Body> {
  const { status, body } = await send(`${session.production.address('router')}${path}`, {
    method,
    token: await session.token(),
    headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
    ...(sent && { body: JSON.stringify(sent) }),
  })
  expect(status, `${session.username}: ${method} ${path} ${JSON.stringify(body)}`).toBe(expected)
  return body
}
