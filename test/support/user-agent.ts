// A user agent without a window: it keeps cookies, sends the forms of a page, and follows redirects
// one at a time. Tests of scripts and layout use a real browser.
import { send, type TestResponse } from './http.ts'

/** A page, or the redirect that leads elsewhere. */
export interface Page extends TestResponse {
  /** The requested address. */
  url: string
  /** The target of a redirect. */
  location: string | undefined
}

export interface UserAgent {
  cookies: Map<string, string>
  /** Sends a GET, without following redirects. */
  get(url: string, headers?: Record<string, string>): Promise<Page>
  /** Posts fields to an address, without following redirects. */
  post(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Page>
  /** Sends a GET, and follows redirects within the site. */
  open(url: string): Promise<Page>
  /**
   * Sends the form with that action (its path) and inputs of these names, with its hidden fields, and follows redirects
   * like `open`.
   */
  submit(page: Page, action: string, fields?: Record<string, string>): Promise<Page>
  /** Sends a call of the page's script: JSON with its CSRF token, to that path with the query of the page. */
  call(page: Page, path: string, body: object, headers?: Record<string, string>): Promise<Page>
}

/** A user agent without cookies; sends these headers with each request. */
export function createUserAgent(own: Record<string, string> = {}): UserAgent {
  const cookies = new Map<string, string>()

  const ask = async (url: string, init: RequestInit): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...own, ...(init.headers as object), ...(cookie !== '' && { cookie }) }
    const response = await send(url, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const location = response.headers.get('location')
    return {
      ...response,
      url,
      location: location === null ? undefined : new URL(location, url).href,
    }
  }
  const get: UserAgent['get'] = (url, headers = {}) => ask(url, { headers })
  const post: UserAgent['post'] = (url, fields, headers = {}) =>
    ask(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const follow = async (page: Page): Promise<Page> => {
    const isInside = page.location && new URL(page.location).origin === new URL(page.url).origin
    return isInside ? follow(await get(page.location!)) : page
  }

  return {
    cookies,
    get,
    post,
    open: async (url) => follow(await get(url)),
    async submit(page, action, fields = {}) {
      const form = formOf(page, action, Object.keys(fields))
      return follow(await post(new URL(form.action, page.url).href, { ...form.hidden, ...fields }))
    },
    call(page, path, body, headers = {}) {
      const [, csrf] = /name="csrf" value="([^"]+)"/.exec(String(page.body))!
      const { origin, search } = new URL(page.url)
      return ask(`${origin}${path}${search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, ...headers },
        body: JSON.stringify({ csrf, ...body }),
      })
    },
  }
}

/** Keeps or deletes a cookie, as a `Set-Cookie` header says. */
export function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const isOver = attributes.some((text) => /^\s*(expires=Thu, 01 Jan 1970|max-age=0$)/i.test(text))
  if (isOver) cookies.delete(pair.slice(0, at))
  else cookies.set(pair.slice(0, at), pair.slice(at + 1))
}

/** The form with that action and inputs of these names. @throws when there is none */
export function formOf(
  page: Pick<Page, 'url' | 'status' | 'body'>,
  path: string,
  names: readonly string[] = [],
): { action: string; hidden: Record<string, string> } {
  const forms = [...String(page.body).matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)]
  for (const [, attributes = '', content = ''] of forms) {
    const [, text] = /(?:^|\s)action="([^"]*)"/.exec(attributes) ?? []
    if (text === undefined || !names.every((name) => hasInput(content, name))) continue
    const action = unescaped(text)
    if (pathOf(action) !== path) continue
    const hidden = [...content.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    return {
      action,
      hidden: Object.fromEntries(
        hidden.map(([, name = '', value = '']) => [name, unescaped(value)]),
      ),
    }
  }
  const inputs = names.length === 0 ? '' : ` with ${names.join(', ')}`
  throw new Error(
    `No form${inputs} posts to ${path} at ${page.url} (${page.status}):\n${String(page.body)}`,
  )
}

function hasInput(form: string, name: string): boolean {
  return new RegExp(`<(input|select|textarea|button)\\b[^>]*\\sname="${name}"`).test(form)
}

/** The address of the link with that text. @throws when there is none */
export function linkOf(page: Page, text: string): string {
  const links = [...String(page.body).matchAll(/<a\b[^>]*\shref="([^"]*)"[^>]*>([^<]*)<\/a>/g)]
  const href = links.find(([, , words]) => words?.trim() === text)?.[1]
  if (href !== undefined) return new URL(unescaped(href), page.url).href
  throw new Error(`No link "${text}" at ${page.url} (${page.status}):\n${String(page.body)}`)
}

function pathOf(action: string): string {
  return new URL(action, 'http://localhost').pathname
}

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|#96);/g, (entity) => CHARACTERS[entity]!)
}
