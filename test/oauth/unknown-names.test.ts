// Nothing that a server does for a name that is sent reveals by its duration who exists.
import { beforeAll, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { workOf, type Work } from './support/request-work.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, formOf } from '#test/user-agent.ts'

const system = testSystem({
  topology: 'Identity alone',
  settings: { TRUST_PROXY: 'loopback' },
})
beforeAll(async () => {
  const person = await joinWithPassword(system, 'known_one')
  const identity = system.tables<IdentityTables>('identity')
  const address = { address: 'known@mail.example', verifiedAt: new Date() }
  await identity
    .insertInto('emailAddresses')
    .values({ identityId: person.id, ...address })
    .execute()
})

let addresses = 0

test.each([
  ['a wrong password', '/sign-in', { password: 'not this one' }, 403],
  ['a link by mail', '/recover', {}, 200],
  ['a wrong recovery code', '/recover/code', { code: 'AAAA-AAAA-AAAA-AAAA' }, 403],
])(
  '%s costs the same work for a known name as for an unknown one',
  async (_name, path, fields, status) => {
    const url = `${system.address('identity')}${path}`
    const workFor = async (username: string): Promise<Work> => {
      const from = `198.51.100.${(addresses += 1)}`
      const userAgent = createUserAgent({ 'x-forwarded-for': from })
      const { hidden } = formOf(await userAgent.get(url), path)
      const [work, page] = await workOf(from, () =>
        userAgent.post(url, { ...hidden, ...fields, username }),
      )
      expect(page.status).toBe(status)
      return work
    }
    const known = await workFor('known_one')
    expect(known.statements.length).toBeGreaterThan(0)
    expect(await workFor('other_one')).toEqual(known)
  },
)
