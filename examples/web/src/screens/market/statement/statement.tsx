// The statement of the person's gold: its totals, a chart, and every movement.
import { Filters, useFilters } from '../../../components/filters.tsx'
import { Endless } from '../../../components/lists.tsx'
import { Fact, Screen } from '../../../components/screen.tsx'
import { numberText, changeText, dateAndTime } from '../../../components/text.ts'
import { Time } from '../../../components/time.tsx'
import { useList } from '../../../graphql/use-live.ts'
import { titleOf } from '../../../layout/news-text.ts'
import { Rooms } from '../rooms.tsx'
import { StatementDocument, type StatementQuery } from './generated/graphql.ts'
import '../market.css'

const FILTERS = {
  period: {
    label: 'Period',
    options: { week: 'The last 7 days', month: 'The last 30 days', year: 'The last 365 days' },
    all: 'All time',
  },
} as const

const DAYS = { week: 7, month: 30, year: 365 } as const

const NEWS = ['gold.changed']

export function Component() {
  const { period } = useFilters(FILTERS)
  const live = useList(StatementDocument, { since: period && daysAgo(DAYS[period]) }, NEWS)
  const above = (
    <>
      <Rooms />
      <Filters label="Which movements" filters={FILTERS} />
    </>
  )
  return (
    <Screen title="Your gold" live={live} above={above}>
      {({ me }) => me?.ledger && <Statement {...me.ledger} />}
    </Screen>
  )
}

/** The beginning of a day in the reader's zone, so that the query stays the same all day. */
function daysAgo(days: number): string {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - days)
  return day.toISOString()
}

type Ledger = NonNullable<NonNullable<StatementQuery['me']>['ledger']>

function Statement({ openingBalance, received, spent, closingBalance, postings }: Ledger) {
  const totals = { Before: openingBalance, Received: received, Spent: spent, Now: closingBalance }
  const moves = postings.edges.map(({ node }) => node)
  return (
    <>
      <section className="card" aria-label="Totals">
        <dl className="facts">
          {Object.entries(totals).map(([name, gold]) => (
            <Fact key={name} name={name} data-fact={name.toLowerCase()}>
              {numberText(gold)}
            </Fact>
          ))}
        </dl>
      </section>
      <section className="card" aria-label="Movements">
        <Chart postings={moves} />
        <Endless pageInfo={postings.pageInfo} size={50}>
          <Postings postings={moves} />
        </Endless>
      </section>
    </>
  )
}

type Posting = Ledger['postings']['edges'][number]['node']

function Postings({ postings }: { postings: Posting[] }) {
  if (postings.length === 0) return <p className="soft">Your gold has not moved in this time.</p>
  return (
    <table className="statement">
      <caption>Every movement, the latest first</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Change</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        {postings.map((posting) => (
          <tr key={posting.id}>
            <td>
              {wordsOf(posting)}
              <br />
              <Time className="soft" at={posting.postedAt} />
            </td>
            <td data-sign={posting.amount > 0 ? 'in' : 'out'}>{changeText(posting.amount)}</td>
            <td>{posting.balanceAfter !== null && numberText(posting.balanceAfter)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function wordsOf({ amount, kind, reason, about }: Posting): string {
  const title = titleOf(about)
  if (kind === 'purchase') return `${amount < 0 ? 'Bought' : 'Sold'}: ${title ?? 'something'}`
  // A service's own reason has words for programs.
  if (kind === 'grant') return title ?? 'A grant'
  return `A correction: ${reason}`
}

/**
 * The gold over time as a line with steps. The table of movements below has the same numbers, for everybody.
 * @param props.postings the latest first
 */
function Chart({ postings }: { postings: Posting[] }) {
  const points = pointsOf(postings)
  const [first] = points
  if (!first) return null
  const max = Math.max(1, ...points.map(({ gold }) => gold))
  const line = pathOf(points, max)
  return (
    <figure className="chart">
      <figcaption className="axis">
        <span>Your gold over time</span>
        <span>at most {numberText(max)}</span>
      </figcaption>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={summary(points)}>
        <path className="area" d={`${line} V100 H0 Z`} />
        <path className="line" d={line} />
      </svg>
      <div className="axis" aria-hidden="true">
        <span>{dateAndTime(new Date(first.at).toISOString())}</span>
        <span>now</span>
      </div>
    </figure>
  )
}

interface Point {
  /** In milliseconds. */
  at: number
  gold: number
}

/** The gold before the first movement, after each of them, and now. */
function pointsOf(postings: Posting[]): Point[] {
  const moves = postings.flatMap(({ postedAt, amount, balanceAfter }) =>
    balanceAfter === null ? [] : [{ at: Date.parse(postedAt), amount, gold: balanceAfter }],
  )
  const oldest = moves.at(-1)
  const latest = moves[0]
  if (!oldest || !latest) return []
  const now = Math.max(Date.now(), latest.at + 1)
  return [
    { at: oldest.at, gold: oldest.gold - oldest.amount },
    ...moves.toReversed().map(({ at, gold }) => ({ at, gold })),
    { at: now, gold: latest.gold },
  ]
}

/** Steps, because gold stays the same between two movements. The picture is 100 wide and 100 high. */
function pathOf(points: Point[], max: number): string {
  const start = points[0]!.at
  const span = points.at(-1)!.at - start
  const steps = points.map(({ at, gold }) => {
    const x = ((at - start) / span) * 100
    return `H${x.toFixed(2)} V${(100 - (gold / max) * 100).toFixed(2)}`
  })
  return `M0 ${(100 - (points[0]!.gold / max) * 100).toFixed(2)} ${steps.join(' ')}`
}

function summary(points: Point[]): string {
  const [first, last] = [points[0]!, points.at(-1)!]
  return `Your gold over time, from ${numberText(first.gold)} to ${numberText(last.gold)}`
}
