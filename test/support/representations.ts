// Random entity representations: some valid, most of them invalid in one way or another.
import * as fc from 'fast-check'

const TYPES = [
  'Identity',
  'Quest',
  'Course',
  'Organization',
  'Proposal',
  'Asset',
  'Realm',
  'Place',
  'Scroll',
  'Lesson',
  'Enrollment',
  'Vote',
  'Membership',
  'Role',
  'Application',
  'Listing',
  'Purchase',
  'Transaction',
  'Posting',
  'Presence',
]
/** Types that are no entities, words of JavaScript and GraphQL, and no type at all. */
const NO_ENTITIES = ['Query', 'PageInfo', 'ID', '_Any', '_Entity', '__Type', '__proto__']
const WORDS = ['constructor', 'toString', 'hasOwnProperty', '', ' ', 'identity', 'Nope']

const text = fc.string({ unit: 'binary', maxLength: 40 })
const id = fc.oneof(
  fc.constantFrom(
    'identity_01',
    'quest_1',
    'vote_1_01',
    "'; --",
    '\u0000',
    '\ud800',
    '%00',
    '../..',
  ),
  text,
  fc.jsonValue({ maxDepth: 2 }),
)
const typename = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TYPES) },
  { weight: 2, arbitrary: fc.constantFrom(...NO_ENTITIES, ...WORDS) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
)
/** Fields beside the key, also of wrong types. */
const more = fc.dictionary(
  fc.constantFrom('then', 'title', 'displayName', 'xp', 'owner', 'toJSON', 'length', 'nodes'),
  fc.jsonValue({ maxDepth: 1 }),
  { maxKeys: 2 },
)
const representation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(more, fc.record({ __typename: typename, id }, { requiredKeys: [] }))
      .map(([fields, key]): unknown => ({ ...fields, ...key })),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null) },
)

/** A random value of `representations`: up to six of them. */
export const representationLists: fc.Arbitrary<unknown[]> = fc.array(representation, {
  minLength: 1,
  maxLength: 6,
})
