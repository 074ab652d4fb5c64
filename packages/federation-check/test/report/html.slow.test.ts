// The report as a page: its structure, whatever a change contains, its size, and its colours.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { html } from '../../src/report/html/page.ts'
import { CSS } from '../../src/report/html/style.ts'
import { rulesOf } from '../../src/rules.ts'
import type { Report } from '../../src/run.ts'
import { breakClients, Project, reportOf } from '../project.ts'
import { readXml, type Element } from './xml.ts'

const CONTEXT = { rules: rulesOf([]), approvals: 'approvals.yaml' }
const project = new Project()
let report: Report

beforeAll(async () => {
  breakClients(project)
  project.enter()
  report = await reportOf('--base', 'main')
})

afterAll(() => project.leave())

/** All void elements are closed, so a page is also well-formed XML. */
const read = (page: string): Element =>
  readXml(page.replace('<!doctype html>', '<?xml version="1.0" encoding="UTF-8"?>'))

const everyElement = (element: Element): Element[] => [
  element,
  ...element.children.flatMap(everyElement),
]

describe('HTML', () => {
  test('HTML has the groups of the text, with file, line, users and fix of each finding', async () => {
    const { code, out = '' } = await command(['--base', 'main', '--format', 'html'], false)
    expect(code).toBe(1)
    const titles = [...out.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)
    expect(titles).toEqual([
      'Security',
      'Breaks kiosk',
      'Breaks web',
      'Breaks no known client',
      'API schema: nothing breaks',
    ])
    expect(out).toContain('<p>Ask kiosk@example.org.</p>')
    expect(out).toContain(
      '<strong>breaking</strong> <code>field-removed:Book.title</code></h3>' +
        '<p>Field &#39;title&#39; was removed from object type &#39;Book&#39;.</p>' +
        '<ul><li>subgraphs/books.graphql:6</li>' +
        '<li>Fix: Keep it, mark it @deprecated, and remove it once no client uses it.</li></ul>' +
        '<ul><li>used in Titles (clients/kiosk.json:8): breaking ' +
        '<code>operation-broken:kiosk/Titles:Book.title</code></li></ul>',
    )
    expect(out).toContain('<p>To approve a change, add its id to approvals.yaml.</p>')
  })

  test('HTML is one page in English, with one first heading, that loads nothing and runs nothing', () => {
    const page = read(html(report, CONTEXT).text)
    const elements = everyElement(page)
    expect(page.attributes.lang).toBe('en')
    const count = (wanted: string) => elements.filter(({ name }) => name === wanted).length
    expect([count('h1'), count('title'), count('main')]).toEqual([1, 1, 1])
    expect(elements.map(({ name }) => name)).not.toContain('script')
    const attributes = elements.flatMap((one) => Object.keys(one.attributes))
    expect(attributes.filter((name) => /^(src|href|on)/.test(name))).toEqual([])
    expect(CSS.text).not.toMatch(/url|@import/)
    expect(html(report, CONTEXT).text).toContain('default-src &#39;none&#39;')
  })

  test('HTML says how many findings it leaves out', () => {
    const [first] = report.findings
    const findings = Array.from({ length: 5_000 }, (_, index) => ({ ...first!, id: `x:${index}` }))
    const page = html({ ...report, findings }, CONTEXT).text
    expect(page.match(/<article/g)).toHaveLength(200)
    expect(page).toContain('… and 4800 findings more: run the check to read them.')
  })

  test('HTML says that the check could not run', async () => {
    const { code, out = '' } = await command(['--base', '<b>', '--format', 'html'], false)
    expect(code).toBe(2)
    expect(out).toContain('It could not run.')
    expect(out).toContain('--base &lt;b&gt; is neither a commit nor a path.')
    read(out)
  })

  test.each(['light', 'dark', 'print'])('every colour of HTML can be read in %s', (mode) => {
    const colours = coloursOf(mode)
    const texts = ['text', 'quiet', 'security', 'breaking', 'dangerous', 'safe']
    for (const name of texts) {
      for (const back of ['back', 'panel']) {
        const ratio = contrast(colours.get(name)!, colours.get(back)!)
        expect(ratio, `${name} on ${back}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})

/** The custom properties of `:root`, of which a later rule replaces an earlier one. */
function coloursOf(mode: string): Map<string, string> {
  const [light = '', dark = '', print = ''] = [...CSS.text.matchAll(/:root \{([^}]*)\}/g)].map(
    ([, rule = '']) => rule,
  )
  const wanted = { light, dark, print }[mode] ?? ''
  const pairs = [...(light + wanted).matchAll(/--(\w+): #(\w+);/g)]
  return new Map(pairs.map(([, name = '', value = '']) => [name, value]))
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const whole = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
