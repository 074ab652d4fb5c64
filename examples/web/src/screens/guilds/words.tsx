// The words for a guild and a membership of it.
import { numberText } from '../../components/number-text.ts'
import type { MembershipStatus } from './generated/graphql.ts'

export function membersText(count: number): string {
  return count === 1 ? 'one member' : `${numberText(count)} members`
}

export function openingsText(openings: number): string {
  if (openings === 0) return 'no openings'
  return openings === 1 ? 'one opening' : `${numberText(openings)} openings`
}

const WORDS = {
  active: ['Member', 'good'],
  pending: ['You asked to join', 'grave'],
  rejected: ['Request declined', 'bad'],
} as const satisfies Record<MembershipStatus, [string, string]>

/** What the person is to a guild. */
export function MembershipChip({
  status,
  steward,
}: {
  status: MembershipStatus
  steward: boolean
}) {
  const [words, tone] = WORDS[status]
  return (
    <span className="chip" data-tone={tone}>
      {steward ? 'Steward' : words}
    </span>
  )
}
