// Clients and grants for tests of token validity.
import { newId } from '#foundation/domain/ids.ts'
import {
  findGrantByCode,
  redeemCode,
} from '../../subgraphs/identity/domain/authorization/authorization-code.ts'
import {
  createGrant,
  type AuditedGrantContext,
  type NewGrant,
  type Redemption,
} from '../../subgraphs/identity/domain/grants/grant.ts'
import type { Client, IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { World } from './story.ts'

/** Adds a confidential client. */
export async function addClient(
  { tables }: World,
  id: string,
  about: Partial<Client> = {},
): Promise<string> {
  const client = {
    id,
    name: id,
    kind: 'confidential' as const,
    secretHash: Buffer.alloc(32),
    redirectUris: [],
    scopes: ['identity'],
    ...about,
  }
  await tables<IdentityTables>('identity').insertInto('clients').values(client).execute()
  return id
}

/** Adds active or revoked grants of the client `test-client`. */
export async function addGrants(
  { tables }: World,
  grants: readonly { id: string; endedAt: Date | null }[],
): Promise<void> {
  const common = {
    clientId: 'test-client',
    scopes: ['identity'],
    createdAt: new Date('2026-01-01T00:00:00.000Z'),
    expiresAt: new Date(Date.now() + 90 * 86_400_000),
  }
  const rows = grants.map((grant) => ({ ...common, ...grant }))
  await tables<IdentityTables>('identity').insertInto('grants').values(rows).execute()
}

/** Adds an active grant of `test-client`. */
export async function addGrant(world: World): Promise<string> {
  const id = newId('grant')
  await addGrants(world, [{ id, endedAt: null }])
  return id
}

/** Revokes a grant, as the revocation of one of its tokens does. */
export async function endGrant({ tables }: World, id: string): Promise<void> {
  await tables<IdentityTables>('identity')
    .updateTable('grants')
    .set({ endedAt: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Creates a grant and redeems its code. @throws Error if the code is refused */
export async function redeemNewGrant(
  ctx: AuditedGrantContext,
  about: Pick<NewGrant, 'identityId' | 'clientId'> & Partial<NewGrant>,
): Promise<Redemption> {
  const grant = {
    sessionId: newId('session'),
    scopes: ['identity'],
    redirectUri: 'https://app.example/callback',
    codeChallenge: null,
    nonce: null,
    signedInAt: ctx.now(),
    methods: ['pwd' as const],
    ...about,
  }
  const code = await ctx.db.transaction().execute((db) => createGrant({ ...ctx, db }, grant))
  const redeemed = await redeemCode(ctx, (await findGrantByCode(ctx, code))!)
  if (typeof redeemed === 'string') throw new Error(`The code is ${redeemed}.`)
  return redeemed
}
