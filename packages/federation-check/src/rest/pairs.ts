// Pairs each document of the base with the one of the head that it is compared with.
import { unique, type Finding } from '../finding.ts'
import type { Text } from '../sources/files.ts'

interface Comparison {
  /** Compares a document of the base, which the head may lack. */
  compare: (base: Text, head: Text | undefined) => Finding[]
  /** Reports a new document. */
  added: (head: Text) => Finding[]
}

/**
 * Compares each document of the base with the one of the same name or, where each side has only
 * one, with the one of the head.
 */
export function checkPairs(
  base: readonly Text[],
  head: readonly Text[],
  { compare, added }: Comparison,
): Finding[] {
  const isOne = base.length === 1 && head.length === 1
  // A base without any document does not make a document new: it may be a state that lacks its contract.
  const isNew = ({ file }: Text) =>
    base.length > 0 && !isOne && !base.some((one) => one.file === file)
  return unique([
    ...base.flatMap((one) => {
      const other = isOne ? head[0] : head.find(({ file }) => file === one.file)
      const findings = compare(one, other)
      // The file tells apart equal coordinates of two documents.
      return base.length === 1 ? findings : findings.map((finding) => named(finding, one.file))
    }),
    ...head.filter(isNew).flatMap((one) => {
      const findings = added(one)
      return head.length === 1 ? findings : findings.map((finding) => named(finding, one.file))
    }),
  ])
}

function named(finding: Finding, file: string): Finding {
  const { id, rule, coordinate } = finding
  return {
    ...finding,
    id: `${rule}:${file}#${id.slice(rule.length + 1)}`,
    coordinate: `${file}#${coordinate}`,
  }
}
