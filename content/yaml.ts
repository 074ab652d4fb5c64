// Reads a YAML file as a value, with the line of each part.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  visit,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml'
import { syntaxReason } from './syntax.ts'

/** An issue of a text, with its line, counted from 1. */
export interface TextIssue {
  line: number
  reason: string
}

export interface YamlText {
  value: unknown
  /** The line of a part of the value; for a missing part, the line of its parent. */
  lineOf: (path: readonly (string | number)[]) => number
}

/**
 * Reads one document of YAML 1.2. Anchors, aliases and tags are refused, so that a file is as large as
 * it looks.
 * @throws YamlError with every issue
 */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter()
  const documents = parse(text, lines)
  const [document] = documents
  const root = document?.contents ?? null
  const lineAt = (offset: number) => lines.linePos(offset).line
  const broken = documents.flatMap((one) => syntaxIssues(one, text))
  if (documents.length > 1) {
    broken.push({ offset: documents[1]!.range[0], reason: 'a file must contain one document' })
  }
  const found = document && broken.length === 0 ? refusedParts(document) : broken
  if (found.length > 0) {
    throw new YamlError(
      firstOfLines(found.map(({ offset, reason }) => ({ line: lineAt(offset), reason }))),
    )
  }
  return {
    value: document?.toJS({ maxAliasCount: 0 }) ?? null,
    lineOf: (path) => lineAt(offsetOf(root, path)),
  }
}

/** The text is not YAML, or uses parts of it that are not supported. */
export class YamlError extends Error {
  override readonly name = 'YamlError'
  readonly issues: readonly TextIssue[]

  constructor(issues: readonly TextIssue[]) {
    super(issues.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n'))
    this.issues = issues
  }
}

interface Found {
  offset: number
  reason: string
}

function parse(text: string, lineCounter: LineCounter): Document.Parsed[] {
  try {
    // The library compares each key of a map with every other one; `refusedParts` does it once.
    const options = { lineCounter, prettyErrors: false, stringKeys: true, uniqueKeys: false }
    const documents = parseAllDocuments(text, { ...options, version: '1.2', schema: 'core' })
    if ('empty' in documents) return []
    // The library reports some stack overflows as syntax errors.
    const overflowed = documents.some(({ errors }) =>
      errors.some(({ message }) => /call stack|stack overflow/i.test(message)),
    )
    if (overflowed) throw new RangeError()
    return documents
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new YamlError([{ line: 1, reason: 'the file is nested too deeply' }])
  }
}

function syntaxIssues({ errors, warnings }: Document.Parsed, text: string): Found[] {
  return [...errors, ...warnings].map((error) => {
    return { offset: error.pos[0], reason: syntaxReason(error, text) }
  })
}

/** Keeps the first issue of a line, because the others mostly follow from it. */
function firstOfLines(issues: readonly TextIssue[]): TextIssue[] {
  return [...Map.groupBy(issues, ({ line }) => line).values()].map(([first]) => first!)
}

function refusedParts(document: Document.Parsed): Found[] {
  const found: Found[] = []
  const tell = (node: Node, reason: string) => found.push({ offset: node.range?.[0] ?? 0, reason })
  visit(document, {
    Node(_key, node) {
      if (isAlias(node) || node.anchor !== undefined) {
        tell(node, 'anchors and aliases are not supported: write the value out')
      }
      if (node.tag !== undefined) tell(node, `the tag ${node.tag} is not supported`)
    },
    Map: (_key, map) => {
      for (const { node, name } of repeatedKeys(map)) tell(node, `${name} is duplicated`)
    },
  })
  return found
}

function repeatedKeys(map: YAMLMap): { node: Node; name: string }[] {
  const names = new Set<string>()
  return map.items.flatMap(({ key: node }) => {
    const name = nameOf(node)
    if (!names.has(name)) {
      names.add(name)
      return []
    }
    return [{ node: node as Node, name }]
  })
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : ''
}

function offsetOf(root: unknown, path: readonly (string | number)[]): number {
  let offset = (root as Node | null)?.range?.[0] ?? 0
  let node: unknown = root
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => nameOf(key) === String(step))
      if (!pair) break
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined
      if (!item) break
      offset = item.range?.[0] ?? offset
      node = item
    } else break
  }
  return offset
}
