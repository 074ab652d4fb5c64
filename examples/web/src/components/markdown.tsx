// A text in Markdown. HTML in it is left out, and links lead to the web and to mail only.
import Markdown, { type Components } from 'react-markdown'

interface MarkdownTextProps {
  text: string
}

export function MarkdownText({ text }: MarkdownTextProps) {
  return (
    <div className="prose">
      <Markdown skipHtml components={COMPONENTS}>
        {text}
      </Markdown>
    </div>
  )
}

/** Headings are below that of the screen. A picture is a link: the app loads nothing from other sites. */
const COMPONENTS: Components = {
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  a: ({ href, children }) => (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={String(src)} rel="noreferrer">
      {alt || 'Picture'}
    </a>
  ),
}
