// The documented flow, from the app's request to its tokens.
import { expect, test } from 'vitest'
import { allow, joinWithPassword, obtainTokens, refresh, registerApp } from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'

const system = testSystem({ topology: 'Identity alone' })

test('a person signs in, allows, and the app gets its code', async () => {
  const app = await registerApp(system)
  const ada = await joinWithPassword(system, 'ada')
  const response = await allow(system, app, ada)
  expect(response).toEqual({
    code: expect.stringMatching(/^[\w-]{43}$/) as string,
    state: 'a state of the app',
    iss: system.address('identity'),
  })
})

test('the tokens work, and are refreshed', async () => {
  const app = await registerApp(system)
  const grace = await joinWithPassword(system, 'grace')
  const tokens = await obtainTokens(system, app, grace)
  const claims = await system.fetch(`${system.address('identity')}/api/claims`, {
    token: tokens.access_token,
  })
  expect(claims.body).toMatchObject({ identityId: grace.id })
  const refreshed = await refresh(system, app, tokens.refresh_token)
  expect(refreshed.body).toEqual({
    access_token: expect.any(String) as string,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/) as string,
  })
})
