// The movements of gold as a table, the latest first.
import { changeText, numberText } from '../../../components/number-text.ts'
import { Time } from '../../../components/time.tsx'
import { titleOf } from '../../../layout/news-text.ts'
import type { StatementQuery } from './generated/graphql.ts'

type Ledger = NonNullable<NonNullable<StatementQuery['me']>['ledger']>
export type Posting = Ledger['postings']['edges'][number]['node']

export function Postings({ postings }: { postings: Posting[] }) {
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
              <div className="soft">
                <Time at={posting.postedAt} />
              </div>
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
