// The formats of release notes.
import { SECTIONS, type Changelog, type Note, type Section } from '../changelog.ts'
import { escape } from './markdown.ts'
import { hanging } from './wrap.ts'

export const changelogFormats = {
  markdown,
  text,
  json: (changelog: Changelog) => JSON.stringify(changelog, null, 2),
} satisfies Record<string, (changelog: Changelog, width: number) => string>

/** True for the name of a format of release notes. */
export function isChangelogFormat(name: string): name is keyof typeof changelogFormats {
  return Object.hasOwn(changelogFormats, name)
}

const NOTHING = 'Nothing changes for clients.'

function markdown({ base, head, sections }: Changelog): string {
  const parts = filled(sections).map(([title, notes]) => {
    const items = notes.map(
      (note) => `- ${note.breaking ? '**Breaking:** ' : ''}${escape(note.message)}`,
    )
    return [`## ${title}`, '', ...items].join('\n')
  })
  const title = `# API changes from ${escape(base)} to ${escape(head)}`
  return [title, ...(parts.length > 0 ? parts : [NOTHING])].join('\n\n')
}

function text({ base, head, sections }: Changelog, width: number): string {
  const parts = filled(sections).map(([title, notes]) => {
    return [title, ...notes.flatMap((note) => textItem(note, width))].join('\n')
  })
  const title = `API changes from ${base} to ${head}`
  return [title, ...(parts.length > 0 ? parts : [NOTHING])].join('\n\n')
}

function textItem({ breaking, message }: Note, width: number): string[] {
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
