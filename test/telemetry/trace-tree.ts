// Prints the spans of a trace as a tree, in the order in which they began.
import type { ReceivedSpan } from './otlp-receiver.ts'

/** One line for each span: how long it took unless `times` is false, its name, and what it says. */
export function traceTree(
  spans: readonly ReceivedSpan[],
  traceId: string,
  { times = true } = {},
): string {
  const ofTrace = spans.filter((span) => span.traceId === traceId)
  const ids = new Set(ofTrace.map(({ spanId }) => spanId))
  const lines: string[] = []
  const print = (span: ReceivedSpan, depth: number) => {
    lines.push(`${times ? timeOf(span) : ''}${'  '.repeat(depth)}${span.name}${shown(span)}`)
    for (const child of inOrder(ofTrace.filter((one) => one.parentSpanId === span.spanId))) {
      print(child, depth + 1)
    }
  }
  for (const first of inOrder(ofTrace.filter((span) => !ids.has(span.parentSpanId)))) {
    print(first, 0)
  }
  return lines.join('\n')
}

function timeOf({ end, start }: ReceivedSpan): string {
  return `${(Number(end - start) / 1e6).toFixed(2).padStart(9)} ms  `
}

function inOrder(spans: readonly ReceivedSpan[]): ReceivedSpan[] {
  return spans.toSorted((a, b) => Number(a.start - b.start))
}

const SHOWN = ['ecosystem.service', 'db.namespace', 'db.response.returned_rows', 'error.type']

function shown({ attributes, isError }: ReceivedSpan): string {
  const parts = SHOWN.flatMap((name) => {
    const value = attributes[name]
    return value === undefined ? [] : [`${name.split(/[._]/).at(-1)} ${value}`]
  })
  const about = parts.length > 0 ? ` (${parts.join(', ')})` : ''
  return `${about}${isError ? ' ERROR' : ''}`
}
