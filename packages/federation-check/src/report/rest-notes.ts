// Release notes of REST, grouped by method and path for their callers.
import { SECTIONS, type Changelog, type Note, type Section } from '../changelog.ts'

interface RestNote {
  /** `Breaking, removed`, or only the kind of change. */
  label: string
  /** The message without the operation, which is in the title. */
  message: string
}

export interface RestOperation {
  title: string
  notes: RestNote[]
}

/** The operations, breaking ones first, then by path. Notes about a whole document come first of all. */
export function restOperations(sections: Changelog['sections']): RestOperation[] {
  const all = Object.entries(sections).flatMap(([section, notes]) =>
    notes
      .filter(({ api }) => api === 'REST')
      .map((note) => ({ note, section: section as Section })),
  )
  const groups = [...Map.groupBy(all, ({ note }) => note.operation ?? '')]
  return groups.toSorted(compare).map(([operation, own]) => ({
    title: operation || 'The whole contract',
    notes: own.toSorted(breakingFirst).map(({ note, section }) => ({
      label: labelOf(note, section),
      message: withoutOperation(note),
    })),
  }))
}

interface Placed {
  note: Note
  section: Section
}

type Group = [operation: string, notes: Placed[]]

function compare([one, ones]: Group, [other, others]: Group): number {
  const breaks = (all: Placed[]) => Number(all.some(({ note }) => note.breaking))
  return breaks(others) - breaks(ones) || (pathIn(one) < pathIn(other) ? -1 : 1)
}

/** The sort key of an operation: its path before its method. */
const pathIn = (operation: string) => operation.split(' ').toReversed().join(' ')

const breakingFirst = (one: Placed, other: Placed) =>
  Number(other.note.breaking) - Number(one.note.breaking)

function labelOf({ breaking }: Note, section: Section): string {
  const kind = SECTIONS[section]
  return breaking ? `Breaking, ${kind.toLowerCase()}` : kind
}

/** Removes the coordinate at the start of a message: `GET /books 200.cover is no longer returned.` */
function withoutOperation({ operation = '', coordinate, message }: Note): string {
  const place = coordinate.slice(operation.length + 1)
  const [, method = ''] = /^(?:[^ ]+#)?(.*)$/.exec(operation) ?? []
  if (method === '' || !message.startsWith(method)) return message
  const said = message.slice(method.length + 1)
  const rest = said.startsWith(place) ? said.slice(place.length).trimStart() : said
  return `${place === '' ? 'The operation' : describe(place)} ${rest}`
}

/** Describes a place in words. `200[].title` is in the response 200; likewise `body.size` and `query near`. */
function describe(place: string): string {
  const [, where = '', path = ''] = /^(\d{3}|\dXX|default|body)(.*)$/.exec(place) ?? []
  if (where === '')
    return capitalized(PARAMETERS.exec(place) ? place.replace(' ', ' parameter ') : place)
  const whole = where === 'body' ? 'the request body' : `response ${where}`
  return path === '' ? capitalized(whole) : `In ${whole}, ${path.replace(/^\./, '')}`
}

const PARAMETERS = /^(query|header|cookie|path) /

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
