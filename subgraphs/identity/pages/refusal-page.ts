// Error pages: what happened, in plain words, and where to go next.
import type { Request } from 'express'
import type { DomainError, ERROR_CODES } from '#foundation/domain/errors.ts'
import { ACCOUNT_GROUPS, sectionOfForm, sectionUrl } from './account/account-groups.ts'
import type { Link, NoticeProps } from './notice-page.ts'
import { waitWords } from './time.ts'
import type { OAuthError } from '../oauth/oauth-error.ts'
import { pathAndQueryOf, OWN_ACCOUNT, pagePath, signInPath } from './page-paths.ts'

type PartialNotice = Pick<NoticeProps, 'title'> & Partial<NoticeProps>

/** The page for a malformed form or request of an app. Reloading it does not help. */
export function requestRefused(req: Request, { error, message }: OAuthError): NoticeProps {
  const isOfApp = new URLSearchParams(pathAndQueryOf(req).search).has('client_id')
  const text =
    'The app or link that sent you here made a request that does not work or has expired. Go back to where you came from, and start again.'
  return {
    title: 'This request cannot be answered',
    text,
    error: { code: error, description: message },
    links: isOfApp ? [OWN_ACCOUNT] : linksFrom(req),
  }
}

/** The page for any other error. */
export function refusal(req: Request, { message, extensions }: DomainError): NoticeProps {
  const { code, details } = extensions
  const shown =
    NOTICES_OF_REASONS[String(details.reason)]?.(req) ?? NOTICES_OF_CODES[code]?.(req, details)
  return {
    text: message,
    links: linksFrom(req),
    ...(shown ?? { title: 'Something went wrong' }),
  }
}

const SIGN_IN: Link = { href: '/sign-in', text: 'Sign in' }
const NEW_PASSWORD: Link = { href: '/recover', text: 'Set a new password' }

/** Notices by error code, for reasons without an entry in `NOTICES_OF_REASONS`. */
const NOTICES_OF_CODES: Partial<
  Record<
    keyof typeof ERROR_CODES,
    (req: Request, details: DomainError['extensions']['details']) => PartialNotice
  >
> = {
  INSUFFICIENT_PERMISSIONS: () => ({ title: 'This was not allowed' }),
  NOT_FOUND: () => ({
    title: 'This no longer exists',
    text: 'It may have been removed meanwhile, perhaps in another tab.',
  }),
  RATE_LIMIT_EXCEEDED: (_req, { retryAfterSeconds: wait }) => ({
    title: 'Please wait',
    ...(typeof wait === 'number' && {
      text: `Too many attempts. Try again in ${waitWords(wait)}.`,
    }),
  }),
  VALIDATION_ERROR: () => ({ title: 'This did not work' }),
}

const signedOut = (req: Request): PartialNotice => ({
  title: 'You are signed out',
  links: [{ href: signInPath(req), text: 'Sign in' }],
})

/** Notices by the reason of an error. Without a text, the page shows the error's message. */
const NOTICES_OF_REASONS: Readonly<Record<string, (req: Request) => PartialNotice>> = {
  link: (req) => ({ title: 'This link no longer works', links: linksAfterLink(req) }),
  form: (req) => ({
    title: 'This form is out of date',
    text: 'You have signed in or out since it was opened, perhaps in another tab. Nothing was changed.',
    links: linksFrom(req),
  }),
  cross_site: (req) => ({ title: 'This form was sent from another site', links: linksFrom(req) }),
  step_up: (req) => ({ title: 'Please confirm that it is you', links: [confirmation(req)] }),
  session: signedOut,
  password: signedOut,
  second_factor: signedOut,
  locked: () => ({ title: 'This account is locked', links: [NEW_PASSWORD, SIGN_IN] }),
  administrator: () => ({ title: 'You are no longer an administrator', links: [OWN_ACCOUNT] }),
  recent_sign_in: () => ({
    title: 'This page opens only after you have signed up',
    links: [{ href: sectionUrl('recovery'), text: 'Recovery codes on your account page' }],
  }),
}

/** Links to get a new mail, or to the page of what the mail was for. */
function linksAfterLink({ path }: Request): NoticeProps['links'] {
  if (path === '/email/verify') {
    return [{ href: sectionUrl('email'), text: 'See the address of your account' }]
  }
  if (path === '/recover/password') {
    return [
      { href: '/recover', text: 'Get a new link' },
      { href: '/recover/code', text: 'Use a recovery code' },
      { href: '/sign-in', text: 'Sign in' },
    ]
  }
  return [SIGN_IN, NEW_PASSWORD]
}

function confirmation(req: Request): Link {
  const { pathname, search } = pathAndQueryOf(req)
  const purpose = sectionOfForm(pathname)
  const href = purpose ? `/account/confirm?for=${purpose}` : `/account/confirm${search}`
  return { href, text: 'Confirm that it is you' }
}

/** Links to continue with: from a form back to its page, and from a page to another one that is accessible. */
function linksFrom(req: Request): NoticeProps['links'] {
  const { pathname, search } = pathAndQueryOf(req)
  if (req.method === 'POST') {
    return [{ href: pagePath(pathname) + search, text: 'Open the page again' }, OWN_ACCOUNT]
  }
  if (pathname.startsWith('/admin/')) return [{ href: '/admin', text: 'Back to the console' }]
  if (pathname.startsWith('/account/export')) {
    return [{ href: ACCOUNT_GROUPS.data.path, text: 'Your data' }]
  }
  return [OWN_ACCOUNT]
}
