// Keys and the audit trail in the administrators' console.
import { expect, test } from 'vitest'
import { registerApp } from '#test/oauth.ts'
import { linkOf } from '#test/user-agent.ts'
import { adminConsole } from './story.ts'

const { system, address, db, alan, console_, send } = adminConsole()

test('A key is issued once and revoked, and signing keys are rotated', async () => {
  const issued = await send('/admin/keys', { name: 'Archive' })
  const [, key] = /<code>([^<]+)<\/code>/.exec(String(issued.body))!
  const page = await console_.get(address('/admin/keys'))
  expect(page.body).not.toContain(key)
  const [, id] = /\/admin\/keys\/(adminkey_\w+)\/revoke/.exec(String(page.body))!
  expect((await send(`/admin/keys/${id}/revoke`)).body).toContain('The key is revoked.')
  const rotations = db().selectFrom('auditEvents').select('id')
  const recorded = () => rotations.where('kind', '=', 'signing_keys_rotated').execute()
  const before = (await recorded()).length
  const rotated = await send('/admin/keys/rotate')
  expect(rotated.body).toContain('New keys are published.')
  expect(String(rotated.body).match(/next, signs from \d+ \w+ \d{4}</g)).toHaveLength(2)
  expect(await recorded()).toHaveLength(before + 1)
  expect((await send('/admin/keys/rotate')).body).toContain('Nothing has changed')
  expect(await recorded()).toHaveLength(before + 1)
})

test('The trail is shown by person and by kind', async () => {
  await send(`/admin/people/${alan.id}/sign-out`, { reason: 'By telephone.' })
  const trail = async (query: string) =>
    String((await console_.get(address(`/admin/audit?${query}`))).body)
  expect(await trail(`person=${alan.username}&kind=session_ended`)).toContain('By telephone.')
  expect(await trail(`person=${alan.id}&kind=sign_up`)).not.toContain('By telephone.')
  expect(await trail('kind=session_ended')).toContain('By telephone.')
  expect(await trail('person=nobody_at_all')).toContain('Nobody has that username.')
  // People are named, including the administrator.
  const named = await trail('kind=session_ended')
  expect(named).toContain(`<a href="/admin/people/${alan.id}">@${alan.username}</a>`)
  expect(named).toContain('<dd>@ada</dd>')
})

test('The trail of an app has its entries alone, each with its request', async () => {
  const { id } = await registerApp(system)
  await send(`/admin/clients/${id}/disable`)
  const page = await console_.get(address(`/admin/clients/${id}`))
  const trail = await console_.open(linkOf(page, 'The audit trail of this app'))
  const events = await db()
    .selectFrom('auditEvents')
    .select('requestId')
    .where('clientId', '=', id)
    .orderBy('at', 'desc')
    .execute()
  const shown = String(trail.body).matchAll(/<dt>Request<\/dt>\s*<dd>([^<]+)</g)
  expect([...shown].map(([, requestId]) => ({ requestId }))).toEqual(events)
  expect(events).not.toEqual([])
})
