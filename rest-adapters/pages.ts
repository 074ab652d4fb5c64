// `page` and `limit` of the documented lists, and the Link header between pages.
import type { Request } from 'express'
import { invalidInput } from '#foundation/domain/errors.ts'

/** The default and maximum number of items of a page; the named form has the maximum. */
export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100
/** An `offset` is an `Int` of GraphQL. No list is as long. */
const MAX_INT = 2 ** 31 - 1

/** The page that a request selects; undefined for the named form, when it sends neither parameter. */
export interface Page {
  page: number
  limit: number
}

/** @throws VALIDATION_ERROR for anything but one whole number in range */
export function requestedPage({ query }: Request): Page | undefined {
  if (query.page === undefined && query.limit === undefined) return undefined
  return {
    page: wholeNumber('page', query.page, Number.MAX_SAFE_INTEGER) ?? 1,
    limit: wholeNumber('limit', query.limit, MAX_LIMIT) ?? DEFAULT_LIMIT,
  }
}

/** The variables of a list's operation: the named form is page 1 of the maximum size. */
export function pageVariables(requested: Page | undefined) {
  const page = requested ?? { page: 1, limit: MAX_LIMIT }
  return { first: page.limit, offset: skippedBy(page) }
}

/** How many items come before the page. */
export function skippedBy({ page, limit }: Page): number {
  return Math.min((page - 1) * limit, MAX_INT)
}

function wholeNumber(field: string, value: unknown, most: number): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= 1 && number <= most) return number
  const range = most === MAX_LIMIT ? `from 1 to ${MAX_LIMIT}` : 'of at least 1'
  throw invalidInput([{ field, reason: `must be one whole number ${range}` }])
}

/** The paginated envelope's `pagination` (contract, "Pagination"). */
export function pagination({ page, limit }: Page, total: number) {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/** `Link` of a page of the paginated form, with the relations that apply (RFC 8288). */
export function pageLinks(req: Request, { page, limit }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / limit))
  const link = linkTo(req, limit)
  const links = [link(1, 'first')]
  if (page > 1) links.push(link(Math.min(page - 1, last), 'prev'))
  if (page < last) links.push(link(page + 1, 'next'))
  return [...links, link(last, 'last')].join(', ')
}

/** `Link` of the named form if there are more items. */
export function nextPageLink(req: Request): string {
  return linkTo(req, MAX_LIMIT)(2, 'next')
}

/** Links relative to the address that the caller used; other parameters stay as sent. */
function linkTo(req: Request, limit: number): (page: number, relation: string) => string {
  const url = new URL(req.originalUrl, 'http://relative')
  // The order in which they are added.
  url.searchParams.set('page', '1')
  url.searchParams.set('limit', String(limit))
  return (page, relation) => {
    url.searchParams.set('page', String(page))
    return `<${url.pathname}${url.search}>; rel="${relation}"`
  }
}
