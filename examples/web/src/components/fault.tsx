// What went wrong, as a sentence, and a button or link for what helps.
import type { ReactNode } from 'react'
import { explain, type Explanation } from '../errors/explain.ts'
import { isHolding, signInAddress } from '../graphql/session.ts'

interface FaultProps {
  /** What Apollo Client gives as `error`. */
  error: unknown
  /** Tries again what failed. */
  retry?: (() => void) | undefined
  /** What failed, where it is not beside it. */
  about?: ReactNode
  /** More that can be done about it. */
  children?: ReactNode
}

/** Screen readers read it aloud as soon as it appears. */
export function Fault({ error, retry, about, children }: FaultProps) {
  if (!error) return null
  const { sentence, remedy } = explain(error)
  return (
    <div className="fault row" role="alert">
      <p>
        {about && <>{about} did not go through. </>}
        {sentence}
      </p>
      {remedy && <Remedy remedy={remedy} retry={retry} />}
      {children}
    </div>
  )
}

function Remedy({
  remedy,
  retry,
}: Required<Pick<Explanation, 'remedy'>> & Pick<FaultProps, 'retry'>) {
  const again = retry && <button onClick={retry}>Try again</button>
  if (remedy === 'retry') return again
  if (remedy === 'reload') return <button onClick={() => location.reload()}>Load again</button>
  return (
    <>
      {/* In another tab, if leaving would lose something. */}
      <a href={signInAddress(remedy)} target={isHolding() ? '_blank' : undefined}>
        {remedy === 'step-up' ? 'Confirm' : 'Sign in'}
      </a>
      {remedy === 'sign-in' && again}
    </>
  )
}
