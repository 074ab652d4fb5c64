// The statement of the person's gold: its totals, a chart, and every movement.
import { Endless } from '../../../components/endless.tsx'
import { Filters } from '../../../components/forms/filters.tsx'
import { useFilters } from '../../../components/forms/use-filters.ts'
import { numberText } from '../../../components/number-text.ts'
import { Screen } from '../../../components/screen.tsx'
import { useList } from '../../../graphql/use-live.ts'
import { useOnNews } from '../../../layout/use-on-news.ts'
import { Rooms } from '../rooms.tsx'
import { Chart } from './chart.tsx'
import { StatementDocument, type StatementQuery } from './generated/graphql.ts'
import { Postings } from './postings.tsx'
import '../market.css'

const FILTERS = {
  period: {
    label: 'Period',
    options: { week: 'The last 7 days', month: 'The last 30 days', year: 'The last 365 days' },
    all: 'All time',
  },
} as const

const DAYS = { week: 7, month: 30, year: 365 } as const

const KINDS_OF_NEWS = ['gold.changed']

export function Component() {
  const { period } = useFilters(FILTERS)
  const live = useList(StatementDocument, { since: period && daysAgo(DAYS[period]) })
  useOnNews(KINDS_OF_NEWS, live.reload)
  const above = (
    <>
      <Rooms />
      <Filters label="Which movements" filters={FILTERS} />
    </>
  )
  return (
    <Screen title="Your gold" live={live} above={above}>
      {({ me }) =>
        me?.ledger && (
          <>
            <Totals {...me.ledger} />
            <section className="card" aria-label="Movements">
              <Chart postings={me.ledger.postings.edges.map(({ node }) => node)} />
              <Endless pageInfo={me.ledger.postings.pageInfo} fetchMore={live.fetchMore} size={50}>
                <Postings postings={me.ledger.postings.edges.map(({ node }) => node)} />
              </Endless>
            </section>
          </>
        )
      }
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

function Totals({ openingBalance, received, spent, closingBalance }: Ledger) {
  const totals = { Before: openingBalance, Received: received, Spent: spent, Now: closingBalance }
  return (
    <section className="card" aria-label="Totals">
      <dl className="facts">
        {Object.entries(totals).map(([name, gold]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-fact={name.toLowerCase()}>{numberText(gold)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
