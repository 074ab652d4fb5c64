// The demo data: people, their clients, and an admin key.
import { stableId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from './context.ts'
import { hashPassword, setPassword } from './domain/sign-in/password.ts'
import { sha256 } from './domain/secrets/random.ts'
import { leaveOpen } from './domain/sealing/seal.ts'

/** Ada has reached level 50, so that she can create proposals, and is the only administrator. */
const PEOPLE = [
  {
    username: 'ada',
    displayName: 'Ada Lovelace',
    house: 'Aether',
    archetype: 'Architect',
    role: 'admin',
    xp: 128_400,
  },
  {
    username: 'grace',
    displayName: 'Grace Hopper',
    house: 'Ember',
    archetype: 'Navigator',
    role: 'member',
    xp: 31_250,
  },
  {
    username: 'alan',
    displayName: 'Alan Turing',
    house: 'Aether',
    archetype: 'Cipher',
    role: 'member',
    xp: 9_800,
  },
  {
    username: 'edsger',
    displayName: 'Edsger Dijkstra',
    house: 'Terra',
    archetype: 'Pathfinder',
    role: 'member',
    xp: 2_150,
  },
  {
    username: 'barbara',
    displayName: 'Barbara Liskov',
    house: 'Tide',
    archetype: 'Keeper',
    role: 'member',
    xp: 0,
  },
] as const

const PEOPLE_IDS = PEOPLE.map(({ username }) => stableId('identity', username))

/** The password of all demo people. */
export const DEMO_PASSWORD = 'demo-password'
/** The secret of the administrator's authenticator app in base32, as public as the password. */
export const DEMO_TOTP_KEY = 'MEQGWZLZEB2GQYLUEBUXGIDQOVRGY2LD'
const TOTP_SECRET = Buffer.from('a key that is public')
const ADMIN_KEY_HASH = sha256('demo-admin-key')

const CALLBACKS = ['http://localhost:4000/callback', 'http://127.0.0.1:4000/callback']

export const DEMO_CLIENTS = [
  {
    id: 'demo-web',
    name: 'Demo Web',
    secret: null,
    scopes: ['openid', 'identity', 'credentials', 'wallet', 'admin'],
    tier: 'authenticated',
  },
  {
    id: 'demo-server',
    name: 'Demo Server',
    secret: 'demo-server-secret',
    scopes: ['openid', 'identity', 'credentials', 'wallet', 'admin'],
    tier: 'authenticated',
  },
  {
    id: 'demo-partner',
    name: 'Demo Partner',
    secret: 'demo-partner-secret',
    scopes: ['openid', 'identity', 'credentials', 'wallet'],
    tier: 'partner',
  },
] as const

export async function addDemoData(ctx: IdentityContext): Promise<void> {
  await addDemoPeople(ctx)
  await addDemoPasswords(ctx)
  await addDemoTotp(ctx)
  await addDemoClients(ctx)
}

/** Whether any of the people, clients or keys below exists and is enabled. */
export async function admitsDemo({ db }: IdentityContext): Promise<boolean> {
  const people = db
    .selectFrom('identities')
    .select('id')
    .where('id', 'in', PEOPLE_IDS)
    .where('disabledAt', 'is', null)
  const clients = db
    .selectFrom('clients')
    .select('id')
    .where(
      'id',
      'in',
      DEMO_CLIENTS.map(({ id }) => id),
    )
    .where('disabledAt', 'is', null)
  const keys = db
    .selectFrom('adminKeys')
    .select('id')
    .where('keyHash', '=', ADMIN_KEY_HASH)
    .where('revokedAt', 'is', null)
  const found = await people.unionAll(clients).unionAll(keys).limit(1).execute()
  return found.length > 0
}

async function addDemoPeople({ db }: IdentityContext): Promise<void> {
  await db
    .insertInto('identities')
    .values(
      PEOPLE.map((person, index) => ({
        ...person,
        id: stableId('identity', person.username),
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('adminKeys')
    .values({
      id: stableId('adminkey', 'demo'),
      name: 'demo',
      keyHash: ADMIN_KEY_HASH,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function addDemoPasswords({ db, now }: IdentityContext): Promise<void> {
  const without = await db
    .selectFrom('identities')
    .leftJoin('passwords', 'passwords.identityId', 'identities.id')
    .select('identities.id')
    .where('identities.id', 'in', PEOPLE_IDS)
    .where('passwords.hash', 'is', null)
    .execute()
  await Promise.all(
    without.map(async ({ id }) => setPassword({ db, now }, id, await hashPassword(DEMO_PASSWORD))),
  )
}

/** Sets up an authenticator app, because administrators need a second factor. */
async function addDemoTotp({ db, now }: IdentityContext): Promise<void> {
  const factor = { secret: leaveOpen(TOTP_SECRET), createdAt: now(), confirmedAt: now() }
  const administrators = PEOPLE.filter(({ role }) => role === 'admin')
  await db
    .insertInto('totpFactors')
    .values(
      administrators.map(({ username }) => ({
        ...factor,
        identityId: stableId('identity', username),
        lastUsedStep: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function addDemoClients({ db }: IdentityContext): Promise<void> {
  const clients = DEMO_CLIENTS.map(({ secret, scopes, ...client }) => ({
    ...client,
    kind: secret === null ? ('public' as const) : ('confidential' as const),
    secretHash: secret === null ? null : sha256(secret),
    redirectUris: CALLBACKS,
    scopes: [...scopes],
    idTokenSignedResponseAlg: 'RS256' as const,
  }))
  await db
    .insertInto('clients')
    .values(clients)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
