// A text in Markdown. HTML in it is left out, and links lead to the web and to mail only.
import type { ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'

interface MarkdownTextProps {
  text: string
}

export function MarkdownText({ text }: MarkdownTextProps) {
  return <div className="prose">{render(text)}</div>
}

/** react-markdown throws at thousands of nested marks: the text is then shown as it is. */
function render(text: string): ReactNode {
  try {
    // Called, because an error of a component cannot be caught where it is used. It has no state.
    return Markdown({ children: text, skipHtml: true, components: COMPONENTS })
  } catch {
    return <p className="plain">{text}</p>
  }
}

/** Headings are below that of the screen. A picture is a link: the app loads nothing from other sites. */
const COMPONENTS: Components = {
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  a: ({ href, children }) => toLink(href, children),
  img: ({ src, alt }) => toLink(src, alt || 'Picture'),
}

/** The words alone for an address that react-markdown has taken away, such as a script. */
function toLink(address: unknown, words: ReactNode) {
  if (typeof address !== 'string' || address === '') return <>{words}</>
  return (
    <a href={address} rel="noreferrer">
      {words}
    </a>
  )
}
