// An account that two people claim, and what each of them does on the pages.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { asCommand } from '../../../subgraphs/identity/commands/command.ts'
import { issueRecoveryCode } from '../../../subgraphs/identity/domain/sign-in/recovery-code.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import type { Actor, Case, Deed, Entry, Step } from '../claim-cases.ts'
import { linkTo, mailTo, verifyAddress } from '#test/mail.ts'
import { confirmIdentity, joinWithPassword, PASSWORD, signedInUserAgent } from '#test/oauth.ts'
import type { TestPasskey } from './passkey.ts'
import { changeAccount, codesOn, giveCode, setUpTotp, type TestApp } from '#test/second-factor.ts'
import { addAccountPasskey, linkWallet, signedChallenge } from './sign-in-methods.ts'
import type { Person, TestSystem } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet, type TestWallet } from '#test/wallet.ts'

interface Factors {
  passkey?: TestPasskey
  wallet?: TestWallet
  app?: TestApp
  codes: string[]
}

export interface ClaimedAccount {
  person: Person
  addresses: Record<Actor, string>
  app: TestApp | undefined
  /** The recovery codes that the account had. */
  codes: readonly string[]
  /** By the clock of the system, in ms. */
  now(): number
  /** Acts as the step says, whether or not it succeeds. */
  act(step: Omit<Step, 'isRefused'>): Promise<Page>
  /** Acts as the step says, and expects it to succeed or to be refused. */
  take(step: Step): Promise<void>
  /** The claim's page for this person. */
  claimPage(actor: Actor): Promise<{ userAgent: UserAgent; page: Page }>
  /** Signs in with the password that they know, and the app if they have it. */
  signsIn(actor: Actor, app?: 'with the app'): Promise<boolean>
  /** Whether the owner gets in with something that a thief could not remove. */
  comesBack(by: Deed | undefined): Promise<boolean>
  /** True if both know the password. */
  isShared(): boolean
  isLocked(): Promise<boolean>
  /** The verified address of the account. */
  address(): Promise<string | undefined>
}

/** Sets the account up as the case says, up to its first step. */
export async function claimedAccount(
  system: TestSystem,
  given: Pick<Case, 'movedBy' | 'changed' | 'had' | 'justBefore' | 'hasSecondMailbox'>,
): Promise<ClaimedAccount> {
  const at = (path: string) => `${system.address('identity')}${path}`
  const db = () => system.tables<IdentityTables>('identity')
  const clock = () => system.clock.now ?? new Date()
  const now = () => (system.clock.now ?? new Date()).getTime()
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  const name = person.username
  const passwords: Record<Actor, string> = { owner: PASSWORD, thief: PASSWORD }
  const old = `${name}@old.example`
  const fresh = `${name}@new.example`
  const second = `${name}@second.example`
  const browser = await signedInUserAgent(system, person)
  const had = await addFactors(system, browser, given.had)
  await makeOld()
  if (given.hasSecondMailbox) await verifyAddress(system, browser, second)
  await verifyAddress(system, browser, old)
  // Only a stolen session moves an account that has a second factor.
  const isStolen = given.had.includes('passkey') || given.had.includes('app')
  const mover =
    given.movedBy === 'thief' && !isStolen ? await signedInUserAgent(system, person) : browser
  const factors = { ...had, ...(await changeBefore(given.justBefore ?? [])) }
  if (given.movedBy) await verifyAddress(system, mover, fresh, passwords[given.movedBy])
  await changeLater()

  const reader: Actor = given.movedBy === 'thief' ? 'owner' : 'thief'
  const addresses = {
    [reader]: old,
    [reader === 'thief' ? 'owner' : 'thief']: given.movedBy ? fresh : `${name}@nobody.example`,
  } as Record<Actor, string>

  /** Makes everything so far older than a week, when the mails about it would still have links. */
  async function makeOld(): Promise<void> {
    const columns = [
      ['passkeys', 'created_at'],
      ['wallets', 'linked_at'],
      ['totp_factors', 'confirmed_at'],
      ['recovery_codes', 'created_at'],
      ['audit_events', 'at'],
    ] as const
    for (const [table, column] of columns) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - interval '8 days'
        where identity_id = ${person.id}`.execute(db())
    }
  }

  async function changeBefore(what: NonNullable<Case['justBefore']>): Promise<Partial<Factors>> {
    if (what.length === 0) return {}
    const { codes, ...added } = await addFactors(system, mover, what)
    if (what.includes('password')) await changePassword()
    return codes.length > 0 ? { ...added, codes } : added
  }

  async function changeLater(): Promise<void> {
    if (given.changed.includes('app')) await changeAccount(system, mover, '/account/totp/remove')
    if (given.changed.includes('codes')) {
      await changeAccount(system, mover, '/account/recovery-codes')
    }
    if (given.changed.includes('password')) await changePassword()
  }

  async function changePassword(): Promise<void> {
    const by = given.movedBy ?? 'owner'
    passwords[by] = `${by} keeps a lamp in the harbour`
    const page = await mover.get(at('/account/security'))
    const { hidden } = formOf(page, '/account/password')
    const boxes = String(page.body).matchAll(/name="(keep-[^"]+)"/g)
    const changed = await mover.post(at('/account/password'), {
      ...hidden,
      ...Object.fromEntries([...boxes].map(([, box]) => [box!, 'keep'])),
      currentPassword: PASSWORD,
      newPassword: passwords[by],
    })
    expect(changed.location).toContain('done=password')
  }

  const links: Partial<Record<Actor, { userAgent: UserAgent; url: string }>> = {}

  /** Opens the claim's page by that entry, or by the first of them that there is. */
  async function claimPage(actor: Actor, entry?: Entry, does: Deed = 'password') {
    const own = links[actor]
    if (own && (entry === undefined || entry === 'link')) {
      return { userAgent: own.userAgent, page: await own.userAgent.get(own.url) }
    }
    const userAgent = createUserAgent()
    const mail = await claimMail(entry === 'second mailbox' ? second : addresses[actor])
    const page =
      mail && entry !== 'sign-in'
        ? await userAgent.get(linkTo(mail, '/claim'))
        : await signInBy(actor, userAgent, does)
    return { userAgent, page }
  }

  const claimMail = async (address: string) =>
    (await mailTo(system, address)).findLast(({ text }) => text?.includes('/claim?'))

  /** Signs in with a passkey or a wallet if that is what they prove. */
  async function signInBy(actor: Actor, userAgent: UserAgent, does: Deed): Promise<Page> {
    if (does !== 'passkey' && does !== 'wallet') return signIn(userAgent, passwords[actor])
    const page = await userAgent.get(at('/sign-in'))
    const response = await sign({ userAgent, page, path: '/sign-in' }, does)
    const { location } = response.body as { location?: string }
    return location === undefined ? { ...page, status: response.status } : userAgent.open(location)
  }

  const sign = (on: SigningPage, kind: 'passkey' | 'wallet') =>
    kind === 'passkey'
      ? signPasskey(on, factors.passkey!, person.id)
      : signWallet(on, factors.wallet!)

  async function signIn(userAgent: UserAgent, password: string): Promise<Page> {
    const page = await userAgent.get(at('/sign-in'))
    const next = await userAgent.submit(page, '/sign-in', { username: name, password })
    if (!next.url.includes('/second-factor')) return next
    if (!factors.app) throw new Error('No app.')
    system.clock.now = new Date(now() + 120_000)
    return giveCode(userAgent, next, factors.app.code())
  }

  /** Says that their address is the account's, chooses a new password, and removes all that is new. */
  async function decide(actor: Actor, userAgent: UserAgent, page: Page): Promise<Page> {
    if (page.url.includes('/claim/address')) {
      const address = addresses[actor] === old ? 'earlier' : 'current'
      return decide(actor, userAgent, await userAgent.submit(page, '/claim/address', { address }))
    }
    if (!page.url.includes('/recover/password')) return page
    const newPassword = `${actor} sees a bell above the water`
    const address = String(page.body).includes('name="address"') && { address: addresses[actor] }
    const fields = { newPassword, ...removals(page), ...address }
    const set = await userAgent.submit(page, '/recover/password', fields)
    if (set.status === 200) passwords[actor] = newPassword
    return set
  }

  async function follow(actor: Actor, link: string): Promise<Page> {
    const userAgent = createUserAgent()
    const question = await userAgent.get(link)
    if (question.status !== 200) return question
    const isAsked = String(question.body).includes('name="password"')
    const fields = isAsked ? { password: passwords[actor] } : {}
    const page = await userAgent.submit(question, '/not-me', fields)
    if (page.url.includes('/claim')) links[actor] = { userAgent, url: page.url }
    return page
  }

  const notices = async (address: string) =>
    (await mailTo(system, address)).filter(({ text }) => text?.includes('/not-me'))
  const lastNotice = async (address: string) => (await notices(address)).at(-1)

  async function proveByScript(
    actor: Actor,
    kind: 'passkey' | 'wallet',
    entry?: Entry,
  ): Promise<Page> {
    const { userAgent, page } = await claimPage(actor, entry, kind)
    if (page.status !== 200 || !page.url.includes('/claim')) return page
    const response = await sign({ userAgent, page, path: '/claim' }, kind)
    const { location } = response.body as { location?: string }
    return location === undefined
      ? { ...page, status: response.status }
      : decide(actor, userAgent, await userAgent.open(location))
  }

  async function prove(actor: Actor, fields: Record<string, string>, entry?: Entry): Promise<Page> {
    const { userAgent, page } = await claimPage(actor, entry)
    return send(actor, { userAgent, page }, '/claim', fields)
  }

  /** Sends a form even if the page does not show it. */
  async function send(
    actor: Actor,
    { userAgent, page }: { userAgent: UserAgent; page: Page },
    path: string,
    fields: Record<string, string> = {},
  ): Promise<Page> {
    if (page.status !== 200) return page
    const { hidden } = formOf(await userAgent.get(at('/recover/code')), '/recover/code')
    const { search } = new URL(page.url)
    const sent = await userAgent.post(at(path) + search, { ...hidden, ...fields })
    if (sent.location === undefined) return sent
    return decide(actor, userAgent, await userAgent.open(sent.location))
  }

  async function recover(actor: Actor, code: string): Promise<Page> {
    const userAgent = createUserAgent()
    const page = await userAgent.get(at('/recover/code'))
    const next = await userAgent.submit(page, '/recover/code', { username: name, code })
    return decide(actor, userAgent, next)
  }

  const deeds: Record<Deed, (actor: Actor, entry?: Entry) => Promise<Page>> = {
    claims: async (actor) => follow(actor, linkTo(await lastNotice(old), '/not-me')),
    claimsFirst: async (actor) => follow(actor, linkTo((await notices(old))[0], '/not-me')),
    reports: async (actor) => {
      await addWaitingNotice(actor)
      return follow(actor, linkTo(await lastNotice(addresses[actor]), '/not-me'))
    },
    password: (actor, entry) => prove(actor, { password: passwords[actor] }, entry),
    passkey: (actor, entry) => proveByScript(actor, 'passkey', entry),
    wallet: (actor, entry) => proveByScript(actor, 'wallet', entry),
    app: async (actor, entry) => {
      const on = await claimPage(actor, entry)
      system.clock.now = new Date(now() + 120_000)
      return send(actor, on, '/claim', { code: factors.app!.code() })
    },
    code: (actor, entry) => prove(actor, { code: factors.codes[0]! }, entry),
    objects: async (actor) => {
      const { userAgent, page } = await claimPage(actor)
      return send(actor, { userAgent, page }, '/claim/dispute')
    },
    opens: async (actor) => {
      const { userAgent, page } = await claimPage(actor)
      return send(actor, { userAgent, page }, '/claim/open')
    },
    resets: async (actor) => {
      const userAgent = createUserAgent()
      await userAgent.submit(await userAgent.get(at('/recover')), '/recover', { username: name })
      const to = given.movedBy ? fresh : old
      const mail = (await mailTo(system, to)).findLast(({ text }) => text?.includes('/recover/'))
      if (!mail) return { ...(await userAgent.get(at('/recover'))), status: 403 }
      const page = await userAgent.get(linkTo(mail, '/recover/password'))
      return decide(actor, userAgent, page)
    },
    recovers: (actor) => recover(actor, (factors.app?.recoveryCodes ?? factors.codes)[0]!),
    administrator: async (actor) =>
      recover(actor, (await issueRecoveryCode({ ...asCommand(db()), now: clock }, person.id)).code),
  }

  /** Signs in, which sends a notice to the account's address. */
  async function addWaitingNotice(actor: Actor): Promise<void> {
    await signIn(createUserAgent(), passwords[actor])
  }

  const act = ({ by, does, entry }: Omit<Step, 'isRefused'>) => deeds[does](by, entry)

  return {
    person,
    addresses,
    app: factors.app,
    codes: factors.codes,
    now,
    claimPage,
    act,
    async take({ isRefused = false, ...step }) {
      const page = await act(step)
      const { by, does } = step
      expect(page.status >= 400, `${by} ${does} at ${page.url}`).toBe(isRefused)
    },
    async signsIn(actor, app) {
      const page = app
        ? await signIn(createUserAgent(), passwords[actor])
        : await signInOrNot(actor)
      return new URL(page.url).pathname === '/account'
    },
    async comesBack(by) {
      if (by === 'passkey' || by === 'wallet') {
        return (await signInBy('owner', createUserAgent(), by)).url === at('/account')
      }
      return (
        (by === 'code' || by === 'recovers') &&
        (await act({ by: 'owner', does: 'recovers' })).status === 200
      )
    },
    isShared: () => passwords.owner === passwords.thief,
    async address() {
      const addresses = db().selectFrom('emailAddresses').select('address')
      return (await addresses.where('identityId', '=', person.id).executeTakeFirst())?.address
    },
    async isLocked() {
      const locks = db().selectFrom('accountLocks').select('identityId')
      return (await locks.where('identityId', '=', person.id).execute()).length > 0
    },
  }

  /** The thief has the app only if the case says so. */
  async function signInOrNot(actor: Actor): Promise<Page> {
    const userAgent = createUserAgent()
    const page = await userAgent.get(at('/sign-in'))
    const fields = { username: name, password: passwords[actor] }
    return userAgent.submit(page, '/sign-in', fields)
  }
}

async function addFactors(
  system: TestSystem,
  browser: UserAgent,
  had: readonly string[],
): Promise<Factors> {
  const factors: Factors = { codes: [] }
  await confirmIdentity(system, browser)
  if (had.includes('codes')) {
    const page = await changeAccount(system, browser, '/account/recovery-codes')
    factors.codes = codesOn(page)
  }
  if (had.includes('wallet')) factors.wallet = await addWallet(system, browser)
  if (had.includes('app')) factors.app = await setUpTotp(system, browser)
  if (had.includes('passkey')) factors.passkey = await addAccountPasskey(system, browser)
  return factors
}

async function addWallet(system: TestSystem, browser: UserAgent): Promise<TestWallet> {
  const wallet = newWallet()
  const page = await browser.get(`${system.address('identity')}/account/security`)
  expect((await linkWallet(browser, page, wallet)).status).toBe(200)
  return wallet
}

interface SigningPage {
  userAgent: UserAgent
  page: Page
  /** The path of the page's form. */
  path: string
}

async function signPasskey({ userAgent, page, path }: SigningPage, key: TestPasskey, id: string) {
  const { body } = await userAgent.call(page, `${path}/passkey/options`, {})
  const { challenge } = (body as { options: { challenge: string } }).options
  const credential = key.get(challenge, Buffer.from(id).toString('base64url'))
  return userAgent.call(page, `${path}/passkey/verify`, { credential })
}

async function signWallet({ userAgent, page, path }: SigningPage, wallet: TestWallet) {
  const signed = await signedChallenge(userAgent, page, `${path}/wallet`, wallet)
  return userAgent.call(page, `${path}/wallet/verify`, signed)
}

/** The answer "remove" to each question of the page about what is new. */
export function removals(page: Page): Record<string, string> {
  const names = String(page.body).matchAll(/name="(answer-[^"]+)"\s+value="remove"/g)
  return Object.fromEntries([...names].map(([, name]) => [name!, 'remove']))
}
