// The formats of release notes.
import { SECTIONS, type Changelog, type Note, type Section } from '../changelog.ts'
import { joined, json, inText, inMarkdown, type Markup } from './markup.ts'
import { hanging } from './wrap.ts'

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
  const parts = filled(sections).map(([title, notes]) => {
    const items = notes.map(({ breaking, message }) =>
      breaking ? inMarkdown`- **Breaking:** ${message}` : inMarkdown`- ${message}`,
    )
    return joined('markdown', [inMarkdown`## ${title}`, inMarkdown``, ...items])
  })
  const title = inMarkdown`# API changes from ${base} to ${head}`
  return joined(
    'markdown',
    [title, ...(parts.length > 0 ? parts : [inMarkdown`${NOTHING}`])],
    '\n\n',
  )
}

function text({ base, head, sections }: Changelog, width: number): Markup<'text'> {
  const parts = filled(sections).map(([title, notes]) => {
    return joined('text', [inText`${title}`, ...notes.flatMap((note) => textItem(note, width))])
  })
  const title = inText`API changes from ${base} to ${head}`
  return joined('text', [title, ...(parts.length > 0 ? parts : [inText`${NOTHING}`])], '\n\n')
}

function textItem({ breaking, message }: Note, width: number): Markup<'text'>[] {
  return hanging('  - ', `${breaking ? 'Breaking: ' : ''}${message}`, width)
}

/** The sections with notes, GraphQL before REST. */
function filled(sections: Changelog['sections']): [title: string, notes: Note[]][] {
  return Object.entries(sections)
    .filter(([, notes]) => notes.length > 0)
    .map(([name, notes]) => {
      const ordered = notes.toSorted((one, other) =>
        one.api < other.api ? -1 : Number(one.api > other.api),
      )
      return [SECTIONS[name as Section], ordered]
    })
}
