// Two processes of the ID service, as on two machines: a database, and a folder each, behind a balancer that a test
// points at one of them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { expect } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import { startBalancer } from '#test/balancer.ts'
import { openTables, preparedDatabase } from '#test/database.ts'
import { send } from '#test/http.ts'
import { CLEANLY, install } from '#test/installation.ts'
import {
  authorizeUrl,
  createPkce,
  PASSWORD,
  redeem,
  redirected,
  signInOn,
  type App,
  type Tokens,
} from '#test/oauth.ts'
import { freePorts } from '#test/ports.ts'
import type { Program } from '#test/process.ts'
import { programTurns, type ProgramTurns, type Turn } from '#test/program-turns.ts'
import { giveCode, setUpTotp, type TestApp } from '#test/second-factor.ts'
import { createUserAgent } from '#test/user-agent.ts'

const SERVICE = ['subgraphs/main.ts', 'identity']
const COMMAND = 'subgraphs/identity/commands/signing-key-command.ts'
const PERSON = {
  username: 'margaret',
  displayName: 'Margaret Hamilton',
  house: 'Aether',
  archetype: 'Architect',
  password: PASSWORD,
}

export interface KeySettings {
  /** KEY_ENCRYPTION_KEY. */
  key?: string | undefined
  /** DATA_DIR; by default the folder of the machine. */
  folder?: string
  /** What runs; by default the ID service alone. */
  args?: readonly string[]
}

/** Sets up a database and two machines in production. */
export async function installMachines() {
  const database = await preparedDatabase()
  const db = openTables<IdentityTables>(database, 'identity')
  const balancer = await startBalancer()
  const home = await install({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    ID_DATABASE_URL: serviceUrl(database.url, 'identity'),
    SERVICE_SECRET: 'a secret that only these tests know',
    ID_BASE_URL: balancer.address,
    RATE_LIMIT_FREE: 'off',
    RATE_LIMIT_AUTHENTICATED: 'off',
  })
  const machines = (await freePorts(2)).map((port, index) => ({
    folder: join(home.dataDir, `machine-${index}`),
    port: String(port),
    address: `http://localhost:${port}`,
  }))
  for (const { folder } of machines) await mkdir(folder, { recursive: true })
  let used: string | undefined
  const settingsOf = (machine: number, { key, folder }: KeySettings) => {
    const { port, folder: own } = machines[machine]!
    return { ID_PORT: port, DATA_DIR: folder ?? own, KEY_ENCRYPTION_KEY: key }
  }
  let turns: ProgramTurns | undefined
  /** Runs a program to its end, in one process with the others. */
  const runToEnd = (args: readonly string[], settings: Environment) =>
    (turns ??= programTurns(home)).run(args, settings)
  return {
    db,
    tables: <Tables>() => db as unknown as Kysely<Tables>,
    folders: machines.map(({ folder }) => folder),
    /** The address of the issuer. */
    address: () => balancer.address,
    clock: { now: undefined },
    async start(machine: number, settings: KeySettings): Promise<Program> {
      const { args = SERVICE } = settings
      const program = home.run(args, settingsOf(machine, settings))
      await program.says(/^Ready\./m)
      return program
    },
    /** The end of the ID service of a machine that refuses to start. */
    refusal: (machine: number, settings: KeySettings): Promise<Turn> =>
      runToEnd(SERVICE, settingsOf(machine, settings)),
    /** The output of `npm run signing-key`, from a machine with another folder. */
    async command(args: readonly string[], { key, folder }: KeySettings): Promise<string> {
      const settings = { DATA_DIR: folder ?? join(home.dataDir, 'none'), KEY_ENCRYPTION_KEY: key }
      const { code, output } = await runToEnd([COMMAND, ...args], settings)
      expect(code, output).toBe(0)
      return output
    },
    /** Points the balancer at a machine. */
    async use(machine: number): Promise<void> {
      if (used !== undefined) await balancer.remove(used)
      balancer.add((used = machines[machine]!.address))
    },
    /** The ids of the keys that a machine publishes. */
    async publishedAt(machine: number): Promise<string[]> {
      const { body } = await send(`${machines[machine]!.address}/.well-known/jwks.json`)
      return (body.keys as JWK[]).map(({ kid }) => kid!)
    },
    /** The status of a machine's response about the owner of a token. */
    async userinfoAt(machine: number, token: string): Promise<number> {
      const { status } = await send(`${machines[machine]!.address}/api/oauth/userinfo`, { token })
      return status
    },
    async remove(): Promise<void> {
      await home.remove()
      await balancer[Symbol.asyncDispose]()
      await db.destroy()
      await database.drop()
    },
  }
}

export type Machines = Awaited<ReturnType<typeof installMachines>>

/** Ends processes, which must not fail. */
export async function stopAll(...programs: Program[]): Promise<void> {
  for (const program of programs) program.send('SIGTERM')
  for (const program of programs) expect(await program.ended()).toEqual(CLEANLY)
}

/** Signs a person up at the first machine, with an authenticator app. */
export async function joinMachines(machines: Machines): Promise<TestApp> {
  await machines.use(0)
  const userAgent = createUserAgent()
  const page = await userAgent.open(`${machines.address()}/sign-up`)
  const account = await userAgent.submit(page, '/sign-up', PERSON)
  expect(account.url).toContain('/account')
  return setUpTotp(machines, userAgent)
}

/** Signs in with each step at another machine, and returns the tokens. */
export async function signInAcross(machines: Machines, client: App, app: TestApp): Promise<Tokens> {
  const { verifier, challenge } = createPkce()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const userAgent = createUserAgent()
  await machines.use(0)
  const asked = authorizeUrl(machines, client, { ...pkce, scope: 'openid identity' })
  const signIn = await userAgent.open(asked)
  await machines.use(1)
  const factor = await signInOn(userAgent, signIn, PERSON)
  await machines.use(0)
  // The code of this moment may have been used.
  await machines.db.updateTable('totpFactors').set({ lastUsedStep: null }).execute()
  const next = await giveCode(userAgent, factor, app.code())
  await machines.use(1)
  const isConsented = next.location !== undefined
  const back = isConsented ? next : await userAgent.submit(next, '/consent', { decision: 'allow' })
  await machines.use(0)
  const code = { code: redirected(back).code!, verifier }
  const { body, status } = await redeem(machines, client, code)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Tokens
}
