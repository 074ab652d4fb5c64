// A form that sends a mutation. What the server refuses about a field is told at the field, everything else below.
import type { DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { explain, fieldRefusals } from '../../errors/explain.ts'
import { Fault } from '../fault.tsx'
import { FieldRow, type Field } from './field.tsx'
import { keepForm, useKeptForm } from './kept-form.ts'

interface MutationFormProps<Data, Variables extends OperationVariables, Name extends string> {
  /** A table of fields, in their order. */
  fields: readonly Field<Name>[]
  /** The words of the button. */
  submit: string
  document: TypedDocumentNode<Data, Variables>
  /** The variables of the mutation, from what the fields hold. */
  variables: (values: Record<Name, string>) => NoInfer<Variables>
  /** The queries to read again once it is done: lists that have one item more. */
  refetch?: readonly DocumentNode[]
  /** Called when it is done, such as to open what was made. The form is then empty again. */
  onDone?: (data: NoInfer<Data>) => void
  /** Said when it is done. */
  done?: string
}

export function MutationForm<Data, Variables extends OperationVariables, Name extends string>(
  props: MutationFormProps<Data, Variables, Name>,
) {
  const { fields, submit, done, variables } = props
  const form = useRef<HTMLFormElement>(null)
  const { send, error, loading, isDone } = useForm(props)
  const isBack = useKeptForm(
    form,
    (kept) => kept.submit === submit && variables(kept.values).id === kept.id,
  )
  const refusals = fieldRefusals(error)
  const elsewhere = refusals.filter(({ field }) => !fields.some(({ name }) => name === field))
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  return (
    <form className="form" ref={form} onSubmit={send}>
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          refusal={refusals.find(({ field: refused }) => refused === field.name)?.sentence}
        />
      ))}
      {(refusals.length === 0 || elsewhere.length > 0) && <Fault error={error} />}
      <div className="submit">
        <button aria-disabled={loading}>{submit}</button>
        <span role="status">{isDone ? done : isBack && 'What you wrote is here again.'}</span>
      </div>
    </form>
  )
}

/** The remedies that lead away from the page. */
const LEAVES: readonly (string | undefined)[] = ['sign-in', 'step-up']

/** Sends what the form holds, and empties the form when that is done. */
function useForm<Data, Variables extends OperationVariables, Name extends string>({
  document,
  variables,
  submit,
  refetch = [],
  onDone,
}: MutationFormProps<Data, Variables, Name>) {
  const [mutate, { client, error, loading }] = useMutation<Data>(document, {
    refetchQueries: [...refetch],
  })
  const [isDone, setDone] = useState(false)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (loading) return
    const form = event.currentTarget
    const values = Object.fromEntries(new FormData(form)) as Record<Name, string>
    setDone(false)
    const sent = variables(values)
    // The error is shown in the form; a rejected promise would say it again.
    void mutate({ variables: sent }).then(
      ({ data }) => {
        form.reset()
        setDone(true)
        if (data) onDone?.(data)
      },
      (refused: unknown) => {
        if (!LEAVES.includes(explain(refused).remedy)) return
        void keepForm(client, { submit, id: sent.id, values })
      },
    )
  }
  return { send, error, loading, isDone }
}
