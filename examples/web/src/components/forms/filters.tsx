// The filters of a list: choices take effect at once, and a search after a pause. Give them to `Screen` as `above`, so
// that they stay while the list is read again.
import { useEffect, useId, useRef, useState } from 'react'
import { useParameter, type Filter, type FilterTable } from './use-filters.ts'

/** How long the reader pauses before a search is sent. */
const PAUSE_MS = 300

interface FiltersProps {
  /** For screen readers: what they filter. */
  label: string
  /** The table that `useFilters` has the values of. */
  filters: FilterTable
}

export function Filters({ label, filters }: FiltersProps) {
  return (
    <search className="filters" aria-label={label}>
      {Object.entries(filters).map(([name, filter]) =>
        filter.options ? (
          <Choice key={name} name={name} {...filter} />
        ) : (
          <Text key={name} name={name} {...filter} />
        ),
      )}
    </search>
  )
}

type FilterProps = Filter & { name: string }

function Choice({ name, label, options = {}, all = 'All' }: FilterProps) {
  const id = useId()
  const [value, setValue] = useParameter(name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => setValue(target.value)}>
        <option value="">{all}</option>
        {Object.entries(options).map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

function Text({ name, label, kind = 'search' }: FilterProps) {
  const id = useId()
  const { text, change, leave } = usePausedText(name)
  return (
    <div className={`field ${kind}`}>
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, type: kind, value: text, min: 0, autoComplete: 'off' }}
        inputMode={kind === 'number' ? 'numeric' : 'search'}
        onChange={({ target }) => change(target.value)}
        onBlur={leave}
      />
    </div>
  )
}

/** A text that is set in the address after a pause. What is typed in one go is one entry of the history. */
function usePausedText(name: string) {
  const [value, setValue] = useParameter(name)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState({ value, sent: value })
  if (value !== known.value) {
    // The reader went back or forth, unless it is what this field has just set.
    if (value !== known.sent) setText(value)
    setKnown({ value, sent: value })
  }
  const isOneGo = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (typed: string) => {
    setKnown({ value, sent: typed })
    setValue(typed, { replace: isOneGo.current })
    isOneGo.current = true
  }
  const change = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(typed), PAUSE_MS)
  }
  const leave = () => {
    isOneGo.current = false
  }
  return { text, change, leave }
}
