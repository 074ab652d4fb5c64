// This code takes over a data folder of an earlier commit that people have filled.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runningPostgresUrl } from '#foundation/postgres/embedded.ts'
import { install, type Installation } from '#test/installation.ts'
import {
  askOAuth,
  authorizeUrl,
  createPkce,
  obtainCode,
  obtainTokens,
  redeem,
  refresh,
  type Code,
} from '#test/oauth.ts'
import { foreignOwners, rolesAtWork } from '#test/owners.ts'
import type { Program } from '#test/process.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import {
  APP,
  call,
  liveADay,
  query,
  signInAda,
  signInDemo,
  signUp,
  type User,
} from './support/people.ts'
import { readAll } from './support/reads.ts'
import { extendCodes, untilSettled } from './support/settled.ts'

const schemas = subgraphs.map(({ name }) => name)

describe('after an earlier process was killed, in its data folder', () => {
  let home: Installation
  let ada: User
  let grace: User
  let edsger: User
  let newcomer: User
  let reads: Record<string, string>
  let code: Code
  let program: Program

  beforeAll(async () => {
    home = await install({ RATE_LIMIT_AUTHENTICATED: 'off', LOG_LEVEL: 'warn' })
    program = await home.start(['main.ts'], {}, inject('earlier'))
    await live()
    reads = await readAll([ada, grace, newcomer])
    code = await obtainCode(home, APP, newcomer, {}, newcomer.userAgent)
    await extendCodes((await runningPostgresUrl(home.dataDir))!)
    program.send('SIGKILL')
    await program.ended()
    program = await home.start(['main.ts'])
  })

  afterAll(() => home.remove())

  async function live(): Promise<void> {
    ada = await signInAda(home)
    grace = await signInDemo(home, 'grace')
    edsger = await signInDemo(home, 'edsger')
    newcomer = await signUp(home, 'newcomer')
    await liveADay(newcomer, ada)
    await untilSettled((await runningPostgresUrl(home.dataDir))!)
    const { access_token: token } = edsger.tokens
    expect((await askOAuth(home, APP, { token }, 'revoke')).status).toBe(200)
  }

  /** Reads as an administrator, and sends a change without effect. */
  async function changeAsAdministrator({ tokens }: User) {
    const { me } = await query({ ...ada, tokens }, '{ me { id } clients { totalCount } }')
    const { body } = await home.ask('router', '/graphql', {
      method: 'POST',
      token: tokens.access_token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `mutation { unhideUsername(identityId: "${me.id}") { id } }`,
      }),
    })
    return body
  }

  test('a code of the earlier process is redeemed', async () => {
    const { status, body } = await redeem(home, APP, code)
    expect({ status, body }).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  })

  test('every read returns the same bytes, with the same tokens', async () => {
    expect(await readAll([ada, grace, newcomer])).toEqual(reads)
  })

  test('each service owns its schema, and logs in with its own role', async () => {
    const url = (await runningPostgresUrl(home.dataDir))!
    expect(await foreignOwners(url, schemas)).toEqual([])
    const { events: _hints, ...roles } = await rolesAtWork(url)
    expect(roles).toEqual(Object.fromEntries(schemas.map((name) => [name, [`ecosystem_${name}`]])))
  })

  test('a revoked grant stays revoked', async () => {
    const token = edsger.tokens.access_token
    for (const [service, path] of [
      ['identity', '/api/me'],
      ['path', '/api/quests'],
    ] as const) {
      const { status, body } = await home.ask(service, path, { token })
      expect(status).toBe(401)
      expect(body.error.details).toEqual({ reason: 'revoked' })
    }
  })

  test('a refresh token is redeemed once', async () => {
    const used = grace.tokens.refresh_token
    const { status, body } = await refresh(home, APP, used)
    expect(status).toBe(200)
    await call({ ...grace, tokens: body }, ['identity', '/api/me'])
    expect(body.refresh_token).not.toBe(used)
  })

  test('sessions stay valid, a client on loopback needs consent again, and passwords still work', async () => {
    const { challenge } = createPkce()
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const page = await newcomer.userAgent.open(authorizeUrl(home, APP, pkce))
    expect(new URL(page.url).pathname).toBe('/consent')
    expect(await obtainTokens(home, APP, newcomer)).toHaveProperty('access_token')
  })

  test('an administrator reads and changes things with the same token', async () => {
    expect((await changeAsAdministrator(ada)).errors).toBeUndefined()
    const refreshed = await refresh(home, APP, ada.tokens.refresh_token)
    expect(refreshed.status).toBe(200)
    ada = { ...ada, tokens: refreshed.body as User['tokens'] }
    expect((await changeAsAdministrator(ada)).errors).toBeUndefined()
  })

  test('people can do everything after the upgrade', async () => {
    await liveADay(await signUp(home, 'latecomer'), ada)
  })
})
