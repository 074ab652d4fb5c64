// Two people who claim an account, through every entry: generated from what each has lost and who acts first.
import { afterEach, expect, test } from 'vitest'
import { claimedAccount, type ClaimedAccount } from './support/claim-story.ts'
import { mailTo } from '#test/mail.ts'
import { testSystem } from '#test/system.ts'
import type { Actor, Deed, Entry, Factor } from './claim-cases.ts'

interface Walk {
  movedBy: Actor
  /** Whether who moved the account changed the password, too: the other has lost it, and the new one is too new. */
  isChanged: boolean
  /** What the owner proves; undefined if nothing older is left. */
  proof: Deed | undefined
  first: Actor
  /** Of who acts first. */
  entry: Entry
}

const FACTORS: Partial<Record<Deed, Factor>> = {
  passkey: 'passkey',
  wallet: 'wallet',
  app: 'app',
  code: 'codes',
  recovers: 'codes',
}
const ENTRIES: readonly Entry[] = ['link', 'mail', 'sign-in', 'second mailbox']
const ACTORS: readonly Actor[] = ['owner', 'thief']

const WALKS: readonly Walk[] = ACTORS.flatMap((movedBy) =>
  [false, true].flatMap((isChanged) =>
    ([...Object.keys(FACTORS), isChanged ? undefined : 'password'] as Walk['proof'][]).flatMap(
      (proof) =>
        ACTORS.flatMap((first) =>
          ENTRIES.map((entry) => ({ movedBy, isChanged, proof, first, entry })).filter(isPossible),
        ),
    ),
  ),
)

function claimantOf({ movedBy }: Walk): Actor {
  return movedBy === 'thief' ? 'owner' : 'thief'
}

function isPossible(walk: Walk): boolean {
  const { entry, first, isChanged, movedBy, proof } = walk
  if (entry === 'link') return first === claimantOf(walk)
  if (entry === 'mail') return first === movedBy
  if (entry === 'second mailbox') return first === 'owner' && proof !== undefined
  // A sign-in needs the password, or what signs in without it, and the app if there is one.
  const knowsPassword = !isChanged || first === movedBy
  if (first === 'thief') return knowsPassword && proof !== 'app'
  return proof !== undefined && (knowsPassword || proof === 'passkey' || proof === 'wallet')
}

/** Who reads the earlier mailbox and knows the password has as much as an owner who has nothing else. */
const isLost = (walk: Walk): boolean =>
  claimantOf(walk) === 'thief' && walk.first === 'thief' && walk.proof === 'password'

const system = testSystem({ topology: 'Identity alone' })
afterEach(async () => {
  await mailTo(system, '')
  system.clock.now = undefined
})

/** Proves what there is, or objects, or tries to open the account. */
async function act(account: ClaimedAccount, walk: Walk, by: Actor, entry?: Entry): Promise<void> {
  const known = walk.isChanged ? undefined : 'password'
  const proof = by === 'owner' ? walk.proof : known
  const does = proof ?? (by === claimantOf(walk) ? 'opens' : 'objects')
  await account.act({ by, does, ...(entry && { entry }) })
}

async function outcomeOf(account: ClaimedAccount, { proof }: Walk): Promise<Actor | 'locked'> {
  if (await account.isLocked()) return 'locked'
  if ((await account.address()) === account.addresses.owner) return 'owner'
  if (await account.comesBack(proof)) return 'owner'
  return (await account.signsIn('thief')) ? 'thief' : 'locked'
}

test.each(WALKS)(
  'the $movedBy moves the account (new password: $isChanged), the owner has the $proof, the $first is first ($entry)',
  async (walk) => {
    const factor = walk.proof && FACTORS[walk.proof]
    const account = await claimedAccount(system, {
      movedBy: walk.movedBy,
      changed: walk.isChanged ? ['password'] : [],
      had: factor ? [factor] : [],
      hasSecondMailbox: true,
    })
    const claims = () => account.act({ by: claimantOf(walk), does: 'claims' })
    await claims()
    await act(account, walk, walk.first, walk.entry)
    // The other one answers with all that they have, by their own link once more if they claim.
    const second = walk.first === 'owner' ? 'thief' : 'owner'
    if (second === claimantOf(walk)) await claims()
    await act(account, walk, second)
    const outcome = await outcomeOf(account, walk)
    const isDecided =
      walk.first === 'owner' && walk.proof !== undefined && walk.proof !== 'password'
    if (isDecided) expect(outcome).toBe('owner')
    else expect(['locked', isLost(walk) ? 'thief' : 'owner']).toContain(outcome)
  },
)
