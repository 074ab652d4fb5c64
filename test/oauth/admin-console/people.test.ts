// People and administrators in the administrators' console.
import { expect, test } from 'vitest'
import { signedInUserAgent, signInOn } from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import { createUserAgent, formOf } from '#test/user-agent.ts'
import { expectPage } from '../support/page-headers.ts'
import { adminConsole, newName } from './story.ts'

const { system, address, db, admin, alan, console_, send } = adminConsole()

const auditOf = ({ id }: Pick<Person, 'id'>) =>
  db()
    .selectFrom('auditEvents')
    .select(['kind', 'details'])
    .where('identityId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()

const found = async (looked: string) => {
  const page = await send('/admin', { looked })
  return String(page.body).includes(`/admin/people/${alan.id}`)
}

test('People are found by name, address and wallet, which stay out of every URL', async () => {
  const wallet = `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '0')}`
  await db()
    .insertInto('emailAddresses')
    .values({
      identityId: alan.id,
      address: `${alan.username}@mail.example`,
      verifiedAt: new Date(),
    })
    .execute()
  for (const looked of [alan.username, `@${alan.username}`, `${alan.username}@MAIL.example`]) {
    expect(await found(looked), looked).toBe(true)
  }
  for (const looked of ['nobody_at_all', wallet, 'x@mail.example', '']) {
    expect(await found(looked), looked).toBe(false)
  }
  expect(formOf(await console_.get(address('/admin')), '/admin').action).toBe('/admin')
})

test('People are disabled and enabled, and sign in again', async () => {
  const path = `/admin/people/${alan.id}`
  const theirs = await signedInUserAgent(system, alan)
  const refused = await send(`${path}/disable`, { reason: ' ' })
  expect(refused.status).toBe(400)
  expect(refused.body).toContain('id="reason-error"')
  const disabled = await send(`${path}/disable`, { reason: 'Spam.' })
  expect(disabled.body).toContain('The person is disabled')
  expect((await theirs.get(address('/account'))).status).toBe(303)
  const again = createUserAgent()
  const signIn = () => again.get(address('/sign-in')).then((page) => signInOn(again, page, alan))
  expect((await signIn()).status).toBe(403)
  await send(`${path}/enable`, { reason: 'A mistake.' })
  expect((await signIn()).url).toBe(address('/account'))
  const kinds = ['identity_disabled', 'identity_enabled']
  const events = (await auditOf(alan)).filter(({ kind }) => kinds.includes(kind))
  expect(events.map(({ details }) => details)).toEqual([
    { reason: 'Spam.', by: admin.id },
    { reason: 'A mistake.', by: admin.id },
  ])
})

test('People are signed out, renamed and given a code', async () => {
  const path = `/admin/people/${alan.id}`
  const theirs = await signedInUserAgent(system, alan)
  await send(`${path}/sign-out`, { reason: 'By telephone.' })
  expect((await theirs.get(address('/account'))).status).toBe(303)
  const taken = await send(`${path}/rename`, { reason: 'Rude.', username: 'ada' })
  expect(taken.body).toContain('The username ada is taken.')
  const username = newName()
  const renamed = await send(`${path}/rename`, { reason: 'Rude.', username })
  expect(renamed.body).toContain(`@${username}`)
  const issued = await send(`${path}/recovery-code`)
  const [, code] = /<code>([A-Z0-9-]{19})<\/code>/.exec(String(issued.body))!
  const owner = createUserAgent()
  const page = await owner.get(address('/recover/code'))
  const used = await owner.submit(page, '/recover/code', { username, code: code! })
  expect(used.body).toContain('Choose a new password')
})

test('Unknown actions on people are not found', async () => {
  for (const path of ['/admin/people/identity_x', `/admin/people/${alan.id}/constructor`]) {
    expect((await console_.get(address(path))).status, path).toBe(404)
  }
})

test('An administrator is added and removed, but the last is neither removed nor disabled', async () => {
  const added = await send('/admin/administrators', { username: alan.username })
  expect(added.body).toContain(`@${alan.username}`)
  await send(`/admin/administrators/${alan.id}/remove`)
  expect((await auditOf(alan)).map(({ kind }) => kind)).toEqual([
    'administrator_added',
    'administrator_removed',
  ])
  const others = db().updateTable('identities').set({ role: 'member' }).where('id', '!=', admin.id)
  await others.execute()
  const refused = await send(`/admin/administrators/${admin.id}/remove`)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatch(/role="alert">There is no other administrator, or the others are/)
  expect(refused.body).toContain('Add an administrator')
  const disabled = await send(`/admin/people/${admin.id}/disable`, { reason: 'Out of office.' })
  expectPage(disabled, 400)
  expect(disabled.body).toMatch(/role="alert">There is no other administrator, or the others are/)
  expect(disabled.body).toContain('value="Out of office."')
  expect((await console_.get(address('/admin'))).status).toBe(200)
})
