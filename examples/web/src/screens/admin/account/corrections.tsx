// Corrections of a person's xp and gold.
import { useState } from 'react'
import { MutationForm } from '../../../components/forms/mutation-form.tsx'
import { numberText } from '../../../components/number-text.ts'
import { Section } from '../../../components/section.tsx'
import { REASON } from '../reason.ts'
import {
  AdjustGoldDocument,
  AdjustXpDocument,
  type AccountDetailsFragment,
} from './generated/graphql.ts'

type Person = AccountDetailsFragment['identity']

const MAX = 2_147_483_647

const FIELDS = [
  {
    name: 'amount',
    label: 'Amount',
    kind: 'number',
    min: -MAX,
    max: MAX,
    hint: 'A negative amount is taken away.',
  },
  { ...REASON, hint: 'The person can read it.' },
] as const

export function Corrections(person: Person) {
  return (
    <Section title="Corrections">
      <div className="changes">
        <Xp {...person} />
        <Gold {...person} />
      </div>
    </Section>
  )
}

function Xp({ id }: Person) {
  const [key, renew] = useKey()
  const [result, setResult] = useState('')
  return (
    <details>
      <summary>Correct the xp</summary>
      <MutationForm
        document={AdjustXpDocument}
        submit="Correct the xp"
        fields={FIELDS}
        variables={({ amount, reason }) => ({ id, amount: Number(amount), reason, key })}
        onDone={({ adjustXp }) => {
          renew()
          if (adjustXp) setResult(`${numberText(adjustXp.xp)} xp, level ${adjustXp.level}.`)
        }}
        done={`They have ${result}`}
      />
    </details>
  )
}

function Gold({ id }: Person) {
  const [key, renew] = useKey()
  const [result, setResult] = useState('')
  return (
    <details>
      <summary>Correct the gold</summary>
      <MutationForm
        document={AdjustGoldDocument}
        submit="Correct the gold"
        fields={FIELDS}
        variables={({ amount, reason }) => ({ id, amount: Number(amount), reason, key })}
        onDone={({ adjustGold }) => {
          renew()
          if (adjustGold) setResult(`${numberText(adjustGold.goldBalance)} gold.`)
        }}
        done={`They have ${result}`}
      />
    </details>
  )
}

/** Identifies one correction: sent again because the response was lost, it takes effect once. */
function useKey(): [key: string, renew: () => void] {
  const [key, setKey] = useState(() => crypto.randomUUID())
  return [key, () => setKey(crypto.randomUUID())]
}
