// What an administrator can do with a piece of content: hide, show, retire, restore and correct it.
import type { TypedDocumentNode } from '@apollo/client'
import { useState } from 'react'
import { Action } from '../../components/action.tsx'
import { MutationForm, type Field } from '../../components/forms/mutation-form.tsx'
import { HOUSES } from '../../components/person.tsx'
import { numberText } from '../../components/text.ts'
import {
  AdjustGoldDocument,
  AdjustXpDocument,
  ChangeHouseDocument,
  type AdjustXpMutationVariables,
} from './generated/graphql.ts'
import type { Item, Kind } from './kinds.ts'

/** Why something is changed: the audit trail keeps it. */
const REASON = { name: 'reason', label: 'Reason', maxLength: 200 } as const satisfies Field

export function Changes({ item, title, kind }: { item: Item; title: string; kind: Kind }) {
  const { id, moderation, retiredAt } = item
  const { hide, show, retire, restore, isCorrected } = kind
  const act = (words: string) => ({ label: words, description: `${words}: ${title}` })
  return (
    <div className="actions">
      {hide && !moderation && (
        <MutationForm
          document={hide}
          submit="Hide"
          fields={[REASON]}
          variables={({ reason }) => ({ id, reason })}
        />
      )}
      {show && moderation && <Action {...act('Show again')} document={show} variables={{ id }} />}
      {retire && !retiredAt && <Action {...act('Retire')} document={retire} variables={{ id }} />}
      {restore && retiredAt && <Action {...act('Restore')} document={restore} variables={{ id }} />}
      {isCorrected && <Corrections {...item} />}
      {retiredAt && !restore && <p className="soft">This kind cannot be brought back.</p>}
    </div>
  )
}

/** Of a person's xp, gold and house. */
function Corrections({ id, house }: Item) {
  return (
    <>
      <Correction
        id={id}
        title="Xp"
        document={AdjustXpDocument}
        resultOf={({ adjustXp }) =>
          adjustXp && `${numberText(adjustXp.xp)} xp, level ${adjustXp.level}`
        }
      />
      <Correction
        id={id}
        title="Gold"
        document={AdjustGoldDocument}
        resultOf={({ adjustGold }) => adjustGold && `${numberText(adjustGold.goldBalance)} gold`}
      />
      <section>
        <h3>House</h3>
        <MutationForm
          key={house}
          document={ChangeHouseDocument}
          submit="Move to another house"
          fields={[{ name: 'house', label: 'House', options: HOUSES, value: house }]}
          variables={(values) => ({ id, house: values.house })}
          keeps
        />
      </section>
    </>
  )
}

const MAX = 2_147_483_647

const AMOUNT = {
  name: 'amount',
  label: 'Amount',
  kind: 'number',
  min: -MAX,
  max: MAX,
  hint: 'A negative amount is taken away.',
} as const satisfies Field

interface CorrectionProps<Data> {
  id: string
  title: string
  document: TypedDocumentNode<Data, AdjustXpMutationVariables>
  /** What the person has then. */
  resultOf: (data: Data) => string | null
}

function Correction<Data>({ id, title, document, resultOf }: CorrectionProps<Data>) {
  // Identifies one correction: sent again because the response was lost, it takes effect once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [result, setResult] = useState<string | null>()
  return (
    <section>
      <h3>{title}</h3>
      <MutationForm
        document={document}
        submit={`Correct the ${title.toLowerCase()}`}
        fields={[AMOUNT, { ...REASON, hint: 'The person can read it.' }]}
        variables={({ amount, reason }) => ({ id, amount: Number(amount), reason, key })}
        onDone={(data) => {
          setKey(crypto.randomUUID())
          setResult(resultOf(data))
        }}
        done={`They have ${result}.`}
      />
    </section>
  )
}
