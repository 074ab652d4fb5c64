// The pages of the site, and the groups of its sidebar: every Markdown file that people read, where it is.
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Group {
  text: string
  /** Patterns of its pages, in order. */
  files: readonly string[]
  collapsed?: boolean
}

/** A page belongs to the first group that has a pattern for it. */
const GROUPS: readonly Group[] = [
  { text: 'Start', files: ['README.md'] },
  {
    text: 'Guides',
    files: [
      'docs/guides/README.md',
      'docs/guides/sign-people-in.md',
      'docs/guides/page-through-lists.md',
      'docs/guides/show-live-data.md',
      'docs/guides/move-from-rest-to-graphql.md',
      'docs/guides/*.md',
      'docs/apps.md',
      'docs/clients.md',
    ],
  },
  {
    text: 'Contract',
    files: [
      'docs/contract/README.md',
      'docs/contract/{authentication,rest,errors,graphql,events,moderation}.md',
      'docs/contract/*.md',
    ],
  },
  {
    text: 'Concepts',
    files: ['docs/architecture.md', 'docs/live.md', 'docs/security.md', 'docs/performance.md'],
  },
  {
    text: 'Operations',
    files: [
      'docs/operations/README.md',
      'docs/operations/start-and-stop.md',
      'docs/operations/first-hour.md',
      'docs/operations/settings.md',
      'docs/operations/*.md',
      'docs/releases.md',
    ],
  },
  { text: 'Examples', files: ['examples/*/README.md', 'examples/*/docs/*.md'] },
  {
    text: 'Schema check',
    files: [
      'docs/schema-checks.md',
      'packages/federation-check/README.md',
      'packages/federation-check/**/*.md',
    ],
    collapsed: true,
  },
  {
    text: 'Work on it',
    files: [
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'operations/**/README.md',
      'test/**/README.md',
    ],
    collapsed: true,
  },
  {
    text: 'Decisions',
    files: ['docs/decisions/README.md', 'docs/decisions/*.md'],
    collapsed: true,
  },
  { text: 'More', files: ['docs/**/*.md'] },
]

export interface SidebarGroup {
  text: string
  collapsed?: boolean
  items: { text: string; link: string }[]
}

/** Paths of the pages from the root of the repository. */
export function listPages(): string[] {
  const patterns = GROUPS.flatMap(({ files }) => files)
  return [...new Set(globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**'] }))].sort()
}

/** All other Markdown of the repository. */
export function listOtherMarkdown(): string[] {
  const pages = listPages()
  const markdown = globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '.*'] })
  return markdown.filter((file) => !pages.includes(file))
}

/** The groups that have pages, each page in one of them. */
export function sidebar(): SidebarGroup[] {
  const left = new Set(listPages())
  const take = (pattern: string) =>
    [...left].filter((page) => matchesGlob(page, pattern) && left.delete(page))
  return GROUPS.map(({ files, ...group }) => {
    const pages = files.flatMap(take)
    return { ...group, items: pages.map((page) => ({ text: titleOf(page), link: linkTo(page) })) }
  }).filter(({ items }) => items.length > 0)
}

/** Where the site has a page: the README of a folder is the folder. */
export function linkTo(page: string): string {
  return `/${page.replace(/README\.md$/, '').replace(/\.md$/, '')}`
}

/** The first heading, without the marks of Markdown. */
function titleOf(page: string): string {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(ROOT, page), 'utf8')) ?? []
  return title.replaceAll('`', '')
}
