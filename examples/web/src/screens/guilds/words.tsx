// The words for a guild and a membership of it.
import { countText } from '../../components/number-text.ts'
import type { MembershipStatus } from './generated/graphql.ts'

export function openingsText(openings: number): string {
  return openings === 0 ? 'no openings' : countText(openings, 'opening', 'openings')
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
