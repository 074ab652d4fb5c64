// The site of the documents has every page, and the documents link to what exists.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { slugify, withRelativeSources } from '../site/links.ts'
import { linkTo, listPages, ROOT, sidebar } from '../site/pages.ts'

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')

test('Every page of docs is in the sidebar, once', () => {
  const exclude = ['**/node_modules/**', 'site/**']
  const documents = globSync('**/*.md', { cwd: join(ROOT, 'docs'), exclude })
  const links = sidebar().flatMap(({ items }) => items.map(({ link }) => link))
  expect(links.filter((link) => link.startsWith('/docs/')).toSorted()).toEqual(
    documents.map((page) => linkTo(`docs/${page}`)).toSorted(),
  )
})

/** The paths of the links of a document to files of the repository, with their anchors. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

/** The anchors of a page: of its headings, of which a repeated one has a number, and of elements. */
function anchorsOf(page: string): string[] {
  const prose = read(page).replace(/^```[^]*?^```$/gm, '')
  const counts = new Map<string, number>()
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const anchor = slugify(heading!.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1'))
    const before = counts.get(anchor) ?? 0
    counts.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
  return [...headings, ...[...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)]
}

function isDead(page: string, link: string): boolean {
  const [path, anchor] = link.split('#')
  const file = path ? posix.join(posix.dirname(page), path) : page
  if (!existsSync(join(ROOT, file))) return true
  return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor)
}

test('No link of a page is dead', () => {
  const dead = listPages().flatMap((page) =>
    linksOf(read(page))
      .filter((link) => isDead(page, link))
      .map((link) => `${page}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('Pictures in HTML are files of the site, and those of other sites stay', () => {
  const html = (source: string) => `<source srcset="${source}"><img src="${source}">`
  expect(withRelativeSources(html('docs/a.png'))).toBe(html('./docs/a.png'))
  for (const source of ['./a.png', '../a.png', '/a.png', 'https://a.example/a.png'])
    expect(withRelativeSources(html(source))).toBe(html(source))
})
