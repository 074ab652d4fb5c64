// The formats of release notes: GraphQL by kind of change, REST by method and path. What breaks comes first.
import { SECTIONS, type Changelog, type Note, type Section } from '../changelog.ts'
import { escape } from './markdown.ts'
import { restOperations } from './rest-notes.ts'
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
      ({ breaking, message }) => `- ${breaking ? '**Breaking:** ' : ''}${escape(message)}`,
    )
    return [`## ${title}`, '', ...items].join('\n')
  })
  const rest = restOperations(sections).map(({ title, notes }) => {
    const items = notes.map(({ label, message }) => `- **${label}:** ${escape(message)}`)
    return [`### ${escape(title)}`, '', ...items].join('\n')
  })
  const title = `# API changes from ${escape(base)} to ${escape(head)}`
  return joined(title, parts, rest.length > 0 ? ['## REST', ...rest] : [])
}

function text({ base, head, sections }: Changelog, width: number): string {
  const parts = filled(sections).map(([title, notes]) => {
    const items = notes.flatMap(({ breaking, message }) =>
      hanging('  - ', `${breaking ? 'Breaking: ' : ''}${message}`, width),
    )
    return [title, ...items].join('\n')
  })
  const rest = restOperations(sections).map(({ title, notes }) => {
    const items = notes.flatMap(({ label, message }) =>
      hanging('  - ', `${label}: ${message}`, width),
    )
    return [title, ...items].join('\n')
  })
  return joined(`API changes from ${base} to ${head}`, parts, rest)
}

function joined(title: string, ...parts: readonly string[][]): string {
  const all = parts.flat()
  return [title, ...(all.length > 0 ? all : [NOTHING])].join('\n\n')
}

/** The sections with notes about GraphQL. */
function filled(sections: Changelog['sections']): [title: string, notes: Note[]][] {
  return Object.entries(sections).flatMap(([name, notes]): [string, Note[]][] => {
    const own = notes.filter(({ api }) => api === 'GraphQL')
    return own.length > 0 ? [[SECTIONS[name as Section], own]] : []
  })
}
