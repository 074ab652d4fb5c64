// Every case of two people who claim an account, through the pages (decision 0045).
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { mailTo } from '#test/mail.ts'
import { testSystem } from '#test/system.ts'
import { claimedAccount, type ClaimedAccount } from './support/claim-story.ts'
import { CASES, type Case } from './claim-cases.ts'
import { rowOf, wordsOf } from './claim-words.ts'

const WEEK = 7 * 86_400_000

const system = testSystem({ topology: 'Identity alone' })
afterEach(async () => {
  // No mail that is due later is left over.
  await mailTo(system, '')
  system.clock.now = undefined
})

async function walk(each: Case): Promise<ClaimedAccount> {
  const account = await claimedAccount(system, each)
  for (const step of each.steps) {
    if (step === 'week') system.clock.now = new Date(account.now() + WEEK + 60_000)
    else await account.take(step)
  }
  return account
}

describe.each([...CASES.entries()])('case %i', (_, each) => {
  test(`${wordsOf(each)}: the ${each.winner} has the account`, async () => {
    const account = await walk(each)
    const loser = each.winner === 'owner' ? 'thief' : 'owner'
    if (!account.isShared()) expect(await account.signsIn(loser)).toBe(false)
    expect(await account.signsIn(each.winner, 'with the app')).toBe(true)
    expect(await account.isLocked()).toBe(false)
    // After a code, the address is kept only if its box is checked.
    expect([account.addresses[each.winner], undefined]).toContain(await account.address())
  })
})

test('every row of the table in docs/security.md is one of these cases', async () => {
  const text = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('## Who gets an account back\n')
  const [table = ''] = section.split('\n## ')
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(cells).not.toEqual([])
  const cases = CASES.map(rowOf)
  for (const row of cells) expect(cases).toContainEqual(row)
})
