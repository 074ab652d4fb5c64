// A few people present in the realms of the demo pack at the first start.
import { stableId } from '#foundation/domain/ids.ts'
import type { RealmContext } from './context.ts'

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

export async function addDemoPresences({ db, now }: RealmContext): Promise<void> {
  const presences = PRESENCES.map((presence) => toPresence(presence, now()))
  await db.insertInto('presences').values(presences).execute()
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
