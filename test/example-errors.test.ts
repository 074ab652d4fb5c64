// The example app has a sentence for every error that the contract documents.
import { expect, test } from 'vitest'
import { contractPage } from '#test/contract-pages.ts'
import { explain } from '../examples/web/src/errors/explain.ts'
import { PERMISSIONS, RULES } from '../examples/web/src/errors/refusals.ts'

const contract = contractPage('errors')

/** The rows of the table whose header begins with that cell. */
function rowsOf(header: string): string[][] {
  const table = contract.slice(contract.indexOf(`| ${header} `)).split('\n\n')[0]!
  const rows = table.split('\n').slice(2)
  return rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| /, '').trim()))
}

const explained = (code: string, details: object) =>
  explain({ errors: [{ message: 'As the server says it.', extensions: { code, details } }] })

test('every reason of a rule has a sentence of its own', () => {
  const cells = rowsOf('`reason` of a rule').map(([cell]) => cell!)
  const reasons = cells.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
  )
  expect(reasons.length).toBeGreaterThan(25)
  expect(reasons.filter((reason) => !Object.hasOwn(RULES, reason))).toEqual([])
})

test('every reason for a missing permission has a sentence of its own', () => {
  const rows = rowsOf('situation').filter(([, code]) => code === '`INSUFFICIENT_PERMISSIONS`')
  const reasons = rows.flatMap(([, , details]) => details!.match(/(?<=reason: ")\w+/g) ?? [])
  expect(reasons.length).toBeGreaterThan(4)
  expect(reasons.filter((reason) => !Object.hasOwn(PERMISSIONS, reason))).toEqual([])
})

test('every code has a sentence, and never the one of the server', () => {
  const codes = rowsOf('code ').map(([cell]) => cell!.replaceAll('`', ''))
  expect(codes).toContain('INTERNAL_ERROR')
  for (const code of codes) {
    const { sentence } = explained(code, { reason: 'LAST_STEWARD' })
    expect(sentence, code).not.toBe('As the server says it.')
  }
})

test('an error says what helps', () => {
  expect(explained('INVALID_TOKEN', { reason: 'step_up' }).remedy).toBe('step-up')
  expect(explained('INVALID_TOKEN', { reason: 'revoked' }).remedy).toBe('sign-in')
  expect(explained('INSUFFICIENT_PERMISSIONS', { requiredScope: 'admin' }).remedy).toBe('step-up')
  expect(explained('INTERNAL_ERROR', { retry: true }).remedy).toBe('retry')
  expect(explain(new TypeError('Failed to fetch')).remedy).toBe('retry')
  expect(explained('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 30 }).sentence).toMatch(/30 seconds/)
})

test('what is wrong with fields of a form names each of them', () => {
  const issues = [
    { field: 'input.displayName', reason: 'must have at most 80 characters' },
    { field: 'input.bio', reason: 'must be one line' },
  ]
  expect(explained('VALIDATION_ERROR', { issues }).sentence).toBe(
    'Display name must have at most 80 characters. Bio must be one line.',
  )
})

test('a response of a server on the way is read if it is one of the API, and explained if it is not', () => {
  const errors = [
    { message: '', extensions: { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'csrf' } } },
  ]
  const refused = { statusCode: 403, bodyText: JSON.stringify({ errors }) }
  expect(explain(refused).sentence).toBe(PERMISSIONS.csrf)
  for (const bodyText of ['<h1>Maintenance</h1>', '{"errors":[', '']) {
    const { sentence, remedy } = explain({ statusCode: 503, bodyText })
    expect({ sentence, remedy }).toEqual({
      sentence: 'A part of the system is away for a moment.',
      remedy: 'retry',
    })
  }
})
