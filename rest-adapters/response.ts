// Turns the value of an operation's root field into the documented response.
import type { Request, Response } from 'express'
import { sendJson } from '#foundation/limits/response-json.ts'
import { nextPageLink, pageLinks, pagination, type Page } from './pages.ts'
import type { ResponseForm } from '#foundation/service/route.ts'

/** Sends the value of the root field in the form that the row declares. @throws what `responseJson` throws */
export async function sendResponse(
  response: ResponseForm,
  value: unknown,
  req: Request,
  res: Response,
  page: Page | undefined,
): Promise<void> {
  if (response.form === 'list') {
    await sendList(response, value as List, req, res, page)
    return
  }
  if (response.form === 'record') {
    const { created, [response.record]: record } = value as Record<string, unknown>
    await sendJson(res.status(created === true ? 201 : 200), { success: true, data: record })
    return
  }
  const data = withoutNulls(value as Record<string, unknown>, response.absentWhenNull ?? [])
  const body = response.form === 'bare' ? data : { success: true, data }
  await sendJson(res.status(response.status ?? 200), body)
}

interface List {
  nodes: Record<string, unknown>[]
  pageInfo: { hasNextPage: boolean }
  totalCount?: number
}

async function sendList(
  { name, total, absentWhenNull = [] }: Extract<ResponseForm, { form: 'list' }>,
  { nodes, pageInfo, totalCount = 0 }: List,
  req: Request,
  res: Response,
  page: Page | undefined,
): Promise<void> {
  const items =
    absentWhenNull.length === 0 ? nodes : nodes.map((node) => withoutNulls(node, absentWhenNull))
  if (page) {
    res.setHeader('Link', pageLinks(req, page, totalCount))
    await sendJson(res, { data: items, pagination: pagination(page, totalCount) })
    return
  }
  if (pageInfo.hasNextPage) res.setHeader('Link', nextPageLink(req))
  await sendJson(res, { [name]: items, ...(total && { total: totalCount }) })
}

function withoutNulls(value: Record<string, unknown>, keys: readonly string[]) {
  if (keys.length === 0) return value
  const entries = Object.entries(value).filter(
    ([key, held]) => held !== null || !keys.includes(key),
  )
  return Object.fromEntries(entries)
}
