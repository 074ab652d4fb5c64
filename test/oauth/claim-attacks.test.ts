// Attacks on claims: thieves who prepare the account or the mailbox before they move it (decision 0045).
import { afterEach, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import {
  disableAccount,
  enableAccount,
} from '../../subgraphs/identity/domain/accounts/account-change.ts'
import { codeHash } from '../../subgraphs/identity/domain/sign-in/recovery-code.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { claimedAccount, removals, type ClaimedAccount } from './support/claim-story.ts'
import { linkTo, mailTo, verifyAddress } from '#test/mail.ts'
import { confirmIdentity, joinWithPassword, PASSWORD, signedInUserAgent } from '#test/oauth.ts'
import { changeAccount, codesOn, giveCode, setUpTotp } from '#test/second-factor.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const NEW_PASSWORD = 'another lamp in the harbour'

const system = testSystem({ topology: 'Identity alone' })
afterEach(async () => {
  await mailTo(system, '')
  system.clock.now = undefined
})

const db = () => system.tables<IdentityTables>('identity')
const at = (path: string) => `${system.address('identity')}${path}`
const pathOf = ({ url }: Page) => new URL(url).pathname

async function noticeLinks(address: string): Promise<string[]> {
  const notices = (await mailTo(system, address)).filter(({ text }) => text?.includes('/not-me'))
  return notices.map((mail) => linkTo(mail, '/not-me'))
}

const lockOf = ({ person }: ClaimedAccount) =>
  db()
    .selectFrom('accountLocks')
    .selectAll()
    .where('identityId', '=', person.id)
    .executeTakeFirstOrThrow()

const rowsOf = (table: 'passkeys' | 'recoveryCodes' | 'totpFactors', id: string) =>
  db().selectFrom(table).select('identityId').where('identityId', '=', id).execute()

async function signIn(username: string, password: string) {
  const userAgent = createUserAgent()
  const page = await userAgent.get(at('/sign-in'))
  return { userAgent, page: await userAgent.submit(page, '/sign-in', { username, password }) }
}

async function followed(link: string, userAgent: UserAgent = createUserAgent()): Promise<Page> {
  const page = await userAgent.get(link)
  return page.status === 200 ? userAgent.submit(page, '/not-me') : userAgent.open(page.location!)
}

test('the form of a claimant offers no passkey that came just before the move', async () => {
  const account = await claimedAccount(system, {
    movedBy: 'thief',
    changed: [],
    had: [],
    justBefore: ['passkey'],
  })
  await account.take({ by: 'owner', does: 'claims' })
  const { userAgent, page } = await account.claimPage('owner')
  const question = await userAgent.submit(page, '/claim', { password: PASSWORD })
  const form = await userAgent.submit(question, '/claim/address', { address: 'earlier' })
  expect(pathOf(form)).toBe('/recover/password')
  expect(form.body).not.toContain('keep-passkey')
  await userAgent.submit(form, '/recover/password', { newPassword: NEW_PASSWORD })
  expect(await rowsOf('passkeys', account.person.id)).toEqual([])
})

test('“this was not me” removes what came before the reported change, if the mailbox got a notice of it', async () => {
  const person = await joinWithPassword(system, 'address_stays')
  const email = 'address_stays@mail.example'
  await verifyAddress(system, await signedInUserAgent(system, person), email)
  const thief = await signedInUserAgent(system, person)
  await setUpTotp(system, thief)
  system.clock.now = new Date(Date.now() + MINUTE)
  await changeAccount(system, thief, '/account/two-step', { wanted: 'no' })
  await verifyAddress(system, thief, email)
  await signIn(person.username, PASSWORD)
  await queueNotices(person.id, email, 1)
  const owner = createUserAgent()
  const form = await followed((await noticeLinks(email)).at(-1)!, owner)
  expect(pathOf(form)).toBe('/recover/password')
  await owner.submit(form, '/recover/password', { newPassword: NEW_PASSWORD })
  expect(await rowsOf('totpFactors', person.id)).toEqual([])
  expect(await rowsOf('recoveryCodes', person.id)).toEqual([])
  expect(pathOf((await signIn(person.username, NEW_PASSWORD)).page)).toBe('/account')
})

/** Queues notices a second apart, and sends them at once. */
async function queueNotices(identityId: string, address: string, count: number): Promise<void> {
  const start = (system.clock.now ?? new Date()).getTime()
  const mails = Array.from({ length: count }, (_, index) => ({
    id: newId('mail'),
    kind: 'passkey_added' as const,
    identityId,
    address,
    details: '{}',
    createdAt: new Date(start + index * 1000),
    nextAttemptAt: new Date(start - MINUTE + index),
  }))
  await db().insertInto('mailOutbox').values(mails).execute()
  await mailTo(system, address)
}

test('a flood of notices ends neither the first links nor the newest', async () => {
  const person = await joinWithPassword(system, 'flooded')
  const email = 'flooded@mail.example'
  await verifyAddress(system, await signedInUserAgent(system, person), email)
  await queueNotices(person.id, email, 120)
  const links = await noticeLinks(email)
  expect(links).toHaveLength(120)
  // The limit is not exact: two that are sent at once may each keep one more.
  const statuses = await Promise.all(
    [0, 45, 60, 75, 119].map(async (index) => (await createUserAgent().get(links[index]!)).status),
  )
  expect(statuses).toEqual([200, 200, 403, 200, 200])
})

test('each link of the mailbox that claims leads to the one claim, and nothing starts anew', async () => {
  const account = await claimedAccount(system, {
    movedBy: 'thief',
    changed: ['password'],
    had: [],
    justBefore: ['codes'],
  })
  const links = await noticeLinks(account.addresses.owner)
  expect(links.length).toBeGreaterThan(2)
  const owner = createUserAgent()
  const first = await followed(links.at(-1)!, owner)
  const lock = await lockOf(account)
  system.clock.now = new Date(account.now() + DAY)
  for (const link of links) {
    expect((await followed(link)).body).toContain('The account is locked')
    expect((await owner.get(first.url)).status).toBe(200)
  }
  expect(await lockOf(account)).toEqual(lock)
  const sent = await mailTo(system, account.addresses.thief)
  expect(sent.filter(({ text }) => text?.includes('/claim?'))).toHaveLength(1)
  system.clock.now = new Date(account.now() + 7 * DAY)
  const opened = await owner.submit(await owner.get(first.url), '/claim/open')
  expect(pathOf(opened)).toBe('/recover/password')
})

/** Proves the account on the page of a claim, and says that its address stays. */
async function endBy(userAgent: UserAgent, claim: Page, proof: Record<string, string>) {
  const question = await userAgent.submit(claim, '/claim', proof)
  const unanswered = await userAgent.submit(question, '/claim/address')
  expect(unanswered.status).toBe(400)
  const ended = await userAgent.submit(unanswered, '/claim/address', { address: 'current' })
  expect(pathOf(ended)).toBe('/claim/ended')
  return ended
}

test('a sign-in during a claim leaves the recovery code that decides the claim', async () => {
  const account = await claimedAccount(system, { movedBy: 'owner', changed: [], had: ['app'] })
  const { id, username } = account.person
  const code = 'ABCD-EFGH-JKMN-PQRS'
  const made = await db()
    .updateTable('recoveryCodes')
    .set({ codeHash: codeHash(code) })
    .where('identityId', '=', id)
    .where('codeHash', '=', (eb) =>
      eb.selectFrom('recoveryCodes').select('codeHash').where('identityId', '=', id).limit(1),
    )
    .returning('identityId')
    .execute()
  expect(made).toHaveLength(1)
  await account.take({ by: 'thief', does: 'claims' })
  const { userAgent, page } = await signIn(username, PASSWORD)
  const wrong = await giveCode(userAgent, page, 'ABCD-EFGH-JKMN-0000')
  expect(wrong.status).toBe(403)
  const claim = await giveCode(userAgent, wrong, code)
  expect(pathOf(claim)).toBe('/claim')
  const ended = await endBy(userAgent, claim, { code })
  const { headers } = await fetch(ended.url)
  expect(headers.get('set-cookie')).toBeNull()
})

test('a sign-in during a claim leaves the code of the app that decides the claim', async () => {
  const account = await claimedAccount(system, { movedBy: 'owner', changed: [], had: ['app'] })
  await account.take({ by: 'thief', does: 'claims' })
  system.clock.now = new Date(account.now() + 2 * MINUTE)
  const code = account.app!.code()
  const { userAgent, page } = await signIn(account.person.username, PASSWORD)
  const wrong = await giveCode(userAgent, page, code === '000000' ? '000001' : '000000')
  expect(wrong.status).toBe(403)
  const claim = await giveCode(userAgent, wrong, code)
  expect(pathOf(claim)).toBe('/claim')
  await endBy(userAgent, claim, { code })
})

test('a claim waits for a week after its account is enabled again, and everybody is notified again', async () => {
  const account = await claimedAccount(system, {
    movedBy: 'owner',
    changed: ['password'],
    had: ['passkey'],
  })
  await account.take({ by: 'thief', does: 'claims' })
  await mailTo(system, account.addresses.owner)
  const admin = () => ({ ...asCommand(db()), now: () => new Date(account.now()) })
  const change = { identityId: account.person.id, reason: 'Somebody asked.' }
  await disableAccount(admin(), change)
  system.clock.now = new Date(account.now() + 8 * DAY)
  await enableAccount(admin(), change)
  expect((await lockOf(account)).opensAt).toEqual(new Date(account.now() + 7 * DAY))
  await account.take({ by: 'thief', does: 'opens', isRefused: true })
  const sent = await mailTo(system, account.addresses.owner)
  const claims = sent.filter(({ text }) => text?.includes('/claim?'))
  expect(claims).toHaveLength(2)
  expect(claims[1]!.text).not.toContain('From')
  const owner = createUserAgent()
  expect((await owner.get(linkTo(claims[1], '/claim'))).body).toContain('Is this your account?')
  await account.take({ by: 'owner', does: 'passkey' })
  expect(await account.isLocked()).toBe(false)
})

/** Moves the account to two addresses, and claims it with the first of them. */
async function claimedByThief({ person }: ClaimedAccount, thief: UserAgent) {
  const [first, second] = ['first', 'second'].map(
    (domain) => `${person.username}@${domain}.example`,
  )
  await verifyAddress(system, thief, first!)
  await verifyAddress(system, thief, second!)
  const claim = await followed((await noticeLinks(first!)).at(-1)!)
  expect(pathOf(claim)).toBe('/claim')
  return { second: second!, claim }
}

const endsOf = async (address: string) =>
  Promise.all(
    (await noticeLinks(address)).map(async (link) => (await createUserAgent().get(link)).status),
  )

test('a thief who claims with an address of their own ends no link of the owner by the password', async () => {
  const account = await claimedAccount(system, { movedBy: 'thief', changed: [], had: [] })
  await account.act({ by: 'owner', does: 'claims' })
  await account.act({ by: 'thief', does: 'password' })
  await claimedByThief(account, await signedInUserAgent(system, account.person))
  const { userAgent, page } = await signIn(account.person.username, PASSWORD)
  await endBy(userAgent, page, { password: PASSWORD })
  expect(new Set(await endsOf(account.addresses.owner))).toEqual(new Set([200]))
})

test.each(['/claim', '/recover/code'])(
  'a thief who claims with an address of their own ends no link of the owner by new codes (%s)',
  async (path) => {
    const account = await claimedAccount(system, { movedBy: undefined, changed: [], had: [] })
    const { username } = account.person
    const thief = await signedInUserAgent(system, account.person)
    await confirmIdentity(system, thief)
    const [code] = codesOn(await changeAccount(system, thief, '/account/recovery-codes'))
    const { second, claim } = await claimedByThief(account, thief)
    const userAgent = createUserAgent()
    if (path === '/claim') await endBy(userAgent, await userAgent.get(claim.url), { code: code! })
    else {
      const asked = await userAgent.get(at('/recover/code'))
      const form = await userAgent.submit(asked, '/recover/code', { username, code: code! })
      const fields = { newPassword: NEW_PASSWORD, address: second, ...removals(form) }
      expect((await userAgent.submit(form, '/recover/password', fields)).status).toBe(200)
    }
    expect(new Set(await endsOf(`${username}@old.example`))).toEqual(new Set([200]))
  },
)

test('a thief who knows the password does not end the question of an owner with a code', async () => {
  const account = await claimedAccount(system, { movedBy: 'owner', changed: [], had: ['codes'] })
  await account.take({ by: 'thief', does: 'claims' })
  const { userAgent, page } = await account.claimPage('owner')
  const question = await userAgent.submit(page, '/claim', { code: account.codes[0]! })
  await account.take({ by: 'thief', does: 'password', isRefused: true })
  const ended = await userAgent.submit(question, '/claim/address', { address: 'current' })
  expect(pathOf(ended)).toBe('/claim/ended')
})

test('a thief of the mailbox does not replace recovery codes that are older than a week', async () => {
  const account = await claimedAccount(system, { movedBy: undefined, changed: [], had: ['codes'] })
  await account.take({ by: 'thief', does: 'resets' })
  const thief = await signIn(account.person.username, 'thief sees a bell above the water')
  await confirmIdentity(system, thief.userAgent, 'thief sees a bell above the water')
  const made = await changeAccount(system, thief.userAgent, '/account/recovery-codes')
  expect(codesOn(made)).toHaveLength(10)
  await account.take({ by: 'owner', does: 'recovers' })
  expect(await account.signsIn('owner')).toBe(true)
})
