// All administrative changes of the schema need a fresh sign-in with two factors (RFC 9470).
import express from 'express'
import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { requireStepUp } from '#foundation/auth/caller.ts'
import { sendError } from '#foundation/http/errors.ts'
import { callerOf } from '#test/caller.ts'
import { administrativeMutations, requestOf } from '#test/every-mutation.ts'
import { addClient } from '#test/grant-story.ts'
import { send } from '#test/http.ts'
import { testSystem, type Person, type TokenOptions } from '#test/system.ts'

const SCOPE = 'identity credentials wallet admin'
const STEP_UP = { code: 'INVALID_TOKEN', details: { reason: 'step_up' } }
const TEN_MINUTES_MS = 600_000

const system = testSystem()
let ada: Person
beforeAll(async () => {
  ada = await system.join('ada', { role: 'admin' })
})

async function ask(query: string, variables: object, signIn: TokenOptions) {
  const token = await ada.token({ scope: SCOPE, ...signIn })
  const { status, body } = await system.graphql(query, { token, variables })
  const errors = body.errors as { extensions: { code: string; details: object } }[] | undefined
  return { status, refusal: errors?.[0]?.extensions }
}

/** Insufficient sign-ins. The last one is a token without information about the sign-in. */
const tooLittle = () => [
  { signedInAt: new Date(Date.now() - TEN_MINUTES_MS) },
  { acr: '1' as const },
  { acr: undefined },
  { signedInAt: undefined },
  { signedInAt: undefined, acr: undefined },
]

test('Seven services have administrative changes', () => {
  expect(administrativeMutations.length).toBeGreaterThan(30)
})

describe.each(administrativeMutations.map((field) => [field.name, field] as const))(
  '%s',
  (_name, field) => {
    const { query, variables } = requestOf(field)

    test('An administrative change is refused after an old sign-in, and after one with one factor', async () => {
      for (const signIn of tooLittle()) {
        const response = await ask(query, variables, signIn)
        expect(response, JSON.stringify(signIn)).toEqual({ status: 200, refusal: STEP_UP })
      }
      const last = { signedInAt: new Date(Date.now() - TEN_MINUTES_MS + 60_000) }
      expect((await ask(query, variables, last)).refusal).not.toEqual(STEP_UP)
    })

    test('An administrative change is not refused to a machine client, which never signs in', async () => {
      const scopes = ['identity', 'admin']
      const clientId = await addClient(system, `machine_${field.name}`, { scopes })
      const machine = { subject: clientId, clientId, signedInAt: undefined, acr: undefined }
      const { refusal } = await ask(query, variables, machine)
      expect([undefined, 'NOT_FOUND', 'VALIDATION_ERROR']).toContain(refusal?.code)
    })
  },
)

test('an administrator reads after any sign-in', async () => {
  for (const signIn of tooLittle()) {
    const query = '{ clients { totalCount } treasury { balance } auditEvents { totalCount } }'
    expect(await ask(query, {}, signIn)).toEqual({ status: 200, refusal: undefined })
  }
})

test('Operations with an admin API key need no fresh sign-in', async () => {
  const query = `mutation ($input: IssueCredentialInput!) {
    issueCredential(input: $input) { credentialId }
  }`
  const input = { identityId: ada.id, type: 'path_initiate' }
  const { refusal } = await ask(query, { input }, { signedInAt: undefined, acr: undefined })
  expect(refusal?.details).toEqual({ reason: 'admin_key' })
})

test('the refusal is 401 over HTTP, and says what to ask for (RFC 9470, section 3)', async () => {
  const app = express()
  app.get('/', () => requireStepUp(callerOf({ as: { id: 'ada' }, signedInAt: 0 }), new Date()))
  app.use(sendError)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { status, body, headers } = await send(`http://127.0.0.1:${port}/`)
  server.close()
  expect({ status, ...body.error }).toMatchObject({ status: 401, ...STEP_UP })
  expect(headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_user_authentication", acr_values="2", max_age=600',
  )
})
