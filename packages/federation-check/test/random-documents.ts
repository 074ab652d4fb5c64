// Documents of clients drawn at random over several files: fragments that are spread more than once, inside each
// other, under one name in several folders, and with Relay's arguments. Every document has a way to be valid.
import type { DocumentText } from '../src/sources/tree.ts'
import type { Random } from './rest/random-schemas.ts'

export const SDL = `type Query { books(first: Int): [Book!]! films: [Film!]! search(text: String!): [Work!]! }
interface Work { id: ID! title: String! author: Person! }
type Book implements Work { id: ID! title: String! author: Person! pages: Int sequel: Book }
type Film implements Work { id: ID! title: String! author: Person! minutes: Int book: Book }
type Person { id: ID! name: String! books(first: Int): [Book!]! films: [Film!]! }
`

type Type = 'Book' | 'Film' | 'Work' | 'Person'

const FIELDS: Readonly<Record<Type, Readonly<Record<string, Type | undefined>>>> = {
  Book: { id: undefined, title: undefined, pages: undefined, author: 'Person', sequel: 'Book' },
  Film: { id: undefined, title: undefined, minutes: undefined, author: 'Person', book: 'Book' },
  Work: { id: undefined, title: undefined, author: 'Person' },
  Person: { id: undefined, name: undefined, books: 'Book', films: 'Film' },
}
const TYPES = Object.keys(FIELDS) as Type[]
const ROOTS: readonly (readonly [field: string, type: Type])[] = [
  ['books(first: 3)', 'Book'],
  ['films', 'Film'],
  ['search(text: "sea")', 'Work'],
]
const FOLDERS = ['', 'shared/', 'shared/cards/', 'pages/', 'pages/home/', 'pages/list/']

interface Fragment {
  name: string
  type: Type
  folder: string
  /** Whether it takes `isShown`. */
  hasArgument: boolean
}

/** Where fields are selected: what may be spread, and whether `$isShown` has a value. */
interface Scope {
  fragments: readonly Fragment[]
  hasArgument: boolean
}

const pick = <Value>(random: Random, values: readonly Value[]) => values[random(values.length)]!

/** The documents of up to three clients, some of which have the same files. */
export function drawDocuments(random: Random): DocumentText[] {
  const clients = ['web', 'phone', 'kiosk'].slice(0, 1 + random(3))
  const first = drawClient(random)
  return clients.flatMap((client) => {
    const files = random(3) === 0 ? first : drawClient(random)
    return [...files].map(([path, parts]) => ({
      file: `${client}/${path}`,
      name: path,
      client,
      directives: ['relay'],
      text: parts.join('\n'),
    }))
  })
}

/** Definitions by the file that they are in. */
function drawClient(random: Random): Map<string, string[]> {
  const files = new Map<string, string[]>()
  const add = (path: string, text: string) => files.set(path, [...(files.get(path) ?? []), text])
  const fragments: Fragment[] = []
  for (let count = 2 + random(5); count > 0; count -= 1) {
    const { definition, ...fragment } = drawFragment(random, fragments, count)
    fragments.push(fragment)
    // Several fragments may share a file, and a file may have a fragment and an operation.
    add(`${fragment.folder}${pick(random, ['a', 'b', 'c'])}.graphql`, definition)
  }
  for (const name of ['One', 'Two', 'Three']) {
    const [field, type] = pick(random, ROOTS)
    const scope = { fragments, hasArgument: false }
    const body = `${field} ${selection(random, type, scope, 2)} again: ${field} ${selection(random, type, scope, 1)}`
    add(`${pick(random, FOLDERS)}${pick(random, ['a', 'd'])}.graphql`, `query ${name} { ${body} }`)
  }
  return files
}

/** A name is new, or has one type in each folder, where the nearest fits. */
function drawFragment(random: Random, known: readonly Fragment[], count: number) {
  const type = pick(random, TYPES)
  const folder = pick(random, FOLDERS)
  const older = known.filter((one) => one.type === type && one.folder !== folder)
  const taken = new Set(known.filter((one) => one.folder === folder).map(({ name }) => name))
  const names = older.map(({ name }) => name).filter((name) => !taken.has(name))
  const name = names.length > 0 && random(3) === 0 ? pick(random, names) : `Part${count}`
  // A name that is used again must not come to spread itself.
  const fragments = names.includes(name) ? [] : known
  const hasArgument = random(2) === 0
  const head = `fragment ${name} on ${type} ${hasArgument ? `@argumentDefinitions(isShown: { type: "Boolean!", defaultValue: ${random(2) === 0} })` : ''}`
  const definition = `${head} ${selection(random, type, { fragments, hasArgument }, 1)}`
  return { name, type, folder, hasArgument, definition }
}

function selection(random: Random, type: Type, scope: Scope, depth: number): string {
  const own = Object.entries(FIELDS[type]).filter(([, to]) => to === undefined || depth > 0)
  const condition = () => (scope.hasArgument && random(2) === 0 ? ' @include(if: $isShown)' : '')
  const fields = Array.from({ length: 1 + random(3) }, () => pick(random, own)).map(([name, to]) =>
    to === undefined
      ? `${name}${condition()}`
      : `${name}${condition()} ${selection(random, to, scope, depth - 1)}`,
  )
  const fitting = scope.fragments.filter((one) => isPossible(type, one.type))
  const values = ['true', 'false', ...(scope.hasArgument ? ['$isShown', '$isShown'] : [])]
  const spreads = Array.from({ length: fitting.length > 0 ? random(3) : 0 }, () => {
    const { name, hasArgument } = pick(random, fitting)
    const passed = hasArgument && random(3) > 0
    const one = passed ? `...${name} @arguments(isShown: ${pick(random, values)})` : `...${name}`
    return pick(random, [one, `${one} ...${name}`, `... { ${one} }`])
  })
  return `{ ${[...fields, ...spreads].join(' ')} }`
}

function isPossible(type: Type, condition: Type): boolean {
  return (
    type === condition ||
    ([type, condition].includes('Work') && ![type, condition].includes('Person'))
  )
}
