// The profile and the username on the account page.
import { expect, test } from 'vitest'
import { signedInUserAgent } from '#test/oauth.ts'
import { createUserAgent } from '#test/user-agent.ts'
import { accountPages, MINUTE } from './story.ts'

const { system, address, newPerson, send, wait } = accountPages()

test('The profile is changed; errors are shown beside its fields (contract, "ID Service")', async () => {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  const profile = { displayName: 'Ada of the Lamp', archetype: 'Keeper', bio: 'I keep it.' }
  for (const [field, wrong, error] of [
    ['displayName', ' ', 'The display name must have 1 to 80 characters, and not blanks alone.'],
    ['displayName', 'Support', 'The display name is reserved.'],
    ['archetype', 'King', 'The archetype must be one of Architect, Navigator, Cipher, Pathfinder'],
    ['bio', 'x'.repeat(301), 'What you say about yourself must have 1 to 300 characters'],
  ] as const) {
    const page = await send(browser, '/account/profile', { ...profile, [field]: wrong })
    expect(page).toMatchObject({ status: 400, url: address('/account/profile#profile-section') })
    expect(page.body).toContain(`id="${field}-error"><strong>Error:</strong> ${error}`)
    // Correct input is not lost.
    expect(page.body).toContain(field === 'bio' ? 'value="Ada of the Lamp"' : '>I keep it.<')
    if (field !== 'archetype') expect(page.body).toContain('<option value="Keeper" selected')
  }
  const sent = { ...profile, bio: ' I keep\r\n  the lamp.\n' }
  const changed = await send(browser, '/account/profile', sent)
  expect(changed.url).toBe(address('/account?done=profile#profile-section'))
  expect(changed.body).toContain('Your profile is changed.')
  const token = await person.token()
  const me = async () =>
    (await system.graphql('{ me { displayName archetype bio house } }', { at: 'identity', token }))
      .body.data.me
  expect(await me()).toEqual({ ...profile, bio: 'I keep the lamp.', house: 'Aether' })
  await send(browser, '/account/profile', { ...profile, bio: '' })
  expect(await me()).toMatchObject({ bio: null })
})

test('The username is changed; errors are shown beside it (contract, "ID Service")', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const browser = await signedInUserAgent(system, person)
  for (const [username, error] of [
    ['ab', 'The username must be 3 to 30 of a-z, 0-9 and _.'],
    ['', 'The username must be 3 to 30 of a-z, 0-9 and _.'],
    [other.username.toUpperCase(), `The username ${other.username} is taken.`],
  ] as const) {
    const page = await send(browser, '/account/username', { username })
    expect(page.status).toBe(400)
    expect(page.body).toContain(`id="username-error"><strong>Error:</strong> ${error}<`)
  }
  const username = `q${crypto.randomUUID().slice(0, 8)}`
  const changed = await send(browser, '/account/username', { username })
  expect(changed.url).toBe(address('/account?done=username#username-section'))
  expect(changed.body).toContain('Your username is changed.')
  expect(changed.body).toContain(`@${username}`)
})

test('Somebody whose names are hidden learns why, and may change the username at once', async () => {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  await send(browser, '/account/username', { username: `q${crypto.randomUUID().slice(0, 8)}` })
  const admin = await system.join(`a${crypto.randomUUID().slice(0, 8)}`, { role: 'admin' })
  const { body } = await system.graphql(
    'mutation ($input: HideUsernameInput!) { hideUsername(input: $input) { id } }',
    {
      at: 'identity',
      token: await admin.token({ scope: 'identity admin' }),
      variables: { input: { id: person.id, reason: 'It insults people & <b>cats</b>.' } },
    },
  )
  expect(body.errors).toBeUndefined()
  const page = await browser.get(address('/account'))
  expect(page.body).toContain(
    'hidden your names from others: It insults people &amp; &lt;b&gt;cats',
  )
  expect(page.body).not.toContain('You can change it again from')
  const changed = await send(browser, '/account/username', {
    username: `q${crypto.randomUUID().slice(0, 8)}`,
  })
  expect(changed.status).toBe(200)
})

test('A second change within 30 days is refused beside the field, and the old name signs in (contract, "ID Service")', async () => {
  const person = await newPerson()
  const [username, another] = [1, 2].map(() => `q${crypto.randomUUID().slice(0, 8)}`)
  system.clock.now = new Date('2999-03-04T12:00:00.000Z')
  const browser = await signedInUserAgent(system, person)
  await send(browser, '/account/username', { username: username! })
  const page = await send(browser, '/account/username', { username: another! })
  expect(page.status).toBe(400)
  const error = 'You can change your username again from 3 April 2999.'
  expect(page.body).toContain(`id="username-error"><strong>Error:</strong> ${error}<`)
  expect(page.body).toContain(`value="${another}"`)
  expect((await send(browser, '/account/username', { username: username! })).status).toBe(200)
  wait(90 * 24 * 60 * MINUTE - 1)
  const byOldName = await signedInUserAgent(system, person)
  expect((await byOldName.get(address('/account'))).body).toContain(`@${username}`)
  wait(1)
  await expect(signedInUserAgent(system, person)).rejects.toThrow('403')
  await signedInUserAgent(system, { username: username! })
})

test('Guesses by the old and by the new name are guesses at one account (throttle)', async () => {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  const username = `q${crypto.randomUUID().slice(0, 8)}`
  await send(browser, '/account/username', { username })
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const guess = async (name: string) =>
    (await userAgent.submit(page, '/sign-in', { username: name, password: 'a guess' })).status
  for (let guessed = 0; guessed < 5; guessed += 1) {
    expect([await guess(person.username), await guess(username)]).toEqual([403, 403])
  }
  expect([await guess(person.username), await guess(username)]).toEqual([429, 429])
})
