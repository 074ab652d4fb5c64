// A strict reader of XML 1.0 without a DTD, which throws for what is not well-formed. Text is left out.

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
}

const NAME = String.raw`[A-Za-z_][\w.-]*`
const REFERENCE = String.raw`&(?:lt|gt|amp|quot|apos|#\d+);`
const ATTRIBUTE = String.raw`\s+(${NAME})="((?:[^<&"]|${REFERENCE})*)"`
const TOKEN = new RegExp(
  String.raw`<(${NAME})((?:${ATTRIBUTE})*)\s*(/?)>|</(${NAME})>|((?:[^<&]|${REFERENCE})+)`,
  'y',
)
/** https://www.w3.org/TR/xml/#charsets */
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** @throws for a document that is not well-formed */
export function readXml(document: string): Element {
  const illegal = ILLEGAL.exec(document)
  if (illegal) throw new Error(`An illegal character at ${illegal.index}.`)
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
  if (!document.startsWith(declaration)) throw new Error('No declaration.')
  const top: Element = { name: '', attributes: {}, children: [] }
  const open = [top]
  TOKEN.lastIndex = declaration.length
  while (TOKEN.lastIndex < document.length) readToken(document, open)
  if (open.length > 1) throw new Error(`${open.at(-1)!.name} is not closed.`)
  if (top.children.length !== 1) throw new Error('There must be one root element.')
  return top.children[0]!
}

function readToken(document: string, open: Element[]): void {
  const at = TOKEN.lastIndex
  const found = TOKEN.exec(document)
  if (!found) throw new Error(`Not well-formed: ${document.slice(at, at + 60)}`)
  const [whole, name, attributes = '', , , empty, closed] = found
  if (name !== undefined) {
    const element = { name, attributes: attributesIn(attributes), children: [] }
    open.at(-1)!.children.push(element)
    if (empty !== '/') open.push(element)
  } else if (closed !== undefined) {
    if (open.pop()!.name !== closed) throw new Error(`${closed} is closed, but not open.`)
  } else if (open.length === 1 && whole.trim() !== '') throw new Error(`Text outside: ${whole}`)
}

function attributesIn(text: string): Record<string, string> {
  const found = [...text.matchAll(new RegExp(ATTRIBUTE, 'g'))]
  const names = found.map(([, name]) => name)
  if (new Set(names).size < names.length) throw new Error(`An attribute twice: ${text}`)
  return Object.fromEntries(found.map(([, name, value]) => [name, decoded(value!)]))
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decoded(value: string): string {
  return value.replaceAll(/&(#?)(\w+);/g, (_, code: string, name: string) =>
    code ? String.fromCodePoint(Number(name)) : NAMED[name]!,
  )
}
