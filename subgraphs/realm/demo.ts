// Two realms with a dozen places, and a few people who are about when the system starts first.
import { stableId } from '#foundation/ids.ts'
import type { RealmContext } from './context.ts'
import type { PlaceRefType } from './tables.ts'

const REALMS = [
  {
    slug: 'commons',
    name: 'The Commons',
    description: 'The hill where all houses meet: a gate, a library, a hall, and paths in between.',
    minX: -500,
    minY: 0,
    minZ: -500,
    maxX: 500,
    maxY: 200,
    maxZ: 500,
  },
  {
    slug: 'deep-archive',
    name: 'The Deep Archive',
    description: 'Vaults below the hill, floor under floor, where what was written is kept.',
    minX: -120,
    minY: -300,
    minZ: -120,
    maxX: 120,
    maxY: 0,
    maxZ: 120,
  },
]

type DemoPlace = [
  realm: string,
  slug: string,
  name: string,
  kind: string,
  position: [x: number, y: number, z: number],
  ref?: [type: PlaceRefType, slug: string],
]

const PLACES: DemoPlace[] = [
  ['commons', 'gate', 'The Gate', 'gate', [0, 2, -480], ['Quest', 'first-steps']],
  [
    'commons',
    'library',
    'Library of the Founders',
    'library',
    [40, 22.5, 15],
    ['Quest', 'read-a-scroll'],
  ],
  [
    'commons',
    'old-stove',
    'The Old Stove',
    'monument',
    [36, 21, 4],
    ['Scroll', 'the-first-winter'],
  ],
  [
    'commons',
    'school',
    'School on the Slope',
    'school',
    [-85, 14, 60],
    ['Course', 'finding-your-way'],
  ],
  ['commons', 'map-room', 'The Map Room', 'workshop', [120, 18, -45.5], ['Organization', 'maps']],
  ['commons', 'council-hall', 'Council Hall', 'hall', [-10, 25, 30], ['Quest', 'weekly-council']],
  ['commons', 'market-square', 'Market Square', 'market', [65, 12, -110], ['Quest', 'market-walk']],
  ['commons', 'watchtower', 'The Watchtower', 'tower', [-210, 96, 240], ['Quest', 'night-watch']],
  ['commons', 'still-pond', 'The Still Pond', 'garden', [-160, 6, -75]],
  ['deep-archive', 'stairs', 'The Long Stairs', 'gate', [0, -4, 0]],
  [
    'deep-archive',
    'first-vault',
    'The First Vault',
    'vault',
    [-40, -120, 22],
    ['Quest', 'guard-the-archive'],
  ],
  ['deep-archive', 'echo-well', 'The Echo Well', 'landmark', [75.5, -288, -60]],
]

type DemoPresence = [
  username: string,
  realm: string,
  position: [x: number, y: number, z: number],
  secondsAgo: number,
]

const PRESENCES: DemoPresence[] = [
  ['ada', 'commons', [38.2, 22.5, 11], 20],
  ['grace', 'commons', [63, 12, -104.5], 95],
  ['alan', 'deep-archive', [-36, -120, 20], 5],
]

/** Adds the realms and, with the first of them, what is in them: all of it or nothing. */
export async function addDemoRealms({ db, now }: RealmContext): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('realms')
      .values(REALMS.map(toRealm))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) return
    await trx.insertInto('places').values(PLACES.map(toPlace)).execute()
    const presences = PRESENCES.map((presence) => toPresence(presence, now()))
    await trx.insertInto('presences').values(presences).execute()
  })
}

function toRealm({ slug, ...realm }: (typeof REALMS)[number], index: number) {
  return {
    ...realm,
    id: stableId('realm', slug),
    createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
  }
}

function toPlace([realm, slug, name, kind, [x, y, z], ref]: DemoPlace, index: number) {
  const [refType, refSlug] = ref ?? []
  return {
    id: stableId('place', slug),
    realmId: stableId('realm', realm),
    name,
    kind,
    x,
    y,
    z,
    refType: refType ?? null,
    refId: refType && refSlug ? stableId(refType.toLowerCase(), refSlug) : null,
    createdAt: new Date(Date.UTC(2026, 0, 3 + index)),
  }
}

function toPresence([username, realm, [x, y, z], secondsAgo]: DemoPresence, now: Date) {
  return {
    identityId: stableId('identity', username),
    realmId: stableId('realm', realm),
    x,
    y,
    z,
    updatedAt: new Date(now.getTime() - secondsAgo * 1_000),
  }
}
