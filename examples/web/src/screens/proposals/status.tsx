// The words for the status of a proposal.
import type { ProposalStatus } from './generated/graphql.ts'

export const STATUS = {
  active: 'Open',
  passed: 'Passed',
  rejected: 'Rejected',
  cancelled: 'Withdrawn',
} as const satisfies Record<ProposalStatus, string>

const TONES: Partial<Record<ProposalStatus, string>> = { passed: 'good', rejected: 'bad' }

export function StatusChip({ status }: { status: ProposalStatus }) {
  return (
    <span className="chip" data-tone={TONES[status]}>
      {STATUS[status]}
    </span>
  )
}
