// How callers share the ID service: rotations of a grant, and hashes of passwords.
import type { Kysely } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { currentCaller } from '#foundation/limits/current-caller.ts'
import { requestOf } from '#test/current-caller.ts'
import { sessionsWaiting } from '#test/database.ts'
import { addClient, redeemNewGrant } from '#test/grant-story.ts'
import { watchHashes } from '#test/password-cost.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { asCommand } from '../commands/command.ts'
import { hashPassword } from '../domain/sign-in/password.ts'
import { rotateRefreshToken } from '../domain/authorization/token-rotation.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')
beforeAll(async () => {
  await addClient(identity, 'web')
})

const tables = () => identity.tables<IdentityTables>('identity')

test('rotations of a locked grant wait with one connection, and twenty of them without', async () => {
  const ctx = asCommand(tables())
  const { id: identityId } = await identity.join('ada')
  const { grant, refreshToken } = await redeemNewGrant(ctx, { identityId, clientId: 'web' })
  const rotate = () =>
    rotateRefreshToken(ctx, {
      key: Buffer.alloc(32),
      clientId: 'web',
      refreshToken,
      scopes: undefined,
    })
  const { rotations } = await tables()
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('grants').select('id').where('id', '=', grant.id).forUpdate().execute()
      const rotations = Array.from({ length: 30 }, rotate)
      const settled = Promise.allSettled(rotations)
      await expect(rotations.at(-1)).rejects.toMatchObject({
        extensions: { code: 'RATE_LIMIT_EXCEEDED', details: { retryAfterSeconds: 5 } },
      })
      const waiting = () => sessionsWaiting(tables() as unknown as Kysely<never>)
      await expect.poll(waiting).toBe(1)
      return { rotations: settled }
    })
  const results = await rotations
  const fulfilled = results.filter(({ status }) => status === 'fulfilled')
  expect(fulfilled).toHaveLength(21)
  expect(fulfilled.filter((result) => 'value' in result && result.value)).toHaveLength(1)
})

test('a password is hashed after few of those that another caller has sent', async () => {
  // Their beginnings, because the operating system may let one of two threads wait.
  const order: (string | undefined)[] = []
  watchHashes(() => order.push(currentCaller()?.key))
  onTestFinished(() => watchHashes(undefined))
  const hash = (name: string) => requestOf(name).run(() => hashPassword('a lamp in the harbour'))
  const hashes = Array.from({ length: 30 }, () => hash('ada'))
  await Promise.all([...hashes, hash('grace')])
  expect(order).toHaveLength(31)
  expect(order.slice(0, 6)).toContain('grace')
})

test('a caller who fills the queue of passwords is refused, and another one is not', async () => {
  const hash = (name: string) => requestOf(name).run(() => hashPassword('a lamp in the harbour'))
  const hashes = Array.from({ length: 110 }, () => hash('ada'))
  const settled = Promise.allSettled(hashes)
  expect(await hash('grace')).toMatch(/^\$argon2id/)
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
})
