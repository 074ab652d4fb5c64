// The gold over time as a line with steps. The table of movements below has the same numbers, for everybody.
import { numberText } from '../../../components/number-text.ts'
import { dateAndTime } from '../../../components/time-text.ts'
import type { Posting } from './postings.tsx'

/** @param postings the latest first */
export function Chart({ postings }: { postings: Posting[] }) {
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
