// Second factors below the pages: sealed secrets, the test vectors of the RFC, and sessions of processes without
// second factors.
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { findFactors, resetFactors } from '../domain/sessions/second-factor.ts'
import { leaveOpen, seal, unseal } from '../domain/sealing/seal.ts'
import { useCode } from '../domain/sign-in/totp.ts'
import type { IdentityTables } from '../tables.ts'

const KEY = randomBytes(32)
/** RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890')

describe('a sealed secret', () => {
  test('A sealed secret opens only with its key and for its person', () => {
    const sealed = seal(KEY, 'ada', SECRET)
    expect(unseal(KEY, 'ada', sealed)).toEqual(SECRET)
    expect(unseal(randomBytes(32), 'ada', sealed)).toBeUndefined()
    expect(unseal(KEY, 'grace', sealed)).toBeUndefined()
    expect(sealed.includes(SECRET)).toBe(false)
  })

  test('A sealed secret with a changed bit does not open, and two seals differ', () => {
    const sealed = seal(KEY, 'ada', SECRET)
    for (let at = 1; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(unseal(KEY, 'ada', changed), String(at)).toBeUndefined()
    }
    expect(seal(KEY, 'ada', SECRET)).not.toEqual(sealed)
  })
})

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada')
})

const db = () => identity.tables<IdentityTables>('identity')

async function giveApp({ id }: Person): Promise<void> {
  const at = new Date(0)
  await db()
    .insertInto('totpFactors')
    .values({
      identityId: id,
      secret: leaveOpen(SECRET),
      createdAt: at,
      confirmedAt: at,
      lastUsedStep: null,
    })
    .execute()
}

test('codes are the last six digits of those in RFC 6238, appendix B', async () => {
  await giveApp(ada)
  const vectors: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of vectors) {
    const ctx = { db: db(), now: () => new Date(seconds * 1000) }
    const owner = { identityId: ada.id, key: KEY }
    expect(await useCode(ctx, owner, code, 'confirmed'), code).toBe(true)
    expect(await useCode(ctx, owner, code, 'confirmed'), code).toBe(false)
    expect(await useCode(ctx, owner, '', 'confirmed')).toBe(false)
  }
})

const givePasskey = ({ id, username }: Person) =>
  db()
    .insertInto('passkeys')
    .values({
      id: username,
      identityId: id,
      publicKey: SECRET,
      counter: 0,
      name: 'Laptop',
      createdAt: new Date(),
      lastUsedAt: null,
    })
    .execute()

test('Resetting removes the app, the recovery codes and the choice to require a passkey, but no passkeys', async () => {
  const alan = await identity.join('alan')
  await giveApp(alan)
  const at = new Date()
  const codes = [1, 2].map((each) => ({
    identityId: alan.id,
    codeHash: Buffer.from([each]),
    createdAt: at,
  }))
  await db().insertInto('recoveryCodes').values(codes).execute()
  await givePasskey(alan)
  const ctx = { db: db() }
  await db().insertInto('twoStepSignIns').values({ identityId: alan.id, since: at }).execute()
  const all = { totp: true, passkeys: 1, recoveryCodes: 2, twoStep: true, required: true }
  expect(await findFactors(ctx, alan.id)).toEqual(all)
  expect(await resetFactors(ctx, alan.id)).toEqual({ totp: true, recoveryCodes: 2, twoStep: true })
  const left = { totp: false, passkeys: 1, recoveryCodes: 0, twoStep: false, required: false }
  expect(await findFactors(ctx, alan.id)).toEqual(left)
})
