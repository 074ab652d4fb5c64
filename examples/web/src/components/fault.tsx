// What went wrong, as a sentence, and a button or link for what helps.
import { explain, type Explanation } from '../errors/explain.ts'
import { isWriting, signInAddress } from '../graphql/session.ts'

interface FaultProps {
  /** What Apollo Client gives as `error`. */
  error: unknown
  /** Tries again what failed. */
  retry?: (() => void) | undefined
}

/** Screen readers read it aloud as soon as it appears. */
export function Fault({ error, retry }: FaultProps) {
  if (!error) return null
  const { sentence, remedy } = explain(error)
  return (
    <div className="fault" role="alert">
      <p>{sentence}</p>
      {remedy && <Remedy remedy={remedy} retry={retry} />}
    </div>
  )
}

function Remedy({
  remedy,
  retry,
}: Required<Pick<Explanation, 'remedy'>> & Pick<FaultProps, 'retry'>) {
  if (remedy === 'retry') return retry && <button onClick={retry}>Try again</button>
  if (remedy === 'reload') return <button onClick={() => location.reload()}>Load again</button>
  return (
    // In another tab while somebody writes, because leaving would lose the text.
    <a href={signInAddress(remedy)} target={isWriting() ? '_blank' : undefined}>
      {remedy === 'step-up' ? 'Confirm' : 'Sign in'}
    </a>
  )
}
