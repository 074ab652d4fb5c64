// Administrators change an account at the same moment as somebody else does.
import { expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { asCommand } from '../../commands/command.ts'
import { disableAccount } from '../../domain/accounts/account-change.ts'
import { accountsOf, newName, REASON } from './story.ts'

const identity = testSubgraph('identity')
const { admin, alan, db, see, change, auditOf, signIn } = accountsOf(identity)

test('Simultaneous enabling and disabling end in the state of the last audit entry', async () => {
  for (let round = 0; round < rounds(3, 8); round += 1) {
    const person = await identity.join(newName())
    await change('disableAccount', person.id)
    await Promise.all([
      change('enableAccount', person.id),
      change('disableAccount', person.id),
      change('enableAccount', person.id),
    ])
    const kinds = (await auditOf(person)).map(({ kind }) => kind)
    const turns = kinds.filter((kind) => kind === 'identity_disabled').length
    const { state } = await see(person.username)
    // Every second entry undoes the previous one.
    expect(kinds.length - turns).toBe(state === 'active' ? turns : turns - 1)
  }
})

test('Signing in and signing out everywhere at the same moment leave no earlier session', async () => {
  for (let round = 0; round < rounds(3, 8); round += 1) {
    const before = db().selectFrom('sessions').select('id').where('identityId', '=', alan.id)
    const old = (await before.execute()).map(({ id }) => id)
    await Promise.all([change('signOutAccount', alan.id), signIn(alan)])
    const left = (await before.execute()).map(({ id }) => id)
    expect(left.filter((id) => old.includes(id))).toEqual([])
  }
})

test('Two administrators who disable each other at the same moment leave one', async () => {
  for (let round = 0; round < rounds(2, 5); round += 1) {
    await db().updateTable('identities').set({ role: 'member' }).execute()
    const pair = [
      await identity.join(newName(), { role: 'admin' }),
      await identity.join(newName(), { role: 'admin' }),
    ]
    const changes = pair.map(({ id }) =>
      disableAccount(asCommand(db()), { identityId: id, reason: REASON }),
    )
    const results = await Promise.allSettled(changes)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [refused] = results.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({
      reason: { extensions: { details: { reason: 'LAST_ADMINISTRATOR' } } },
    })
  }
  await db().updateTable('identities').set({ role: 'admin' }).where('id', '=', admin.id).execute()
})
