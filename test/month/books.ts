// The books of xp and gold, read over the API: people read their own, the administrator all of them.
import { expect } from 'vitest'
import { readWhole } from './connection.ts'
import { DAY_MS } from './production.ts'
import type { Resident } from './resident.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const amounts = (items: readonly { amount: number }[]) => items.map(({ amount }) => amount)

/** Level n begins at 50·n·(n−1) xp. */
function levelAt(xp: number): number {
  let level = 1
  while (50 * (level + 1) * level <= xp) level += 1
  return level
}

interface XpChange {
  amount: number
  xpAfter: number
  levelAfter: number
  reason: string
}

/** A person's xp is the sum of what their quests granted, and of the changes in their history. */
export async function expectXpExplained(resident: Resident): Promise<void> {
  const { username, earned } = resident
  const { me } = await resident.ask('{ me { xp level } }')
  const selection = 'amount xpAfter levelAfter reason'
  const history = await readWhole<XpChange>(resident, 'me.xpHistory', selection)
  expect(me, username).toEqual({ xp: earned.xp, level: levelAt(earned.xp) })
  expect(history, username).toHaveLength(earned.completions)
  let xp = 0
  for (const { amount, xpAfter, levelAfter, reason } of history.toReversed()) {
    xp += amount
    expect({ xpAfter, levelAfter }, username).toEqual({ xpAfter: xp, levelAfter: levelAt(xp) })
    expect(reason).toMatch(/^completed quest_/)
  }
  expect(xp, username).toBe(earned.xp)
}

/** The day on which somebody reached a level, counted from the first one. */
export async function dayOfLevel(resident: Resident, level: number): Promise<number> {
  const selection = 'levelAfter changedAt'
  type Change = Pick<XpChange, 'levelAfter'> & { changedAt: string }
  const history = await readWhole<Change>(resident, 'me.xpHistory', selection)
  const reached = history.toReversed().find(({ levelAfter }) => levelAfter >= level)
  const { begin } = resident.session.production
  return Math.floor((Date.parse(reached!.changedAt) - begin.getTime()) / DAY_MS)
}

interface Posting {
  kind: string
  amount: number
  balanceAfter: number
}

/** A person's gold is the sum of what their quests granted, sales and purchases. */
export async function expectGoldExplained(resident: Resident): Promise<number> {
  const { username, earned } = resident
  const { me } = await resident.ask('{ me { gold } }')
  const postings = await readWhole<Posting>(resident, 'me.postings', 'kind amount balanceAfter')
  let balance = 0
  for (const { amount, balanceAfter } of postings.toReversed()) {
    balance += amount
    expect(balanceAfter, username).toBe(balance)
  }
  expect(balance, username).toBe(me.gold)
  const grants = postings.filter(({ kind }) => kind === 'grant')
  expect(sum(amounts(grants)), username).toBe(earned.gold)
  expect(grants, username).toHaveLength(earned.completions)
  return balance
}

/** The weekly statements of a person follow each other, from nothing to their balance. */
export async function expectStatements(resident: Resident): Promise<void> {
  const { begin, now } = resident.session.production
  const query = `query ($since: DateTimeISO, $until: DateTimeISO) { me { gold
    ledger(since: $since, until: $until) { openingBalance received spent closingBalance }
  } }`
  let balance = 0
  for (let since = begin.getTime(); since <= now().getTime(); since += 7 * DAY_MS) {
    const [from, until] = [since, since + 7 * DAY_MS].map((at) => new Date(at).toISOString())
    const { me } = await resident.ask(query, { since: from, until })
    const { openingBalance, received, spent, closingBalance } = me.ledger
    expect(openingBalance, `${resident.username} from ${from}`).toBe(balance)
    balance += received - spent
    expect(closingBalance, `${resident.username} until ${until}`).toBe(balance)
  }
  const { me } = await resident.ask('{ me { gold } }')
  expect(balance, resident.username).toBe(me.gold)
}

interface Transaction {
  key: string
  kind: string
  postings: { amount: number; identityId: string | null }[]
}

/** Every movement sums to zero; people hold what the treasury has issued. */
export async function expectTreasuryOwes(olga: Resident, held: number): Promise<void> {
  const selection = 'key kind postings { amount identityId }'
  const transactions = await readWhole<Transaction>(olga, 'transactions', selection)
  for (const { key, postings } of transactions) expect(sum(amounts(postings)), key).toBe(0)
  const personal = transactions.flatMap(({ postings }) => postings.filter((at) => at.identityId))
  expect(sum(amounts(personal))).toBe(held)
  const { treasury } = await olga.ask('{ treasury { inCirculation balance } }')
  expect(treasury).toEqual({ inCirculation: held, balance: -held })
}
