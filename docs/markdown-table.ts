// A table of Markdown, as Prettier would format it.

/** Takes the head, then the rows, each with as many cells. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at]!)].map((cell) => cell.length)),
  )
  return [head, widths.map((width) => '-'.repeat(width)), ...rows]
    .map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`)
    .join('\n')
}
