// The conventions of this project: what breaks each, and what is said of it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conventions } from '../conventions/plugin.ts'
import { brokenConventions } from './broken-conventions.ts'

const SUBGRAPHS = {
  people: `
    type Query { "Who asks." me: Identity @authenticated }
    "A person." type Identity @key(fields: "id") { "Their id." id: ID! "What they are called." name: String "How far." level: Int! }
  `,
  quests: `
    type Query { "One." quest("Which." id: ID!): Quest @authenticated }
    "Something to do." type Quest @key(fields: "id") { "Its id." id: ID! "Who wrote it." author: Identity }
    "A person." type Identity @key(fields: "id") { "Their id." id: ID! "How many." quests: Int }
  `,
}
type Name = keyof typeof SUBGRAPHS

/** What is broken when one text becomes another in one subgraph. */
function brokenBy(name: Name, from: string, to: string): string[] {
  expect(SUBGRAPHS[name]).toContain(from)
  return brokenConventions({ ...SUBGRAPHS, [name]: SUBGRAPHS[name].replace(from, () => to) })
}

const QUERY = 'type Query {'
const QUEST = '"Who wrote it."'
const LEVEL = '"How far."'
const CONNECTION = `
  "A page." type QuestConnection { "N." nodes: [Quest!]! "E." edges: [QuestEdge!]! "P." pageInfo: PageInfo! "T." totalCount: Int! }
`

const BROKEN: [title: string, subgraph: Name, from: string, to: string, broken: string][] = [
  [
    'People have another key in a subgraph',
    'people',
    '@key(fields: "id")',
    '@key(fields: "name")',
    'identity-key people/Identity',
  ],
  [
    'A field has no description',
    'quests',
    QUEST,
    `difficulty: Int ${QUEST}`,
    'description-missing quests/Quest.difficulty',
  ],
  [
    'A field has an underscore',
    'quests',
    QUEST,
    `"How hard." how_hard: Int ${QUEST}`,
    'name-style quests/Quest.how_hard',
  ],
  [
    'An input does not end in Input',
    'quests',
    QUERY,
    `"C." input CreateQuest { "T." title: String } ${QUERY}`,
    'name-style quests/CreateQuest',
  ],
  [
    'An enum value is in capitals',
    'quests',
    QUERY,
    `"O." enum Order { "N." newest "B." BEST_FIRST } ${QUERY}`,
    'name-style quests/Order.BEST_FIRST',
  ],
  [
    'A root field is non-null',
    'quests',
    QUERY,
    `${QUERY} "C." count: Int! @authenticated`,
    'border-not-nullable quests/Query.count',
  ],
  [
    'A person of another service is non-null',
    'quests',
    'author: Identity',
    'author: Identity!',
    'border-not-nullable quests/Quest.author',
  ],
  [
    'A field that a service adds to people is non-null',
    'quests',
    'quests: Int',
    'quests: Int!',
    'border-not-nullable quests/Identity.quests',
  ],
  [
    'A list is not a connection',
    'quests',
    QUEST,
    `"S." similar: [Quest!] ${QUEST}`,
    'list-shape quests/Quest.similar',
  ],
  [
    'A connection lacks a count',
    'quests',
    QUERY,
    `${CONNECTION.replace('"T." totalCount: Int!', '')} ${QUERY}`,
    'connection-shape quests/QuestConnection',
  ],
  [
    'A connection cannot be paged through',
    'quests',
    'author: Identity }',
    `author: Identity "S." similar: QuestConnection } ${CONNECTION}`,
    'connection-shape quests/Quest.similar',
  ],
  [
    'A field with arguments requires other fields',
    'quests',
    QUEST,
    `"S." size: Int @external "W." weight("U." unit: String): Int @requires(fields: "size") ${QUEST}`,
    'requires-with-arguments quests/Quest.weight',
  ],
  [
    'A root field declares no requirement',
    'quests',
    QUERY,
    `${QUERY} "C." count: Int`,
    'scope-missing quests/Query.count',
  ],
  [
    'A private field is non-null',
    'people',
    LEVEL,
    `"M." mail: String! @authenticated @private(owner: "id") ${LEVEL}`,
    'private-not-nullable people/Identity.mail',
  ],
  [
    'A private field declares no requirement',
    'people',
    LEVEL,
    `"M." mail: String @private(owner: "id") ${LEVEL}`,
    'scope-missing people/Identity.mail',
  ],
]

test.each(BROKEN)('%s', (_title, name, from, to, broken) => {
  expect(brokenBy(name, from, to)).toEqual([broken])
})

test('A description alone does not make a field private', () => {
  expect(brokenBy('people', LEVEL, `"Null for others." mail: String ${LEVEL}`)).toEqual([])
})

test('Every convention is broken by some change, and none by the schemas before it', () => {
  const rules = BROKEN.map(([, , , , broken]) => broken.split(' ')[0]!)
  expect([...new Set(rules)].toSorted()).toEqual(Object.keys(conventions.rules).toSorted())
  expect(brokenConventions(SUBGRAPHS)).toEqual([])
})

test.each(Object.entries(conventions.rules))(
  'The convention %s says why it matters, and the fix',
  (_name, { why, fix }) => {
    for (const sentence of [why, fix]) expect(sentence).toMatch(/^[A-Z@].*[^.]\.$/)
  },
)

test('The manual lists every convention', () => {
  const manual = readFileSync(new URL('../../docs/schema-checks.md', import.meta.url), 'utf8')
  const items = manual.split('<!-- conventions -->')[1]!.match(/^- .+$/gm)
  expect(items).toEqual(
    Object.entries(conventions.rules).map(([name, { catches }]) => `- \`${name}\`: ${catches}`),
  )
})
