// The secrets that a test uses, and the search for them in files, in every form that they may have.
import { expect } from 'vitest'
import { formOf, type Page, type UserAgent } from '#test/user-agent.ts'

/** Every secret, by what it is. */
export const secrets = new Map<string, string>()
/** Text that must be found, to prove that the search works. */
export const marks = new Map<string, Buffer>()

export function keep(what: string, secret: unknown): string {
  expect(secret, what).toEqual(expect.stringMatching(/^.{12,}$/s))
  secrets.set(what, secret as string)
  return secret as string
}

export function keepSession(when: string, { cookies }: UserAgent): void {
  for (const [name, value] of cookies) keep(`the cookie ${name} ${when}`, value)
}

/** Keeps the CSRF token of a form. */
export function keepForm(page: Page, action: string): Page {
  keep(`the form proof of ${action} at ${page.url}`, formOf(page, action).hidden.csrf)
  return page
}

export interface StoredFile {
  name: string
  content: Buffer
}

/** Names each secret in a file. @throws if a mark is in none */
export function findSecrets(files: readonly StoredFile[]): string[] {
  for (const [what, mark] of marks) {
    expect(files.filter(({ content }) => content.includes(mark)).length, what).toBeGreaterThan(0)
  }
  return [...secrets].flatMap(([what, secret]) =>
    formsOf(secret).flatMap(([form, bytes]) =>
      files
        .filter(({ content }) => content.includes(bytes))
        .map(({ name }) => `${what}, ${form}, in ${name}`),
    ),
  )
}

/** The forms of a secret in a file: as it is, encoded, or the bytes that it encodes. */
function formsOf(secret: string): [string, Buffer][] {
  const bytes = Buffer.from(secret)
  const forms: [string, Buffer][] = [
    ['in clear', bytes],
    ['as base64', Buffer.from(bytes.toString('base64').replace(/=+$/, ''))],
    ['as base64url', Buffer.from(bytes.toString('base64url'))],
    ['as hex', Buffer.from(bytes.toString('hex'))],
    ['percent-encoded', Buffer.from(encodeURIComponent(secret))],
  ]
  const random = /^(?:[\w-]{22}\.)?([\w-]{43})$/.exec(secret)?.[1]
  if (random === undefined) return forms
  const raw = Buffer.from(random, 'base64url')
  return [
    ...forms,
    ['as its bytes', raw],
    ['as the hex of its bytes', Buffer.from(raw.toString('hex'))],
  ]
}
