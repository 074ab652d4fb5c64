// The events of the Realm service: their kinds, and who may read their subjects.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import { changed, cleared, inserted, set } from '#foundation/events/row-change.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { RealmContext } from './context.ts'
import { findPlace } from './domain/place.ts'
import { findPresenceById } from './domain/presence.ts'

const realm = { subject: 'Realm', id: 'new.id', audience: 'public' } as const
const place = {
  subject: 'Place',
  id: 'new.id',
  related: ['new.realm_id'],
  audience: 'public',
} as const
/** A presence. Its events can be read only until it expires, so that nobody learns where a person was before. */
const presence = {
  subject: 'Presence',
  // The id as `joinedId` builds it.
  id: `'presence_' || substr(new.realm_id, strpos(new.realm_id, '_') + 1)
    || '_' || substr(new.identity_id, strpos(new.identity_id, '_') + 1)`,
  related: ['new.realm_id'],
  audience: 'public',
} as const

const MOVED = '(old.x, old.y, old.z) is distinct from (new.x, new.y, new.z)'
/** Whether the presence had expired, but was not deleted yet. */
const RETURNED = `new.updated_at > old.updated_at + interval '5 minutes'`

export const realmEventKinds = defineEventKinds({
  'realm.added': {
    description: 'A realm was added.',
    change: inserted('realms'),
    ...realm,
  },
  'realm.updated': {
    description: 'The name, the description or the bounds of a realm changed.',
    change: changed('realms', [
      'name',
      'description',
      'min_x',
      'min_y',
      'min_z',
      'max_x',
      'max_y',
      'max_z',
    ]),
    ...realm,
  },
  'realm.retired': {
    description: 'A realm was retired.',
    change: set('realms', 'retired_at'),
    ...realm,
  },
  'realm.restored': {
    description: 'A retired realm is back.',
    change: cleared('realms', 'retired_at'),
    ...realm,
  },
  'place.added': {
    description: 'A place was added to a realm.',
    change: inserted('places'),
    ...place,
  },
  'place.updated': {
    description: 'A place changed, for example its position.',
    change: changed('places', ['name', 'kind', 'x', 'y', 'z', 'ref_type', 'ref_id']),
    ...place,
  },
  'place.retired': {
    description: 'A place was retired.',
    change: set('places', 'retired_at'),
    ...place,
  },
  'place.restored': {
    description: 'A retired place is back.',
    change: cleared('places', 'retired_at'),
    ...place,
  },
  'place.hidden': {
    description: 'An administrator hid a place.',
    change: set('places', 'hidden_at'),
    ...place,
    audience: 'administrators',
  },
  'place.shown': {
    description: 'A place can be seen by everybody again.',
    change: cleared('places', 'hidden_at'),
    ...place,
  },
  'presence.entered': {
    description: 'Somebody entered a realm.',
    change: inserted('presences'),
    ...presence,
  },
  'presence.moved': {
    description: 'Somebody has another position in a realm.',
    change: {
      table: 'presences',
      on: { update: ['x', 'y', 'z', 'updated_at'] },
      when: `${MOVED} or ${RETURNED}`,
    },
    ...presence,
  },
  'presence.left': {
    description:
      'Somebody left a realm, or has not been seen for five minutes. The event does not name them.',
    change: { table: 'presences', on: 'delete' },
    subject: 'Realm',
    id: 'old.realm_id',
    audience: 'public',
  },
})

export const realmEvents: ServiceEvents<RealmContext> = {
  kinds: realmEventKinds,
  subjects: {
    Realm: async ({ loaders }, id) => (await loaders.realm.load(id)) !== undefined,
    Place: async (ctx, id) => (await findPlace(ctx, id)) !== undefined,
    Presence: async (ctx, id) => (await findPresenceById(ctx, id)) !== undefined,
  },
  hideableParts: ['Place'],
  readsAsAdministrator,
}
