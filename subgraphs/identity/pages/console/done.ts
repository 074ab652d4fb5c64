// Messages of the console after a successful form: `?done=<key>`. Anybody can write that URL.
import type { Notice } from '../field.ts'
import type { Parameters } from '../../oauth/parameters.ts'

const DONE: Readonly<Record<string, string>> = {
  disable: 'The person is disabled, and signed out everywhere.',
  enable: 'The person can sign in again.',
  'sign-out': 'The person is signed out everywhere.',
  'reset-factors': 'The authenticator app and the recovery codes are removed.',
  rename: 'The person has a new username.',
  'client-changed': 'The app is changed.',
  'client-disabled': 'The app is disabled, and its grants are revoked.',
  rotated: 'New keys are published. They sign tokens after 15 minutes.',
  'next-key-waits': 'Nothing has changed: the next keys are published already, and wait to sign.',
  revoked: 'The key is revoked.',
  added: 'The administrator is added.',
  removed: 'The person is no longer an administrator.',
}

export function doneNotice(query: Parameters): Notice | undefined {
  const done = query.get('done') ?? ''
  return Object.hasOwn(DONE, done) ? { kind: 'done', text: DONE[done]! } : undefined
}
