// What the scripts of the pages send: JSON with the page's own proof.
import { send, type TestResponse } from './http.ts'
import { keepCookie, type Page, type UserAgent } from './user-agent.ts'

/** A script's call from a page, whose browser keeps the cookies of the response, from an address of one's own where given. */
export async function callScript(
  { cookies }: UserAgent,
  page: Page,
  path: string,
  body: object,
  from?: string,
): Promise<TestResponse> {
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(String(page.body))!
  const url = new URL(path, page.url)
  url.search = new URL(page.url).search
  const response = await send(url.href, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
    body: JSON.stringify({ csrf, ...body }),
  })
  for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
  return response
}
