// The formats of release notes: GraphQL by kind of change, REST by method and path. What breaks comes first.
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
  const graphql = filled(sections).map(([title, notes]) => {
    const items = notes.map(({ breaking, message }) =>
      breaking ? inMarkdown`- **Breaking:** ${message}` : inMarkdown`- ${message}`,
    )
    return joined('markdown', [inMarkdown`## ${title}`, inMarkdown``, ...items])
  })
  const rest = restOperations(sections).map(({ title, notes }) => {
    const items = notes.map(({ label, message }) => inMarkdown`- **${label}:** ${message}`)
    return joined('markdown', [inMarkdown`### ${title}`, inMarkdown``, ...items])
  })
  const parts = [...graphql, ...(rest.length > 0 ? [inMarkdown`## REST`, ...rest] : [])]
  const title = inMarkdown`# API changes from ${base} to ${head}`
  return joined(
    'markdown',
    [title, ...(parts.length > 0 ? parts : [inMarkdown`${NOTHING}`])],
    '\n\n',
  )
}

function text({ base, head, sections }: Changelog, width: number): Markup<'text'> {
  const graphql = filled(sections).map(([title, notes]) => {
    const items = notes.flatMap(({ breaking, message }) =>
      hanging('  - ', `${breaking ? 'Breaking: ' : ''}${message}`, width),
    )
    return joined('text', [inText`${title}`, ...items])
  })
  const rest = restOperations(sections).map(({ title, notes }) => {
    const items = notes.flatMap(({ label, message }) =>
      hanging('  - ', `${label}: ${message}`, width),
    )
    return joined('text', [inText`${title}`, ...items])
  })
  const parts = [...graphql, ...rest]
  const title = inText`API changes from ${base} to ${head}`
  return joined('text', [title, ...(parts.length > 0 ? parts : [inText`${NOTHING}`])], '\n\n')
}

/** The sections with notes about GraphQL. */
function filled(sections: Changelog['sections']): [title: string, notes: Note[]][] {
  return Object.entries(sections).flatMap(([name, notes]): [string, Note[]][] => {
    const own = notes.filter(({ api }) => api === 'GraphQL')
    return own.length > 0 ? [[SECTIONS[name as Section], own]] : []
  })
}
