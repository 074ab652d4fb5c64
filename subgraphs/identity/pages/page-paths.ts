// Paths of pages, of their forms, and of the sign-in page.
import type { Request } from 'express'
import { ACCOUNT_GROUPS, pageOfForm } from './account/account-groups.ts'
import type { Link } from './notice-page.ts'

export const OWN_ACCOUNT: Link = { href: '/account', text: 'Open your account' }

/** The paths of the pages of the console. */
export const CONSOLE_PAGE = /^\/admin(\/[\w-]+)*$/

const ACCOUNT_PAGES: readonly string[] = Object.values(ACCOUNT_GROUPS).map(({ path }) => path)

/** Whether signing in may lead to this path. */
export function isOwnPage(path: string): boolean {
  return ACCOUNT_PAGES.includes(path) || CONSOLE_PAGE.test(path)
}

/** The path and query of a request. The path begins with a single slash: browsers read a host after two. */
export function pathAndQueryOf({ originalUrl }: Pick<Request, 'originalUrl'>) {
  const { pathname, search } =
    URL.parse(originalUrl, 'http://localhost') ?? new URL('http://localhost')
  return { pathname: pathname.replace(/^\/+/, '/'), search }
}

/** Pages outside the account whose forms are posted to their own path or below it, longest first. */
const PAGES = [
  '/sign-in/second-factor',
  '/sign-in/confirm',
  '/sign-up/recovery-codes',
  '/account/confirm',
  '/recover/password',
  '/recover/code',
  '/email/verify',
  '/sign-in',
  '/sign-up',
  '/consent',
  '/device',
  '/sign-out',
  '/recover',
  '/not-me',
  '/claim/address',
  '/claim',
]

/** The page whose form is posted to that path. */
export function pagePath(pathname: string): string {
  if (CONSOLE_PAGE.test(pathname)) return pathname
  if (pathname === '/account/totp/confirm') return '/account/totp'
  const page = PAGES.find((path) => pathname === path || pathname.startsWith(`${path}/`))
  return page ?? pageOfForm(pathname)
}

/** The path of the sign-in page that returns to the app's request, to the page, or to the page of a form. */
export function signInPath(req: Pick<Request, 'originalUrl'>): string {
  const { pathname, search } = pathAndQueryOf(req)
  if (new URLSearchParams(search).has('client_id')) return `/sign-in${search}`
  const page = isOwnPage(pathname) ? pathname : pageOfForm(pathname)
  return page === '/account' ? '/sign-in' : `/sign-in?${new URLSearchParams({ to: page })}`
}
