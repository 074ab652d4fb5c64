// Calls of the pages' scripts: JSON with the page's CSRF token.
import { send, type TestResponse } from '#test/http.ts'
import { keepCookie, type Page, type UserAgent } from '#test/user-agent.ts'

/** Sends a script's call from a page; the browser keeps the response's cookies. `from` is the client address. */
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
