// An ID service that seals the keys of a folder, beside an earlier one that goes on using them.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import {
  installMachines,
  joinMachines,
  registerPublicApp,
  signInAcross,
  stopAll,
} from '#test/identity-machines.ts'
import { refresh } from '#test/oauth.ts'
import { LAST } from './support/earlier.ts'

test('sign-ins go on between an earlier ID service and one with KEY_ENCRYPTION_KEY, and after it', async () => {
  const machines = await installMachines({ isUpgrade: true })
  const { publishedAt, start, use, userinfoAt } = machines
  const folder = machines.folders[0]!
  try {
    const earlier = await start(0, { checkout: join(inject('earlierFolder'), LAST) })
    const app = await joinMachines(machines)
    const client = await registerPublicApp(machines.db)
    const sealed = await start(1, { folder, key: randomBytes(32).toString('base64') })
    expect(await publishedAt(1)).toEqual(await publishedAt(0))

    const tokens = await signInAcross(machines, client, app)
    for (const machine of [0, 1]) expect(await userinfoAt(machine, tokens.access_token)).toBe(200)
    await use(1)
    const { body } = await refresh(machines, client, tokens.refresh_token)
    for (const machine of [0, 1]) expect(await userinfoAt(machine, body.access_token)).toBe(200)

    await stopAll(earlier)
    const renewed = await refresh(machines, client, body.refresh_token)
    expect(renewed.status).toBe(200)
    await stopAll(sealed)
  } finally {
    await machines.remove()
  }
})
