// Wraps text for a terminal.

/** Breaks a text at spaces into lines of at most `width` characters. A longer word stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines
}

/** Wraps a text of which the first line begins with `first`, and the others stand below what follows it. */
export function hanging(first: string, text: string, width: number): string[] {
  const indent = ' '.repeat(first.length)
  return wrap(text, width - indent.length).map((line, index) => (index ? indent : first) + line)
}
