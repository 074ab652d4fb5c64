// A claim to an account: what stays, who gets mail, and simultaneous decisions (decision 0045).
import { afterEach, describe, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { issueRecoveryCode } from '../../subgraphs/identity/domain/sign-in/recovery-code.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { claimedAccount, removals, type ClaimedAccount } from './support/claim-story.ts'
import { linkTo, mailTo, verifyAddress } from '#test/mail.ts'
import { PASSWORD, signedInUserAgent } from '#test/oauth.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, formOf, type Page } from '#test/user-agent.ts'

const WEEK = 7 * 86_400_000
const NEW_PASSWORD = 'another lamp in the harbour'

const system = testSystem({ topology: 'Identity alone' })
afterEach(async () => {
  await mailTo(system, '')
  system.clock.now = undefined
})

const db = () => system.tables<IdentityTables>('identity')
const at = (path: string) => `${system.address('identity')}${path}`
const moved = (had: readonly ('passkey' | 'codes')[] = [], justBefore: readonly 'codes'[] = []) =>
  claimedAccount(system, { movedBy: 'owner', changed: [], had, justBefore })

async function auditOf({ person }: ClaimedAccount): Promise<string[]> {
  const events = db().selectFrom('auditEvents').select('kind').where('identityId', '=', person.id)
  return (await events.orderBy('at').orderBy('id').execute()).map(({ kind }) => kind)
}

const claimsIn = async (account: ClaimedAccount) =>
  (await auditOf(account)).filter((kind) => kind.startsWith('account_'))

const passwordsOf = ({ person }: ClaimedAccount) =>
  db().selectFrom('passwords').selectAll().where('identityId', '=', person.id).execute()

/** The notices to an address, with the statuses of their links. */
async function linksTo(address: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (const mail of await mailTo(system, address)) {
    if (!mail.text?.includes('/not-me')) continue
    const { status } = await createUserAgent().get(linkTo(mail, '/not-me'))
    statuses[mail.subject!] = status
  }
  return statuses
}

test('a claim takes nothing away, and after its end everything is as it was', async () => {
  const account = await moved(['passkey'], ['codes'])
  const { id } = account.person
  const holdings = async () => ({
    passwords: await passwordsOf(account),
    passkeys: await db().selectFrom('passkeys').select('id').where('identityId', '=', id).execute(),
    codes: await db()
      .selectFrom('recoveryCodes')
      .selectAll()
      .where('identityId', '=', id)
      .execute(),
    address: await account.address(),
  })
  const before = await holdings()
  await account.take({ by: 'thief', does: 'claims' })
  expect(await holdings()).toEqual(before)
  expect(await account.signsIn('owner')).toBe(false)
  await account.take({ by: 'owner', does: 'passkey' })
  expect(await holdings()).toEqual(before)
  expect(await account.isLocked()).toBe(false)
  expect(await claimsIn(account)).toEqual(['account_claimed', 'account_claim_ended'])
  const sent = (await mailTo(system, account.addresses.thief)).at(-1)
  expect(sent?.subject).toBe('The account stays with its current user')
  // None of the links to that mailbox locks the account again.
  const statuses = Object.values(await linksTo(account.addresses.thief))
  expect(statuses).toEqual([403, 403])
})

test('the new address hears of a claim once, and a sign-in leads to its page', async () => {
  const account = await moved()
  await account.take({ by: 'thief', does: 'claims' })
  const { owner } = account.addresses
  const subject = 'Somebody says that your account is theirs'
  const mails = async () => (await mailTo(system, owner)).filter((mail) => mail.subject === subject)
  expect(await mails()).toHaveLength(1)
  const [mail] = await mails()
  expect(mail!.text).toContain(account.addresses.thief)
  const userAgent = createUserAgent()
  const fields = { username: account.person.username, password: PASSWORD }
  const page = await userAgent.submit(await userAgent.get(at('/sign-in')), '/sign-in', fields)
  expect(new URL(page.url).pathname).toBe('/claim')
  expect(page.body).toContain('It is not my address')
})

test('an objection is reported to the earlier address, and is recorded once', async () => {
  const account = await moved()
  await account.take({ by: 'thief', does: 'claims' })
  for (let round = 0; round < 2; round += 1) {
    const { userAgent, page } = await account.claimPage('owner')
    if (round === 0) await userAgent.submit(page, '/claim/dispute')
    else expect(page.body).toContain('An administrator decides')
  }
  expect(await claimsIn(account)).toEqual(['account_claimed', 'account_claim_disputed'])
  const mail = (await mailTo(system, account.addresses.thief)).at(-1)
  expect(mail?.subject).toBe('An administrator decides whose account it is')
})

test('Of two claims the one with the earlier cause counts, and the other becomes an objection', async () => {
  const account = await moved()
  const { person, addresses } = account
  const browser = await signedInUserAgent(system, person)
  await verifyAddress(system, browser, 'third@mail.example')
  const linkOf = async (address: string) =>
    linkTo(
      (await mailTo(system, address)).findLast(({ text }) => text?.includes('/not-me')),
      '/not-me',
    )
  const [later, earlier] = [createUserAgent(), createUserAgent()]
  await later.submit(await later.get(await linkOf(addresses.owner)), '/not-me')
  const second = await earlier.submit(await earlier.get(await linkOf(addresses.thief)), '/not-me')
  expect(second.body).toContain('The account is locked')
  const lock = await db()
    .selectFrom('accountLocks')
    .select('claimAddress')
    .where('identityId', '=', person.id)
    .execute()
  expect(lock).toEqual([{ claimAddress: addresses.thief }])
  const first = await later.get(await linkOf(addresses.owner))
  expect((await later.open(first.location!)).body).toContain('Is this your account?')
})

/** A form on the page of the claim, ready to be sent. */
async function ready(
  account: ClaimedAccount,
  actor: 'owner' | 'thief',
  path: string,
  fields: Record<string, string> = {},
) {
  const { userAgent, page } = await account.claimPage(actor)
  const { action, hidden } = formOf(page, path)
  return () => userAgent.post(new URL(action, page.url).href, { ...hidden, ...fields })
}

const opened = (page: Page) => page.location?.includes('/recover/password') ?? false
const ended = (page: Page) => page.location?.includes('/claim/ended') ?? false

/** The answer of somebody who has proved the account, ready to be sent. */
async function answering(proved: Page, address: 'earlier' | 'current') {
  const userAgent = createUserAgent()
  const page = await userAgent.get(proved.location!)
  const { hidden } = formOf(await userAgent.get(at('/recover/code')), '/recover/code')
  return () => userAgent.post(page.url, { ...hidden, address })
}

describe('at the same moment', () => {
  test('If both sides prove that the account is theirs at the same moment, one of them decides (race)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const account = await moved()
      await account.take({ by: 'thief', does: 'claims' })
      const proofs = [
        await ready(account, 'thief', '/claim', { password: PASSWORD }),
        await ready(account, 'owner', '/claim', { password: PASSWORD }),
      ]
      const [thief, owner] = await Promise.all(proofs.map((send) => send()))
      const answers = [await answering(thief!, 'earlier'), await answering(owner!, 'current')]
      const [toThief, toOwner] = await Promise.all(answers.map((send) => send()))
      expect([opened(toThief!), ended(toOwner!)].filter(Boolean)).toHaveLength(1)
      expect(await account.isLocked()).toBe(!ended(toOwner!))
    }
  })

  test('Of a new password by a claim and the end of the claim at the same moment, one succeeds (race)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const account = await moved()
      await account.take({ by: 'thief', does: 'claims' })
      const proved = await (await ready(account, 'thief', '/claim', { password: PASSWORD }))()
      const open = await (await answering(proved, 'earlier'))()
      const thief = createUserAgent()
      const form = await thief.get(open.location!)
      const { hidden } = formOf(form, '/recover/password')
      const prove = await ready(account, 'owner', '/claim', { password: PASSWORD })
      const end = async () => {
        const page = await prove()
        return page.location === undefined ? page : (await answering(page, 'current'))()
      }
      const set = () =>
        thief.post(at('/recover/password'), { ...hidden, newPassword: NEW_PASSWORD })
      const [page, response] = await Promise.all([set(), end()])
      expect([page.status === 200, ended(response)].filter(Boolean)).toHaveLength(1)
      const winner = ended(response) ? 'owner' : 'thief'
      expect(await account.address()).toBe(account.addresses[winner])
      expect(await account.isLocked()).toBe(false)
    }
  })

  test('an objection and the opening after a week leave no password that nobody may set (race)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const account = await moved()
      await account.take({ by: 'thief', does: 'claims' })
      await account.claimPage('owner')
      system.clock.now = new Date(account.now() + WEEK + 60_000)
      const acts = [
        await ready(account, 'thief', '/claim/open'),
        await ready(account, 'owner', '/claim/dispute'),
      ]
      const [open] = await Promise.all(acts.map((send) => send()))
      if (opened(open!)) {
        expect((await createUserAgent().get(open!.location!)).status).toBe(403)
      } else expect(open!.status).toBe(403)
      expect(await account.isLocked()).toBe(true)
      await mailTo(system, '')
      system.clock.now = undefined
    }
  })

  test('an administrator’s code outdoes a claim that is being opened (race)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const account = await moved()
      await account.take({ by: 'thief', does: 'claims' })
      const { code } = await issueRecoveryCode(asCommand(db()), account.person.id)
      const owner = createUserAgent()
      const asked = { username: account.person.username, code }
      const form = await owner.submit(await owner.get(at('/recover/code')), '/recover/code', asked)
      const { hidden } = formOf(form, '/recover/password')
      const prove = await ready(account, 'thief', '/claim', { password: PASSWORD })
      const address = account.addresses.owner
      const fields = { ...hidden, newPassword: NEW_PASSWORD, address, ...removals(form) }
      const set = () => owner.post(at('/recover/password'), fields)
      const [page] = await Promise.all([set(), prove()])
      expect(page.status).toBe(200)
      expect(await account.isLocked()).toBe(false)
      expect(await passwordsOf(account)).toHaveLength(1)
    }
  })

  test('a claim followed ten times is one claim, and one mail is sent (race)', async () => {
    const account = await moved()
    const mail = (await mailTo(system, account.addresses.thief)).findLast(({ text }) =>
      text?.includes('/not-me'),
    )
    const thief = createUserAgent()
    const page = await thief.get(linkTo(mail, '/not-me'))
    const { hidden } = formOf(page, '/not-me')
    const pages = await atOnce(10, () => thief.post(at('/not-me'), hidden))
    for (const { location } of pages) expect(location).toContain('/claim?')
    expect(await claimsIn(account)).toEqual(['account_claimed'])
    const sent = (await mailTo(system, account.addresses.owner)).filter(({ text }) =>
      text?.includes('/claim?'),
    )
    expect(sent).toHaveLength(1)
  })
})

describe('the database', () => {
  async function claimed() {
    const account = await moved()
    await account.take({ by: 'thief', does: 'claims' })
    return { identityId: account.person.id, now: new Date(account.now()) }
  }
  const resetAt = (now: Date) => ({
    tokenHash: sha256(crypto.randomUUID()),
    expiresAt: new Date(now.getTime() + 60_000),
  })

  test('The database does not give a locked account to the address of a link', async () => {
    const account = await moved()
    const { person, addresses } = account
    const now = new Date(account.now())
    const taken = db()
      .transaction()
      .execute(async (trx) => {
        const lock = { identityId: person.id, lockedAt: now }
        await trx.insertInto('accountLocks').values(lock).execute()
        const verified = { address: addresses.thief, verifiedAt: now }
        await trx
          .insertInto('emailAddresses')
          .values({ identityId: person.id, ...verified })
          .onConflict((conflict) => conflict.column('identityId').doUpdateSet(verified))
          .execute()
      })
    await expect(taken).rejects.toThrow('The account is locked, and keeps its address.')
  })

  test('The database does not replace a claim by a lock', async () => {
    const { identityId, now } = await claimed()
    const lock = { identityId, lockedAt: now }
    const locked = db()
      .insertInto('accountLocks')
      .values(lock)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await expect(locked).rejects.toThrow('Somebody claims this account.')
  })

  test('The database keeps no link that sets the password of a claimed account', async () => {
    const { identityId, now } = await claimed()
    await db()
      .insertInto('passwordResets')
      .values({ identityId, ...resetAt(now) })
      .execute()
    const resets = db().selectFrom('passwordResets').select('identityId')
    expect(await resets.where('identityId', '=', identityId).execute()).toEqual([])
  })

  test('The database lets no newer code set the password of a claimed account', async () => {
    const { identityId, now } = await claimed()
    const recovery = { identityId, since: now, ...resetAt(now) }
    const recovering = db().insertInto('recoveries').values(recovery).execute()
    await expect(recovering).rejects.toThrow('Somebody claims this account.')
  })
})
