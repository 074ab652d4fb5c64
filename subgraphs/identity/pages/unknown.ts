// The page at an unknown path.
import { noticePage } from './notice-page.ts'

interface UnknownProps {
  /** The URL that signs in and returns to this path. */
  signInUrl: string
  /** The signed-in person, if any. */
  reader: { username: string } | undefined
}

const TEXT = 'The address may have been typed wrong, or the page has moved.'

export function unknownPage({ reader, signInUrl }: UnknownProps): string {
  return noticePage({
    title: 'This page does not exist',
    text: reader
      ? `${TEXT} Or @${reader.username} may not open it.`
      : `${TEXT} Some pages open only to people who are signed in.`,
    links: reader
      ? [{ href: '/account', text: 'Open your account' }]
      : [{ href: signInUrl, text: 'Sign in' }],
  })
}
