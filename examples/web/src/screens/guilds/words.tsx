// The words for a guild and a membership of it, and the fields of its forms.
import type { Field } from '../../components/forms/mutation-form.tsx'
import { countText } from '../../components/text.ts'
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
export function MembershipChip(props: { status: MembershipStatus; steward: boolean }) {
  const [words, tone] = WORDS[props.status]
  return (
    <span className="chip" data-tone={tone}>
      {props.steward ? 'Steward' : words}
    </span>
  )
}

/** @param guild what the fields hold at first */
export const guildFields = (guild?: { name: string; description: string; openToJoin: boolean }) =>
  [
    { name: 'name', label: 'Name', maxLength: 100, value: guild?.name },
    {
      name: 'description',
      label: 'What it is for',
      kind: 'lines',
      maxLength: 2000,
      value: guild?.description,
    },
    {
      name: 'joining',
      label: 'Who can join',
      options: { open: 'Everybody', request: 'Whom a steward accepts' },
      value: guild?.openToJoin === false ? 'request' : 'open',
    },
  ] as const satisfies Field[]
