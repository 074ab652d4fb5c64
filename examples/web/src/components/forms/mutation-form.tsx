// A form that sends a mutation. What the server refuses about a field is told at the field, everything else below.
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { explain, fieldRefusals } from '../../errors/explain.ts'
import { Fault } from '../fault.tsx'
import { Options } from '../filters.tsx'
import { useSend } from '../use-send.ts'
import { keepForm, useKeptForm } from './kept-form.ts'

/** A field, as a form's table of fields has it. */
export interface Field<Name extends string = string> {
  /** Also the name of the input's field of the API, so that a refusal finds its way to it. */
  name: Name
  label: string
  /** By default a line of text. */
  kind?: 'lines' | 'number' | 'datetime-local'
  /** Makes it a choice: the words for each value. */
  options?: Readonly<Record<string, string>>
  /** What it holds at first. */
  value?: string | number | undefined
  hint?: string
  /** False for a field that may stay empty. */
  required?: false
  min?: number
  max?: number
  maxLength?: number
}

export interface MutationFormProps<
  Data,
  Variables extends OperationVariables,
  Name extends string,
> {
  fields: readonly Field<Name>[]
  /** The words of the button. */
  submit: string
  document: TypedDocumentNode<Data, Variables>
  /** The variables of the mutation, from what the fields hold. */
  variables: (values: Record<Name, string>) => NoInfer<Variables>
  /** Called when it is done, unless the person has left the screen. */
  onDone?: (data: NoInfer<Data>) => void
  /** Whether the form then holds what was sent; otherwise it is as at first. */
  keeps?: boolean
  /** Said when it is done. */
  done?: string
}

export function MutationForm<Data, Variables extends OperationVariables, Name extends string>(
  props: MutationFormProps<Data, Variables, Name>,
) {
  const { fields, submit, document, variables, onDone, keeps, done } = props
  const client = useApolloClient()
  const form = useRef<HTMLFormElement>(null)
  const { send, error, loading } = useSend(document)
  const [isDone, setDone] = useState(false)
  const isBack = useKeptForm(
    form,
    (kept) => kept.submit === submit && variables(kept.values).id === kept.id,
  )
  const sendForm = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (loading) return
    const { currentTarget } = event
    setDone(false)
    const data = await send({ name: submit, variables: variables(valuesOf(currentTarget)) })
    if (!data) return
    if (!keeps) currentTarget.reset()
    setDone(true)
    onDone?.(data)
  }
  useEffect(() => {
    if (!error || !form.current) return
    form.current.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    const values = valuesOf<Name>(form.current)
    // Its link leaves the page.
    if (explain(error).remedy !== 'step-up') return
    void keepForm(client, { submit, id: variables(values).id, values })
  }, [error])
  const refusals = fieldRefusals(error)
  const elsewhere = refusals.filter(({ field }) => !fields.some(({ name }) => name === field))
  return (
    <form className="form stack" ref={form} onSubmit={(event) => void sendForm(event)}>
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          refusal={refusals.find(({ field: refused }) => refused === field.name)?.sentence}
        />
      ))}
      {(refusals.length === 0 || elsewhere.length > 0) && <Fault error={error} />}
      <div className="submit row">
        <button aria-disabled={loading} aria-busy={loading}>
          {submit}
        </button>
        <span role="status">{isDone ? done : isBack && 'What you wrote is here again.'}</span>
      </div>
    </form>
  )
}

function valuesOf<Name extends string>(form: HTMLFormElement): Record<Name, string> {
  return Object.fromEntries(new FormData(form)) as Record<Name, string>
}

/** @param props.refusal why the server refused what the field held */
function FieldRow({ field, refusal }: { field: Field; refusal: string | undefined }) {
  const id = useId()
  const { name, label, kind, options, value, hint, required = true, min, max, maxLength } = field
  const described = [hint && `${id}-hint`, refusal && `${id}-refusal`].filter(Boolean).join(' ')
  const common = {
    id,
    name,
    required,
    defaultValue: value,
    'aria-describedby': described || undefined,
    'aria-invalid': !!refusal || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && <span className="soft"> (optional)</span>}
      </label>
      {options ? (
        <select {...common}>
          <Options options={options} />
        </select>
      ) : kind === 'lines' ? (
        <textarea {...common} rows={5} maxLength={maxLength} />
      ) : (
        <input {...common} type={kind ?? 'text'} {...{ min, max, maxLength }} />
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint soft">
          {hint}
        </p>
      )}
      {refusal && (
        <p id={`${id}-refusal`} className="refusal">
          {refusal}
        </p>
      )}
    </div>
  )
}
