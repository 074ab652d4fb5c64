// After the last factor: starts the session, or leads to the page of a claim that keeps everybody out.
import type { Proven } from '../../domain/password.ts'
import type { Identity, Session } from '../../tables.ts'
import { signIn, type BrowserSession } from './browser-session.ts'
import { claimPlace } from './claim.ts'
import { destination } from './destination.ts'

/** Signs the person in, and returns the address to continue at. */
export async function enter(
  browserSession: BrowserSession,
  proven: Pick<Identity, 'id'> & Partial<Proven>,
  method: Session['method'],
  methods?: Session['methods'],
): Promise<string> {
  try {
    const session = await signIn(browserSession, proven, method, methods)
    return destination(browserSession, session)
  } catch (error) {
    const place = await claimPlace(browserSession, proven.id, error)
    if (place === undefined) throw error
    return place
  }
}
