// The events of the ID service: their kinds, and who may read their subjects.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import { changed, cleared, inserted, set } from '#foundation/events/row-change.ts'
import type { IdentityContext } from './context.ts'
import { readsAsAdministrator } from './domain/administration/administrator.ts'
import { OWN_TYPES } from './domain/nodes/own-node.ts'

const person = { subject: 'Identity', id: 'new.id' } as const
const ofEverybody = { ...person, audience: 'public' } as const
const ofPerson = { ...person, audience: { owner: 'new.id' } } as const
const ofAdministrators = { ...person, audience: 'administrators' } as const

const credential = {
  subject: 'Credential',
  id: 'new.id',
  related: ['new.identity_id'],
  audience: { owner: 'new.identity_id' },
} as const
const client = { subject: 'Client', id: 'new.id', audience: 'administrators' } as const
const adminKey = { subject: 'AdminKey', id: 'new.id', audience: 'administrators' } as const

export const identityEventKinds = defineEventKinds({
  'person.joined': {
    description: 'Somebody signed up.',
    change: inserted('identities', `new.kind = 'person' and new.left_at is null`),
    ...ofEverybody,
  },
  'profile.changed': {
    description:
      'What everybody can read of a person changed: a name, the bio, the archetype or the house.',
    change: changed('identities', [
      'username',
      'display_name',
      'bio',
      'archetype',
      'house',
      'names_hidden_at',
    ]),
    ...ofEverybody,
  },
  'username.changed': {
    description: 'The person has another username.',
    change: changed('identities', ['username']),
    ...ofPerson,
  },
  'names.hidden': {
    description: 'An administrator hid names of the person.',
    change: changed('identities', ['names_hidden_at'], 'new.names_hidden_at is not null'),
    ...ofPerson,
  },
  'names.shown': {
    description: 'The names of the person can be seen by everybody again.',
    change: cleared('identities', 'names_hidden_at'),
    ...ofPerson,
  },
  'xp.changed': {
    description: 'The person has more or less xp.',
    change: inserted('xp_grants'),
    subject: 'Identity',
    id: 'new.identity_id',
    audience: { owner: 'new.identity_id' },
  },
  'level.reached': {
    description: 'The person reached a higher level.',
    change: { table: 'identities', on: { update: ['xp'] }, when: 'new.level > old.level' },
    ...ofPerson,
  },
  'credential.issued': {
    description: 'The person has a new credential.',
    change: inserted('credentials'),
    ...credential,
  },
  'credential.updated': {
    description: 'The claims of a credential of the person changed.',
    change: changed('credentials', ['claims']),
    ...credential,
  },
  'wallet.linked': {
    description: 'The person linked a wallet.',
    change: inserted('wallets'),
    subject: 'Wallet',
    id: 'new.id',
    related: ['new.identity_id'],
    audience: { owner: 'new.identity_id' },
  },
  'wallet.unlinked': {
    description: 'The person unlinked a wallet.',
    change: { table: 'wallets', on: 'delete' },
    subject: 'Wallet',
    id: 'old.id',
    related: ['old.identity_id'],
    audience: { owner: 'old.identity_id' },
  },
  'person.disabled': {
    description: 'A person was disabled.',
    change: set('identities', 'disabled_at'),
    ...ofAdministrators,
  },
  'person.enabled': {
    description: 'A disabled person can sign in again.',
    change: cleared('identities', 'disabled_at'),
    ...ofAdministrators,
  },
  'administrator.added': {
    description: 'A person became an administrator.',
    change: changed('identities', ['role'], `new.role = 'admin'`),
    ...ofAdministrators,
  },
  'administrator.removed': {
    description: 'A person is no longer an administrator.',
    change: changed('identities', ['role'], `old.role = 'admin'`),
    ...ofAdministrators,
  },
  'client.registered': {
    description: 'A client was registered.',
    change: inserted('clients'),
    ...client,
  },
  'client.updated': {
    description: 'The registration of a client, its keys or its secret changed.',
    change: changed('clients', [
      'name',
      'secret_hash',
      'redirect_uris',
      'scopes',
      'tier',
      'id_token_signed_response_alg',
      'device_flow',
      'machine_scopes',
      'jwks',
      'backchannel_logout_uri',
    ]),
    ...client,
  },
  'client.disabled': {
    description: 'A client was disabled for good.',
    change: set('clients', 'disabled_at'),
    ...client,
  },
  'admin_key.added': {
    description: 'An admin API key was created.',
    change: inserted('admin_keys'),
    ...adminKey,
  },
  'admin_key.revoked': {
    description: 'An admin API key was revoked.',
    change: set('admin_keys', 'revoked_at'),
    ...adminKey,
  },
})

/** Checks access as `Query.node` does: the caller may read the subject if it can be found by its id. */
function findable(prefix: string) {
  const { find } = OWN_TYPES.get(prefix)!
  return async (ctx: IdentityContext, id: string) => (await find(ctx, id)) !== undefined
}

/** Checks access to a wallet. The wallet of an event may be unlinked by now; its event still needs the scope. */
async function mayReadWallet({ viewer, loaders }: IdentityContext, id: string): Promise<boolean> {
  if (!viewer?.scopes.has('wallet')) return false
  const wallet = await loaders.wallet.load(id)
  return wallet === undefined || wallet.identityId === viewer.identityId
}

export const identityEvents: ServiceEvents<IdentityContext> = {
  kinds: identityEventKinds,
  subjects: {
    Identity: findable('identity'),
    Credential: findable('credential'),
    Wallet: mayReadWallet,
    Client: findable('client'),
    AdminKey: findable('adminkey'),
  },
  readsAsAdministrator,
}
