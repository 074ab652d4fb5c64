// The cases in words, for test titles and for docs/security.md.
import type { Case, Deed, Step } from './claim-cases.ts'

const MOVED = {
  owner: 'The owner moves to another address',
  thief: 'The thief puts in their own address',
  nobody: 'The address stays',
}

const DEEDS: Record<Deed, string> = {
  claims: 'follows “This was not me”',
  claimsFirst: 'follows “This was not me” in the first mail',
  reports: 'follows “This was not me” at the new address',
  password: 'proves the password',
  passkey: 'proves the passkey',
  wallet: 'proves the wallet',
  app: 'gives a code of the app',
  code: 'gives the recovery code',
  objects: 'objects',
  opens: 'opens the account',
  resets: 'asks for a reset link',
  recovers: 'sets a password with a recovery code',
  administrator: 'gets a code of an administrator',
}

function stepWords(step: Step | 'week'): string {
  if (step === 'week') return 'seven days pass'
  const signsIn = step.entry === 'sign-in' ? 'signs in and ' : ''
  const words = `the ${step.by} ${signsIn}${DEEDS[step.does]}`
  return step.isRefused ? `${words} (refused)` : words
}

/** The words of the steps, in order. */
export const wordsOf = ({ steps }: Case): string => steps.map(stepWords).join(', ')

/** The cells of the documented row. */
export function rowOf(each: Case): string[] {
  const moved = MOVED[each.movedBy ?? 'nobody']
  return [moved, each.thief, each.owner, wordsOf(each), `the ${each.winner}`]
}
