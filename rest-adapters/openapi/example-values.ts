// Realistic values for the examples, by field name, or by type and field where names repeat.

/** The time used in examples. */
export const EXAMPLE_TIME = '2026-11-20T09:30:00.000Z'

/** An example identifier with this prefix. */
export function exampleId(prefix: string): string {
  return `${prefix}_01kah3v8m2e9tbz5w7q0r4n6cd`
}

const EXAMPLE_CURSOR = 'bEtKM3Z4OGRRMXBhLjE4MTI'

/** Identifiers whose field name does not tell their kind. */
export const EXAMPLE_IDS: Readonly<Record<string, string>> = {
  ownerId: 'identity',
  owner: 'identity',
  author: 'identity',
  seller: 'identity',
  sellerId: 'identity',
  to: 'identity',
  'IssuedCredential.id': 'credential',
  'EventSubject.id': 'proposal',
}

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

export const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  username: 'ada',
  displayName: 'Ada Lovelace',
  author: 'Ada Lovelace',
  house: 'Aether',
  archetype: 'Architect',
  bio: 'I write programs for a machine that is not built yet.',
  level: 51,
  xp: 128400,
  xpToNextLevel: 4200,

  'Quest.title': 'First Steps',
  'Quest.description': 'Walk the path from the gate to the library.',
  xpReward: 100,
  goldReward: 25,
  xpEarned: 100,
  goldEarned: 25,
  newLevel: 3,
  newXP: 310,

  'Credential.type': 'path_initiate',
  'CredentialClaim.type': 'path_initiate',
  'IssuedCredential.type': 'path_initiate',
  'IssueCredentialInput.type': 'path_initiate',
  claims: { questId: exampleId('quest') },

  address: ADDRESS,
  chainId: 1,
  message: `localhost:7000 wants you to sign in with your Ethereum account:\n${ADDRESS}\n\nLink this wallet to ada.`,
  signature: `0x${'4f'.repeat(64)}1c`,

  'Course.title': 'Finding Your Way',
  'Course.description': 'The houses, the council and the market, and where you come in.',
  lessons: 4,
  lessonsCompleted: 1,
  duration: '2 hours',
  skillPoints: 40,

  'Organization.name': 'Analytical Society',
  'Organization.description': 'Reads, checks and publishes proofs.',
  memberCount: 12,
  'Role.title': 'Proof reader',
  'Role.description': 'Reads one proof a week.',
  minLevel: 3,
  openings: 2,
  'Application.message': 'I have read proofs for years.',
  'ApplyForRoleInput.message': 'I have read proofs for years.',

  'Proposal.title': 'Open the Archive',
  'Proposal.description': 'Let every house read the archive.',
  'CreateProposalInput.title': 'Open the Archive',
  'CreateProposalInput.description': 'Let every house read the archive.',
  yesVotes: 3,
  noVotes: 1,

  'Asset.name': 'Brass Astrolabe',
  'Asset.description': 'It still tells the hour to the minute.',
  'Asset.kind': 'instrument',
  price: 240,
  minPrice: 100,
  maxPrice: 500,
  'Listing.kind': 'instrument',
  expectedPrice: 240,
  goldBalance: 660,

  'Scroll.title': 'The First Winter',
  'PublishScrollInput.title': 'The First Winter',
  'EditScrollInput.title': 'The First Winter',
  content: 'We were nineteen, and the library had one stove.',
  settlementWeight: 6,

  'EventPage.after': EXAMPLE_CURSOR,
  'EventPage.types': ['vote.cast', 'proposal.closed'],
  'EventPage.first': 20,
  'EventPage.next': EXAMPLE_CURSOR,
  'EventPage.hasMore': false,
  'EventPage.gap': false,
  'Event.cursor': EXAMPLE_CURSOR,
  'Event.type': 'vote.cast',
  'Event.related': [exampleId('identity')],
  'EventSubject.type': 'Proposal',

  'Realm.name': 'The Commons',
  'Realm.description': 'The hill where all houses meet.',
  'Place.name': 'The Library',
  'Place.kind': 'library',
  x: 12.5,
  y: 3,
  z: -40,
  near: '0,0,0',
  'Quest.search': 'first steps',
  'Course.search': 'finding',
  'Organization.search': 'society',
  'Role.search': 'reader',
  'Proposal.search': 'archive',
  'Asset.search': 'astrolabe',
  'Scroll.search': 'winter',
  'Realm.search': 'commons',
  'Identity.search': 'lovelace',
  radius: 100,
}
