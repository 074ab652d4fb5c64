// The headers that every page of the ID service must carry.
import { expect } from 'vitest'
import type { Page } from '#test/user-agent.ts'

export function expectPageHeaders({ headers, url }: Page, referrer = 'no-referrer'): void {
  const policy = new Map(
    headers
      .get('content-security-policy')!
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
  )
  expect(Object.fromEntries(policy), url).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
  // Apps that redirect on, and apps that open a popup, need both of these to be absent.
  expect(policy.has('form-action'), url).toBe(false)
  const opener = /^\/(account|admin)/.test(new URL(url).pathname) ? 'same-origin' : null
  expect(headers.get('cross-origin-opener-policy'), url).toBe(opener)
  expect(headers.get('x-frame-options'), url).toBe('DENY')
  expect(headers.get('referrer-policy'), url).toBe(referrer)
  expect(headers.get('cache-control'), url).toBe('no-store')
  expect(headers.get('x-content-type-options'), url).toBe('nosniff')
  expect(headers.get('access-control-allow-origin'), url).toBeNull()
}

export function expectPage(page: Page, status: number, referrer?: string): void {
  expect(page.status, page.url).toBe(status)
  expect(page.headers.get('content-type'), page.url).toBe('text/html; charset=utf-8')
  expectPageHeaders(page, referrer)
}
