// The formats of release notes: GraphQL and events by kind of change, REST by method and path. What breaks comes first.
import { SECTIONS, type Changelog, type Note, type Section } from '../changelog.ts'
import { joined, json, inText, inMarkdown, type Markup } from './escape/markup.ts'
import { restOperations } from './rest-notes.ts'
import { hanging } from './escape/wrap.ts'

export const changelogFormats = {
  markdown,
  text,
  json,
} satisfies Record<string, (changelog: Changelog, width: number) => Markup>

/** True for the name of a format of release notes. */
export function isChangelogFormat(name: string): name is keyof typeof changelogFormats {
  return Object.hasOwn(changelogFormats, name)
}

const NOTHING = 'Nothing changes for clients.'

function markdown({ base, head, sections }: Changelog): Markup<'markdown'> {
  const itemsOf = (notes: readonly Note[]) =>
    notes.map(({ breaking, message }) =>
      breaking ? inMarkdown`- **Breaking:** ${message}` : inMarkdown`- ${message}`,
    )
  const graphql = filled(sections, 'GraphQL').map(([title, notes]) =>
    joined('markdown', [inMarkdown`## ${title}`, inMarkdown``, ...itemsOf(notes)]),
  )
  const events = filled(sections, 'Events').map(([title, notes]) =>
    joined('markdown', [inMarkdown`### ${title}`, inMarkdown``, ...itemsOf(notes)]),
  )
  const rest = restOperations(sections).map(({ title, notes }) => {
    const items = notes.map(({ label, message }) => inMarkdown`- **${label}:** ${message}`)
    return joined('markdown', [inMarkdown`### ${title}`, inMarkdown``, ...items])
  })
  const parts = [
    ...graphql,
    ...(rest.length > 0 ? [inMarkdown`## REST`, ...rest] : []),
    ...(events.length > 0 ? [inMarkdown`## Events`, ...events] : []),
  ]
  const title = inMarkdown`# API changes from ${base} to ${head}`
  return joined(
    'markdown',
    [title, ...(parts.length > 0 ? parts : [inMarkdown`${NOTHING}`])],
    '\n\n',
  )
}

function text({ base, head, sections }: Changelog, width: number): Markup<'text'> {
  const listed = (api: Note['api']) =>
    filled(sections, api).map(([title, notes]) => {
      const items = notes.flatMap(({ breaking, message }) =>
        hanging('  - ', `${breaking ? 'Breaking: ' : ''}${message}`, width),
      )
      return joined('text', [inText`${api === 'Events' ? `Events: ${title}` : title}`, ...items])
    })
  const rest = restOperations(sections).map(({ title, notes }) => {
    const items = notes.flatMap(({ label, message }) =>
      hanging('  - ', `${label}: ${message}`, width),
    )
    return joined('text', [inText`${title}`, ...items])
  })
  const parts = [...listed('GraphQL'), ...rest, ...listed('Events')]
  const title = inText`API changes from ${base} to ${head}`
  return joined('text', [title, ...(parts.length > 0 ? parts : [inText`${NOTHING}`])], '\n\n')
}

/** The sections that have notes about one part of the API. */
function filled(
  sections: Changelog['sections'],
  part: Note['api'],
): [title: string, notes: Note[]][] {
  return Object.entries(sections).flatMap(([name, notes]): [string, Note[]][] => {
    const own = notes.filter(({ api }) => api === part)
    return own.length > 0 ? [[SECTIONS[name as Section], own]] : []
  })
}
