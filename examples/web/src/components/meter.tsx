// How far something is, as a bar with words.
interface MeterProps {
  label: string
  value: number
  max: number
}

export function Meter({ label, value, max }: MeterProps) {
  return (
    <div className="meter">
      <progress value={value} max={max} aria-label={label} />
      <span className="soft" aria-hidden="true">
        {label}
      </span>
    </div>
  )
}
