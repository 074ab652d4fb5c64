// `page` and `limit` of the documented lists, and the Link header between pages.
import type { Request } from 'express'
import { MAX_INT } from '#foundation/domain/bounds.ts'
import { invalidInput } from '#foundation/domain/errors.ts'

/** The default number of items of a page. */
export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100

/** The page that a request selects with `page` or `limit`. */
export interface Page {
  page: number
  limit: number
}

/** Undefined for the named form. @throws VALIDATION_ERROR for anything but one whole number in range */
export function requestedPage({ query }: Request): Page | undefined {
  if (query.page === undefined && query.limit === undefined) return undefined
  return {
    page: wholeNumber('page', query.page, Number.MAX_SAFE_INTEGER) ?? 1,
    limit: limitOf(query.limit) ?? DEFAULT_LIMIT,
  }
}

/** The number of items of a page; undefined if it is not sent. @throws VALIDATION_ERROR */
export function limitOf(sent: unknown): number | undefined {
  return wholeNumber('limit', sent, MAX_LIMIT)
}

/** The variables of a list's operation: the named form is page 1 of the maximum size. */
export function pageVariables(requested: Page | undefined) {
  const page = requested ?? { page: 1, limit: MAX_LIMIT }
  return { first: page.limit, offset: skippedBy(page) }
}

/**
 * The number of items before the page, as `offset`. It fits into a GraphQL Int, because no list is
 * as long as the maximum of an Int.
 */
export function skippedBy({ page, limit }: Page): number {
  return Math.min((page - 1) * limit, MAX_INT)
}

function wholeNumber(field: string, value: unknown, max: number): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= 1 && number <= max) return number
  const range = max === MAX_LIMIT ? `from 1 to ${MAX_LIMIT}` : 'of at least 1'
  throw invalidInput([{ field, reason: `must be one whole number ${range}` }])
}

/** The paginated envelope's `pagination` (contract, "Pagination"). */
export function pagination({ page, limit }: Page, total: number) {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/** The `Link` header of a page, with the relations that apply (RFC 8288). */
export function pageLinks(req: Request, { page, limit }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / limit))
  const link = linkTo(req, limit)
  const links = [link(1, 'first')]
  if (page > 1) links.push(link(Math.min(page - 1, last), 'prev'))
  if (page < last) links.push(link(page + 1, 'next'))
  return [...links, link(last, 'last')].join(', ')
}

/** The `Link` header of the named form if there are more items. */
export function nextPageLink(req: Request): string {
  return linkTo(req, MAX_LIMIT)(2, 'next')
}

/** Makes links relative to the URL that the caller used; other parameters stay as sent. */
function linkTo(req: Request, limit: number): (page: number, relation: string) => string {
  const url = new URL(req.originalUrl, 'http://relative')
  // Adds `page` now, so that it stands before `limit` whatever the order in the request.
  url.searchParams.set('page', '1')
  url.searchParams.set('limit', String(limit))
  return (page, relation) => {
    url.searchParams.set('page', String(page))
    return `<${url.pathname}${url.search}>; rel="${relation}"`
  }
}
