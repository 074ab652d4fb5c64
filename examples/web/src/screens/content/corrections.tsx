// Corrections of a person's house, xp and gold.
import { useState } from 'react'
import { MutationForm } from '../../components/forms/mutation-form.tsx'
import { HOUSES } from '../../components/house.ts'
import { numberText } from '../../components/number-text.ts'
import { AdjustGoldDocument, AdjustXpDocument, ChangeHouseDocument } from './generated/graphql.ts'
import { REASON } from './reason.ts'

interface Person {
  id: string
  house?: string
}

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
    <>
      <Xp {...person} />
      <Gold {...person} />
      <ChangeHouse {...person} />
    </>
  )
}

function ChangeHouse({ id, house }: Person) {
  return (
    <section>
      <h3>House</h3>
      <MutationForm
        key={house}
        document={ChangeHouseDocument}
        submit="Move to another house"
        fields={[{ name: 'house', label: 'House', options: HOUSES, value: house }]}
        variables={({ house }) => ({ id, house })}
      />
    </section>
  )
}

function Xp({ id }: Person) {
  const [key, renew] = useKey()
  const [result, setResult] = useState('')
  return (
    <section>
      <h3>Xp</h3>
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
    </section>
  )
}

function Gold({ id }: Person) {
  const [key, renew] = useKey()
  const [result, setResult] = useState('')
  return (
    <section>
      <h3>Gold</h3>
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
    </section>
  )
}

/** Identifies one correction: sent again because the response was lost, it takes effect once. */
function useKey(): [key: string, renew: () => void] {
  const [key, setKey] = useState(() => crypto.randomUUID())
  return [key, () => setKey(crypto.randomUUID())]
}
