// Links of the documents to files that are not pages: the site has a copy of each file, and folders are no links.
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { linkTo, ROOT } from './pages.ts'

/** What is used of a token of markdown-it. */
interface Token {
  type: string
  content: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

interface Markdown {
  core: {
    ruler: {
      push(
        name: string,
        rule: (state: { tokens: Token[]; env: { realPath?: string; path: string } }) => void,
      ): void
    }
  }
}

/** The linked files, as paths from the root of the repository. */
const linkedFiles = new Set<string>()

/** Makes links point to where the site has their pages and files. */
export function rewriteLinks(pages: readonly string[]): (markdown: Markdown) => void {
  return (markdown) => {
    markdown.core.ruler.push('source_links', ({ tokens, env }) => {
      const folder = posix.dirname((env.realPath ?? env.path).slice(ROOT.length))
      for (const token of tokens) {
        rewriteTokens(token.children ?? [], folder, pages)
        if (token.type === 'html_block') token.content = withRelativeSources(token.content)
      }
    })
  }
}

function rewriteTokens(tokens: readonly Token[], folder: string, pages: readonly string[]): void {
  let isDropped = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = urlOf(token.attrGet('href')!, folder, pages)
      isDropped = href === undefined
      if (href) token.attrSet('href', href)
      // VitePress would look for a page.
      if (href && linkedFiles.has(href.slice(1))) token.attrSet('target', '_self')
    }
    if (isDropped && token.type.startsWith('link_')) {
      isDropped = token.type === 'link_open'
      Object.assign(token, { type: 'text', content: '' })
    }
  }
}

/** Pictures of HTML, as in the README: to Vite, a source without a dot is a package. */
export function withRelativeSources(html: string): string {
  return html.replace(/\b(src|srcset)="(?![a-z]+:|[./])/g, '$1="./')
}

/** @returns undefined for a folder without a page. */
function urlOf(href: string, folder: string, pages: readonly string[]): string | undefined {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const file = posix.join(folder, path).replace(/\/$/, '')
  const page = [file, `${file}/README.md`].find((each) => pages.includes(each))
  if (page) return linkTo(page) + (anchor ? `#${anchor}` : '')
  // A page that is missing is a dead link, which ends the build.
  if (file.endsWith('.md') || !existsSync(join(ROOT, file))) return `/${file}`
  if (statSync(join(ROOT, file)).isDirectory()) return undefined
  linkedFiles.add(file)
  return `/${file}`
}

/** Copies the linked files into the folder of the site. */
export function copyLinkedFiles(site: string): void {
  for (const file of linkedFiles) {
    mkdirSync(dirname(join(site, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(site, file))
  }
}

/** The anchor of a heading, as GitHub makes it: links in the documents are written for it. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}
